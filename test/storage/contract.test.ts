/** The storage contract: what every engine promises to the shelves, concurrency first. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database } from '../../src/storage/database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../src/storage/sql.ts';
import { ENGINES, openEmpty, openTwice } from './engines.ts';

const put = (name: string, spent = 0): Sql =>
  sql`insert into limits (name, spent, resets_at) values (${name}, ${spent}, 1)`;
const take = (name: string): Sql => must(sql`update limits set spent = 1 where name = ${name} and spent = 0`);
const raise = (name: string): Sql => sql`update limits set spent = spent + 1 where name = ${name}`;

const pair = insertRow('pairs', (id: number) => ({
  id,
  family_id: 1,
  access_digest: 'a',
  issued_at: 1,
  access_expires_at: 2,
}));

async function names(database: Database): Promise<string[]> {
  const rows = await database.read<{ name: string }>(sql`select name as "name" from limits order by name`);
  return rows.map((row) => row.name);
}

for (const engine of ENGINES) {
  describe(`storage on ${engine}`, () => {
    test('of a hundred batches that take the same thing once, one wins and the others write nothing', async () => {
      const database = await openEmpty(engine);
      await database.write([put('prize')]);

      const outcomes = await Promise.all(
        Array.from({ length: 100 }, (_, index) => database.write([take('prize'), put(`won by ${index}`)])),
      );

      assert.equal(outcomes.filter((outcome) => outcome !== null).length, 1);
      assert.equal((await names(database)).length, 2);
    });

    test('two instances on one database never take the same thing twice', async () => {
      const [first, second] = await openTwice(engine);
      const prizes = Array.from({ length: 50 }, (_, index) => `prize ${index}`);
      await first.write(prizes.map((name) => put(name)));

      const outcomes = await Promise.all(
        prizes.flatMap((name) => [first.write([take(name)]), second.write([take(name)])]),
      );

      assert.equal(outcomes.filter((outcome) => outcome !== null).length, prizes.length);
    });

    test('a hundred concurrent increments are all counted', async () => {
      const database = await openEmpty(engine);
      await database.write([put('counter')]);

      await Promise.all(Array.from({ length: 100 }, () => database.write([raise('counter')])));

      const rows = await database.read<{ spent: number }>(sql`select spent as "spent" from limits`);
      assert.deepEqual(
        rows.map((row) => row.spent),
        [100],
      );
    });

    test('what one instance has written, another reads at once', async () => {
      const [first, second] = await openTwice(engine);

      for (let round = 0; round < 20; round += 1) {
        await first.write([put(`round ${round}`)]);
        assert.ok((await names(second)).includes(`round ${round}`));
      }
    });

    test('a batch answers how many rows each statement touched', async () => {
      const database = await openEmpty(engine);
      await database.write([put('a'), put('b'), put('c')]);

      const counts = await database.write([
        sql`update limits set spent = 5 where name < ${'c'}`,
        sql`delete from limits where name = ${'c'}`,
        sql`delete from limits where name = ${'absent'}`,
      ]);

      assert.deepEqual(counts, [2, 1, 0]);
    });

    test('a guard that touches no row undoes the whole batch, wherever it stands', async () => {
      const database = await openEmpty(engine);

      assert.equal(await database.write([put('a'), take('absent')]), null);
      assert.equal(await database.write([take('absent'), put('b')]), null);

      assert.deepEqual(await names(database), []);
    });

    test('a batch of three thousand statements is written whole, or not at all', async () => {
      const database = await openEmpty(engine);
      await database.write([put('prize')]);
      const rows = Array.from({ length: 3000 }, (_, index) => put(`row ${index}`));

      assert.deepEqual(await database.write([...rows, take('prize'), raise('nobody')]), [...rows.map(() => 1), 1, 0]);
      assert.equal((await names(database)).length, 3001);

      const more = Array.from({ length: 3000 }, (_, index) => put(`more ${index}`));
      assert.equal(await database.write([...more, take('prize')]), null);
      assert.equal(await database.write([...more, put('row 7')]), null);
      assert.equal((await names(database)).length, 3001);
    });

    test('a unique key in the way undoes the batch and answers null', async () => {
      const database = await openEmpty(engine);
      await database.write([put('a')]);

      assert.equal(await database.write([put('b'), put('a')]), null);

      assert.deepEqual(await names(database), ['a']);
    });

    test('a foreign key in the way undoes the batch and answers null', async () => {
      const database = await openEmpty(engine);
      const orphan = sql`insert into redirect_uris (client_id, position, uri) values (${1}, ${0}, ${'https://a.example/'})`;

      assert.equal(await database.write([put('a'), orphan]), null);

      assert.deepEqual(await names(database), []);
    });

    test('a defect in one batch rejects that batch and spares those that run beside it', async () => {
      const database = await openEmpty(engine);
      const defect = sql`insert into limits (name, spent, resets_at) values (${'bad'}, ${null}, 1)`;

      const [good, bad, alsoGood] = await Promise.allSettled([
        database.write([put('a')]),
        database.write([put('b'), defect]),
        database.write([put('c')]),
      ]);

      assert.deepEqual([good?.status, bad?.status, alsoGood?.status], ['fulfilled', 'rejected', 'fulfilled']);
      assert.deepEqual(await names(database), ['a', 'c']);
    });

    test('texts, numbers beyond 32 bits and nulls come back as they went in', async () => {
      const database = await openEmpty(engine);
      const texts = ['', "it's", '"; drop table limits; --', 'Ω≈ç√ 漢字 🙂', 'a\nb\tc', '$1 ? %s'];
      const numbers = [0, -1, 2 ** 31, 2 ** 53 - 1];
      await database.write(texts.map((text, index) => put(text, numbers[index % numbers.length])));

      const rows = await database.read<{ name: string; spent: number; nothing: null }>(
        sql`select name as "name", spent as "spent", cast(null as bigint) as "nothing" from limits`,
      );

      assert.deepEqual(
        new Map(rows.map((row) => [row.name, row.spent])),
        new Map(texts.map((text, index) => [text, numbers[index % numbers.length]])),
      );
      assert.ok(rows.every((row) => row.nothing === null));
    });

    test('of two hundred lookups at once, each gets the rows it asked for', async () => {
      const database = await openEmpty(engine);
      const texts = Array.from({ length: 200 }, (_, index) => `${index} "quoted" \\ {braced}, null`);
      await database.write(texts.map((text, index) => put(text, index)));

      const answers = await Promise.all(
        [...texts, 'nobody'].map((text) =>
          database.read<{ name: string; spent: number }>(sql`select name, spent from limits where name = ${text}`),
        ),
      );

      assert.deepEqual(
        answers.map((rows) => rows.map((row) => [row.name, row.spent])),
        [...texts.map((text, index) => [[text, index]]), []],
      );
    });

    test('lookups at once with several values and nulls each get their own answer', async () => {
      const database = await openEmpty(engine);
      await database.write([put('a', 1), put('b', 2)]);
      const asked = [
        ['a', 1],
        ['a', 2],
        ['b', 2],
        ['b', null],
        ['a', 1],
      ] as const;

      const answers = await Promise.all(
        asked.map(([name, spent]) =>
          database.read<{ name: string }>(sql`select name from limits where name = ${name} and spent = ${spent}`),
        ),
      );

      assert.deepEqual(
        answers.map((rows) => rows.length),
        [1, 0, 1, 0, 1],
      );
    });

    test('a batch that touches one row twice is rejected, and nothing of it is written', async () => {
      const database = await openEmpty(engine);
      await database.write([pair(1)]);
      const use = (id: number): Sql => changeRow('pairs', id, set`used_at = ${5}`);
      const renew = (id: number): Sql => changeRow('pairs', id, set`renewed_at = ${5}`, where`revoked_at is null`);

      await assert.rejects(database.write([put('a'), use(1), renew(1)]), /pairs 1 twice/);
      await assert.rejects(database.write([pair(2), use(2)]), /pairs 2 twice/);
      const many = Array.from({ length: 100 }, (_, index) => pair(10 + index));
      await assert.rejects(database.write([...many, use(109)]), /pairs 109 twice/);
      await assert.rejects(database.write([use(1), ...many, renew(1)]), /pairs 1 twice/);

      assert.deepEqual(await names(database), []);
      assert.deepEqual(await database.write([use(1), renew(3)]), [1, 0]);
    });

    test('a change of a row by its number reaches no other row, also where its condition has an or', async () => {
      const database = await openEmpty(engine);
      await database.write([pair(1), pair(2)]);

      const counts = await database.write([
        changeRow('pairs', 1, set`used_at = ${5}`, where`used_at is null or revoked_at is null`),
        changeRow('pairs', 2, set`used_at = ${5}`, where`revoked_at is not null`),
      ]);

      assert.deepEqual(counts, [1, 0]);
      const rows = await database.read<{ id: number }>(sql`select id from pairs where used_at = ${5}`);
      assert.deepEqual(
        rows.map(({ id }) => id),
        [1],
      );
    });

    test('an empty batch is a write that succeeds', async () => {
      const database = await openEmpty(engine);

      assert.deepEqual(await database.write([]), []);
    });

    test('a database that answers is ready', async () => {
      assert.equal(await (await openEmpty(engine)).findTrouble(), undefined);
    });
  });
}
