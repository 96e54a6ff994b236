/** What is computed from a row is kept with a row that storage remembers, and with no other. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { perKeptRecord } from '../../src/per-record.ts';
import { sql } from '../../src/storage/sql.ts';
import { ENGINES, openEmpty } from './engines.ts';

interface LimitRow {
  readonly name: string;
  readonly spent: number;
}

const read = sql`select name, spent from limits where name = ${'a'}`;

for (const engine of ENGINES) {
  describe(`computed from rows on ${engine}`, () => {
    test('it is made for a row that is asked for once, made again for one that is remembered, and kept until the row has changed', async () => {
      const database = await openEmpty(engine);
      await database.write([sql`insert into limits (name, spent, resets_at) values (${'a'}, 7, 1)`]);
      const made: number[] = [];
      const double = perKeptRecord(({ spent }: LimitRow) => {
        made.push(spent);
        return { doubled: spent * 2 };
      });
      const ask = async () => {
        const [row] = await database.read<LimitRow>(read);
        assert.ok(row);
        return double(row);
      };

      const first = await ask();
      assert.deepEqual(made, [7]);
      const second = await ask();
      assert.deepEqual(made, [7, 7]);
      assert.notEqual(second, first);
      assert.equal(await ask(), second);
      assert.deepEqual(made, [7, 7]);

      await database.write([sql`update limits set spent = 8 where name = ${'a'}`]);
      assert.deepEqual(await ask(), { doubled: 16 });
      assert.deepEqual(made, [7, 7, 8]);
    });

    test('what is kept is frozen, and what is computed from it is kept too', async () => {
      const database = await openEmpty(engine);
      await database.write([sql`insert into limits (name, spent, resets_at) values (${'a'}, 7, 1)`]);
      await database.read(read);
      const [row] = await database.read<LimitRow>(read);
      assert.ok(row);
      const listOf = perKeptRecord(({ spent }: LimitRow) => [spent]);
      const sumOf = perKeptRecord(([spent = 0]: readonly number[]) => ({ sum: spent + 1 }));

      assert.ok(Object.isFrozen(listOf(row)));
      assert.equal(sumOf(listOf(row)), sumOf(listOf(row)));
      assert.notEqual(sumOf([7]), sumOf([7]));
    });
  });
}
