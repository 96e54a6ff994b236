/** Proves that a batch which ends something finds what that was about to commit, also where it had to wait for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { leading, sql } from '../../../src/storage/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { addressOf, openAt } from '../engines.ts';

test('what a leading statement has waited for is found by the others of its batch', async () => {
  const address = await addressOf('postgres');
  const database = await openAt(address);
  await database.write([sql`insert into limits (name, spent, resets_at) values ('session', 0, 1)`]);
  const other = postgres(address, { max: 2, onnotice: () => {} });
  const isWaitedFor = async () =>
    (await other`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .length > 0;

  let ending: Promise<readonly number[] | null> | undefined;
  await other.begin(async (transaction) => {
    await transaction`update limits set spent = 1 where name = 'session'`;
    await transaction`insert into limits (name, spent, resets_at) values ('allowed by it', 0, 1)`;
    ending = database.write([
      sql`update limits set spent = 9 where name = ${'allowed by it'}`,
      leading(sql`delete from limits where name = ${'session'}`),
    ]);
    await eventually('the end waits', isWaitedFor);
  });

  assert.deepEqual(await ending, [1, 1]);
  await other.end();
});
