/** Proves that what takes the place of a session ends with it, also where it is written while the session is being ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import type { Sql } from '../../../src/storage/sql.ts';
import { insertAccount } from '../../../src/storage/tables/people/accounts.ts';
import { endOtherSessionsOf, endSession, insertSession } from '../../../src/storage/tables/people/sessions.ts';
import { eventually } from '../../support/eventually.ts';
import { addressOf, openAt } from '../engines.ts';

const ADA = 1;

function person(): Sql {
  const nickname = { nickname: 'Ada', nicknameKey: 'ada', nicknameSkeleton: 'ada' };
  const email = { email: 'ada@example.org', emailKey: 'ada@example.org' };
  return insertAccount({ id: ADA, ...nickname, ...email, name: '', locale: '', adminAt: null, createdAt: 1 });
}

function session(digest: string): Sql {
  const times = { createdAt: 1, seenAt: 1, authTime: 1, expiresAt: 9 };
  const source = { address: null, userAgent: null };
  return insertSession({ digest, accountId: ADA, ...times, amr: 'pwd', ...source, confirmedFor: null, replaces: null });
}

for (const [name, end] of [
  ['this one is', () => endSession('before', ADA)],
  ['all others are', () => endOtherSessionsOf(ADA, 'own')],
] as const) {
  test(`a password that is typed while ${name} ended leaves no session`, async () => {
    const address = await addressOf('postgres');
    const database = await openAt(address);
    await database.write([person(), session('before'), session('own')]);
    const other = postgres(address, { max: 2, onnotice: () => {} });
    const isWaitedFor = async () =>
      (await other`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .length > 0;

    let ending: Promise<readonly number[] | null> | undefined;
    await other.begin(async (transaction) => {
      await transaction`update sessions set created_at = created_at where digest = 'before'`;
      await transaction`insert into sessions (digest, account_id, created_at, seen_at, auth_time, amr, expires_at, replaces)
        values ('after', ${ADA}, 2, 2, 2, 'pwd', 9, 'before')`;
      ending = database.write(end());
      await eventually('the end waits', isWaitedFor);
    });

    assert.ok(await ending);
    const left = await other`select digest from sessions`;
    assert.deepEqual(
      left.map(({ digest }) => digest),
      ['own'],
    );
    await other.end();
  });
}
