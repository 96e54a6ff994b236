/** Batches that arrive at once may travel together; each is still written as if it were alone. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database } from '../../../src/storage/database.ts';
import { type Sql, sql } from '../../../src/storage/sql.ts';
import { record } from '../../../src/storage/tables/events/events.ts';
import { insertPair, renewPair, revokePair, supersedePair } from '../../../src/storage/tables/tokens/pairs.ts';
import { ENGINES, openEmpty } from '../engines.ts';

const LEEWAY = 2;
const MANY = 40;

interface PairRow {
  readonly id: number;
  readonly renewedAt: number | null;
  readonly supersededAt: number | null;
}

for (const engine of ENGINES) {
  describe(`gathered writes on ${engine}`, () => {
    test('of many rotations at once, those with a failed guard write nothing and all others everything', async () => {
      const database = await openEmpty(engine);
      await database.write(numbers(1, MANY).map((id) => pair(id, null)));
      await database.write(
        numbers(1, MANY)
          .filter(isThird)
          .map((id) => revokePair(id, 1)),
      );

      const answers = await Promise.all(numbers(1, MANY).map((id) => database.write(rotation(id, MANY + id))));

      assert.deepEqual(
        answers.map((answer) => answer === null),
        numbers(1, MANY).map(isThird),
      );
      const written = (await pairs(database)).filter((row) => row.id > MANY).map((row) => row.id - MANY);
      assert.deepEqual(
        written,
        numbers(1, MANY).filter((id) => !isThird(id)),
      );
      assert.deepEqual(await eventNumbers(database), written);
    });

    test('of batches at once that bring the same new row, one is written', async () => {
      const database = await openEmpty(engine);

      const answers = await Promise.all(numbers(1, 12).map((id) => database.write([pair(7, null), event(id)])));

      assert.equal(answers.filter((answer) => answer !== null).length, 1);
      assert.equal((await pairs(database)).length, 1);
      assert.equal((await eventNumbers(database)).length, 1);
    });

    test('of rotations at once where each changes a row of the one before, none loses its change', async () => {
      const database = await openEmpty(engine);
      await database.write(numbers(1, MANY).map((id) => pair(id, id - 1)));

      const answers = await Promise.all(
        numbers(2, MANY - 1).map((id) =>
          database.write([renewPair(id, 10, LEEWAY), pair(MANY + id, id), supersedePair(id - 1, 10), event(id)]),
        ),
      );

      assert.ok(answers.every((answer) => answer?.join() === '1,1,1,1'));
      const rows = (await pairs(database)).filter((row) => row.id <= MANY);
      assert.ok(rows.slice(1).every((row) => row.renewedAt === 10));
      assert.ok(rows.slice(0, -1).every((row) => row.supersededAt === 10));
    });

    test('a statement that is no guard says for each batch whether it touched a row', async () => {
      const database = await openEmpty(engine);
      await database.write(numbers(1, MANY).map((id) => pair(id, null)));

      const answers = await Promise.all(
        numbers(1, MANY).map((id) => database.write([supersedePair(isThird(id) ? 1000 + id : id, 10), event(id)])),
      );

      assert.deepEqual(
        answers,
        numbers(1, MANY).map((id) => (isThird(id) ? [0, 1] : [1, 1])),
      );
    });

    test('one batch that the database cannot store fails alone', async () => {
      const database = await openEmpty(engine);
      const tooLarge = 2 ** 63;

      const answers = await Promise.allSettled(
        numbers(1, 12).map((id) => database.write([pair(isThird(id) ? tooLarge : id, null), event(id)])),
      );

      const kept = answers.flatMap(({ status }, index) => (status === 'fulfilled' ? [index + 1] : []));
      assert.deepEqual(
        kept,
        numbers(1, 12).filter((id) => !isThird(id)),
      );
      assert.deepEqual(await eventNumbers(database), kept);
    });
  });
}

test('every connection to PostgreSQL refuses plans that walk through tables', async () => {
  const database = await openEmpty('postgres');
  const settings = await Promise.all(
    numbers(1, 30).map((least) =>
      database.read<{ name: string; setting: string }>(sql`select name, setting from pg_settings
        where name in ('enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit') and setting <> ${`${least}`}`),
    ),
  );

  for (const rows of settings) assert.deepEqual(new Set(rows.map((row) => row.setting)), new Set(['off']));
});

function isThird(id: number): boolean {
  return id % 3 === 0;
}

function numbers(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

function rotation(id: number, next: number): Sql[] {
  return [renewPair(id, 10, LEEWAY), pair(next, id), event(id)];
}

function pair(id: number, parentId: number | null): Sql {
  const digests = { accessDigest: `access "${id}" \\`, refreshDigest: id % 2 === 0 ? null : `{refresh,${id}}` };
  const times = { issuedAt: 1, accessExpiresAt: 5, refreshExpiresAt: id % 2 === 0 ? null : 9 };
  return insertPair({ id, familyId: 5, parentId, scope: null, ...digests, ...times });
}

function event(id: number): Sql {
  const about = { accountId: null, clientId: 2, familyId: 5, detail: null };
  return record({ id, at: 1, kind: 'token.refreshed', source: { address: '192.0.2.1', userAgent: null }, ...about });
}

async function pairs(database: Database): Promise<readonly PairRow[]> {
  return await database.read<PairRow>(
    sql`select id, renewed_at as "renewedAt", superseded_at as "supersededAt" from pairs where id > ${0} order by id`,
  );
}

async function eventNumbers(database: Database): Promise<readonly number[]> {
  const rows = await database.read<{ id: number }>(sql`select id from events where id > ${0} order by id`);
  return rows.map((row) => row.id);
}
