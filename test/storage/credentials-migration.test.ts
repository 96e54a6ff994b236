/** Databases from before the table of credentials: every password and every session of theirs goes on working. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPasswords } from '../../src/passwords/argon2.ts';
import { sql } from '../../src/storage/sql.ts';
import { findAccount } from '../../src/storage/tables/people/accounts.ts';
import { listCredentials } from '../../src/storage/tables/people/credentials.ts';
import { findLiveSession } from '../../src/storage/tables/people/sessions.ts';
import { addressOf, beforeMigration, ENGINES, openAt } from './engines.ts';

const ADA = 123_456_789;
const GONE = 123_456_790;
const PASSWORD = 'a lantern over the harbour';

for (const engine of ENGINES) {
  describe(`a database from before the table of credentials, on ${engine}`, () => {
    test('keeps the password of every account, and nothing of a deleted one', async () => {
      const database = await openAt(await oldDatabase(engine));

      const [kept, ...more] = await listCredentials(database, ADA);

      assert.equal(kept?.kind, 'password');
      assert.equal(more.length, 0);
      assert.ok(await createPasswords().verify(PASSWORD, kept.secret, 'unknown'));
      assert.equal((await listCredentials(database, GONE)).length, 0);
      assert.equal((await findAccount(database, { nicknameKey: 'ada' }))?.id, ADA);
    });

    test('keeps its sessions, which were all opened with a password', async () => {
      const database = await openAt(await oldDatabase(engine));

      const session = await findLiveSession(database, 'a-digest', { now: 1000, seenAfter: 0 });

      assert.equal(session?.accountId, ADA);
      assert.equal(session.authTime, 900);
      assert.equal(session.amr, 'pwd');
    });

    test('takes an account without a password', async () => {
      const database = await openAt(await oldDatabase(engine));

      const written = await database.write([
        sql`insert into accounts (id, nickname, nickname_key, email, email_key, name, website, avatar_url, locale,
            created_at, online_at)
          values (${ADA + 5}, 'Eve', 'eve', 'e@example.org', 'e@example.org', '', '', '', '', 1, 1)`,
      ]);

      assert.deepEqual(written, [1]);
    });
  });
}

/** As the version before left it: opened with the migrations that it knew. */
async function oldDatabase(engine: (typeof ENGINES)[number]): Promise<string> {
  const address = await addressOf(engine);
  await beforeMigration('credentials', async () => {
    const database = await openAt(address);
    const hash = await createPasswords().hash(PASSWORD, Buffer.alloc(16, 7), 'unknown');
    await database.write([
      sql`insert into accounts (id, nickname, nickname_key, email, email_key, password_hash, name, website, avatar_url,
          locale, created_at, online_at, deleted_at)
        values (${ADA}, 'Ada', 'ada', 'ada@example.org', 'ada@example.org', ${hash}, '', '', '', '', 1, 1, null),
          (${GONE}, '', 'deleted:1', '', 'deleted:1', '', '', '', '', '', 1, 1, 2)`,
      sql`insert into sessions (digest, account_id, created_at, seen_at, confirmed_at, expires_at)
        values ('a-digest', ${ADA}, 800, 950, 900, 2000)`,
    ]);
  });
  return address;
}
