/** Proves that the events of an account are all there, in their order, however they were written, filed or not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Database } from '../../../src/storage/database.ts';
import { type Sql, sql } from '../../../src/storage/sql.ts';
import { FROM_THE_NEWEST, readEventsOfAccount } from '../../../src/storage/tables/events/events.ts';
import { readAccessEvents } from '../../../src/storage/tables/events/family-events.ts';
import { everyEngine } from '../../support/each-database.ts';
import { addressOf, beforeMigration, openAt, openEmpty } from '../engines.ts';

const ACCOUNTS = [7, 8, 9];

function put(id: number, accountId: number | null): Sql {
  return sql`insert into events (id, happened_at, kind, account_id, client_id, family_id)
    values (${id}, 1, 'token.refreshed', ${accountId}, 5, 6)`;
}

async function numbersOf(database: Database, accountId: number, below = FROM_THE_NEWEST, most = 5000) {
  const events = await readEventsOfAccount(database, accountId, { below, most });
  assert.ok(events.every((event) => event.accountId === accountId && event.kind === 'token.refreshed'));
  return events.map(({ id }) => id);
}

/** What the table itself has, read without what is filed. */
async function expectedOf(database: Database, accountId: number): Promise<readonly number[]> {
  const rows = await database.list<{ id: number; accountId: number | null }>(
    sql`select id, account_id as "accountId" from events where id > 0 order by id desc`,
  );
  return rows.filter((row) => row.accountId === accountId).map(({ id }) => id);
}

async function assertComplete(database: Database): Promise<void> {
  for (const accountId of ACCOUNTS)
    assert.deepEqual(await numbersOf(database, accountId), await expectedOf(database, accountId));
}

/** Numbers near each other and far apart, so that some file what is before them and some come late. */
const STEP = fc.record({
  act: fc.constantFrom('put', 'put', 'put', 'remove', 'give', 'renumber'),
  number: fc.oneof(
    fc.integer({ min: 1, max: 1200 }),
    fc.integer({ min: 1, max: 5 }).map((n) => n * 251),
  ),
  other: fc.integer({ min: 1, max: 1200 }),
  account: fc.constantFrom(...ACCOUNTS, null),
});

type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

function writeOf({ act, number, other, account }: Step): Sql {
  if (act === 'put') return put(number, account);
  if (act === 'remove') return sql`delete from events where id >= ${number} and id < ${number + 40}`;
  if (act === 'give') return sql`update events set account_id = cast(${account} as bigint) where id = ${number}`;
  return sql`update events set id = ${other} where id = ${number}`;
}

test('after any story of events written, removed, given to others and numbered anew, each account has its own', () =>
  everyEngine(async (engine) => {
    const database = await openEmpty(engine);
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 60 }), async (story) => {
        await database.write([sql`delete from events where id > 0`]);
        // A number that is taken undoes its own batch, and the story goes on.
        for (const step of story) await database.write([writeOf(step)]);
        await assertComplete(database);
      }),
      { numRuns: 25 },
    );
  }));

test('pages of an account go on from filed events to those that are not filed yet, without one missing or twice', () =>
  everyEngine(async (engine) => {
    const database = await openEmpty(engine);
    const numbers = Array.from({ length: 900 }, (_, index) => 1000 + index * 3);
    for (const number of numbers) await database.write([put(number, number % 2 ? 7 : 8)]);
    const pages: number[] = [];

    for (let below = FROM_THE_NEWEST; ; below = pages.at(-1) ?? 0) {
      const page = await numbersOf(database, 7, below, 40);
      pages.push(...page);
      if (page.length < 40) break;
    }

    assert.deepEqual(pages, numbers.filter((number) => number % 2 === 1).toReversed());
    assert.equal((await readAccessEvents(database, 8, 5)).length, numbers.length - pages.length);
  }));

test('on SQLite some hundred events at a time are filed, and none is left behind by those that are gone', async () => {
  const database = await openEmpty('sqlite');
  const count = async (table: 'filed' | 'unfiled') => {
    const filed = sql`select count(*) as "count" from filed_events where event_id > ${0}`;
    const unfiled = sql`select count(*) as "count" from events where id > (select up_to from filing where id = ${1})`;
    const [row] = await database.list<{ count: number }>(table === 'filed' ? filed : unfiled);
    return row?.count ?? -1;
  };
  const counts: (readonly number[])[] = [];

  for (let number = 1; number <= 600; number += 1) await database.write([put(number, 7)]);
  counts.push([await count('filed'), await count('unfiled')]);
  await database.write([sql`delete from events where id <= ${300}`]);
  counts.push([await count('filed'), await count('unfiled')]);
  await database.write([sql`delete from events where id > ${0}`]);
  counts.push([await count('filed'), await count('unfiled')]);

  assert.deepEqual(counts, [
    [502, 98],
    [202, 98],
    [0, 0],
  ]);
});

test('events from before they were filed are read as those that follow', async () => {
  const address = await addressOf('sqlite');
  await beforeMigration('filed-events', async () => {
    const before = await openAt(address);
    await before.write([put(10, 7), put(20, 8), put(30, null), put(40, 7)]);
  });
  const database = await openAt(address);

  await database.write([put(50, 7), put(35, 8), put(251, 9), put(300, 7)]);

  await assertComplete(database);
  assert.deepEqual(await numbersOf(database, 7), [300, 50, 40, 10]);
});
