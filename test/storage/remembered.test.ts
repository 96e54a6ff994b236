/** What the drivers remember is never older than what the database holds, whoever wrote it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { addressOf, ENGINES, openAt } from './engines.ts';

const NAMES = ['a', 'b', 'c'] as const;

const one = (name: string): Sql => sql`select name, spent from limits where name = ${name}`;
const counted = (least: number): Sql => sql`select count(*) as "count" from limits where spent >= ${least}`;
const pair = (name: string): Sql => sql`select id, used_at as "usedAt" from pairs where id = ${numberOf(name)}`;
const both = (name: string): Sql => sql`select pairs.used_at as "usedAt", limits.spent as "spent" from limits, pairs
  where pairs.id = ${numberOf(name)} and limits.name = ${name}`;

function numberOf(name: string): number {
  return name.charCodeAt(0);
}

/** One step of a story: who does what to which row. */
const STEP = fc.record({
  writer: fc.nat({ max: 1 }),
  name: fc.constantFrom(...NAMES),
  act: fc.constantFrom('put', 'raise', 'remove', 'put pair', 'use pair', 'remove pair', 'nothing'),
});

type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

function writeOf({ act, name }: Step): Sql[] {
  switch (act) {
    case 'put':
      return [sql`insert into limits (name, spent, resets_at) values (${name}, 0, 1) on conflict (name) do nothing`];
    case 'raise':
      return [sql`update limits set spent = spent + 1 where name = ${name}`];
    case 'remove':
      return [sql`delete from limits where name = ${name}`];
    case 'put pair':
      return [
        sql`insert into pairs (id, family_id, access_digest, issued_at, access_expires_at)
          values (${numberOf(name)}, 1, ${name}, 1, 2) on conflict (id) do nothing`,
      ];
    case 'use pair':
      return [sql`update pairs set used_at = coalesce(used_at, 0) + 1 where id = ${numberOf(name)}`];
    case 'remove pair':
      return [sql`delete from pairs where id = ${numberOf(name)}`];
    default:
      return [];
  }
}

/** Asked together, so that they are gathered, and twice, so that they are remembered. */
async function look(database: Database): Promise<unknown> {
  const questions = [one, pair, both, one, pair].flatMap((question) => NAMES.map(question));
  questions.push(counted(1), counted(2));
  const answers = await Promise.all(questions.map((question) => database.read<object>(question)));
  return answers.map((rows) => rows.map((row) => ({ ...row })));
}

for (const engine of ENGINES) {
  describe(`remembered reads on ${engine}`, () => {
    test('after any story of two instances, both answer as one that has just been opened', async () => {
      const address = await addressOf(engine);
      const instances = [await openAt(address), await openAt(address)] as const;
      await fc.assert(
        fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 16 }), async (story) => {
          for (const step of story) {
            await instances[step.writer === 0 ? 0 : 1].write(writeOf(step));
            const [first, second] = await Promise.all(instances.map(look));
            assert.deepEqual(first, second);
          }
          const fresh = await openDatabase(address, 2);
          assert.deepEqual(await look(instances[0]), await look(fresh));
          await fresh.close();
        }),
        { numRuns: 15 },
      );
    });

    test('of a write and the lookups that begin after it returned, every lookup sees the write', async () => {
      const address = await addressOf(engine);
      const [writer, reader] = [await openAt(address), await openAt(address)];
      await writer.write([sql`insert into limits (name, spent, resets_at) values (${'a'}, 0, 1)`]);

      for (let round = 1; round <= 40; round += 1) {
        await writer.write([sql`update limits set spent = ${round} where name = ${'a'}`]);
        const answers = await Promise.all([1, 2, 3].map(() => reader.read<{ spent: number }>(one('a'))));
        assert.deepEqual(
          answers.map((rows) => rows[0]?.spent),
          [round, round, round],
        );
      }
    });
  });
}

test('rows of SQLite that another commit left as they were are handed out as the same objects, changed ones are not', async () => {
  const database = await openAt(await addressOf('sqlite'));
  await database.write([sql`insert into limits (name, spent, resets_at) values (${'a'}, 0, 1)`]);
  await database.read(one('a'));
  const [before] = await database.read(one('a'));

  await database.write([sql`insert into limits (name, spent, resets_at) values (${'b'}, 0, 1)`]);
  const [untouched] = await database.read(one('a'));
  await database.write([sql`update limits set spent = ${1} where name = ${'a'}`]);
  const [changed] = await database.read<{ spent: number }>(one('a'));
  await database.write([sql`delete from limits where name = ${'a'}`]);

  assert.equal(untouched, before);
  assert.equal(changed?.spent, 1);
  assert.deepEqual(await database.read(one('a')), []);
});
