/** What the drivers remember is never older than what the database holds, whoever wrote it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Database, NO_LOOK } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { MOST_ANSWER_BYTES, MOST_REMEMBERED_BYTES } from '../../src/storage/remembering.ts';
import { type Halves, inRows, type Sql, sql } from '../../src/storage/sql.ts';
import { addressOf, ENGINES, openAt, openEmpty, openTwice } from './engines.ts';

const NAMES = ['a', 'b', 'c'] as const;

const one = (name: string): Sql => sql`select name, spent from limits where name = ${name}`;
const counted = (least: number): Sql => sql`select count(*) as "count" from limits where spent >= ${least}`;
const pair = (name: string): Sql => sql`select id, used_at as "usedAt" from pairs where id = ${numberOf(name)}`;
const both = (name: string): Sql => sql`select pairs.used_at as "usedAt", limits.spent as "spent" from limits, pairs
  where pairs.id = ${numberOf(name)} and limits.name = ${name}`;

/** As a token is looked up: an engine may read the account by itself. */
const halved = (name: string): Sql =>
  inRows(
    sql`select pairs.id, pairs.family_id as "accountId", pairs.used_at as "usedAt", accounts.online_at as "onlineAt"
      from pairs join accounts on accounts.id = pairs.family_id where pairs.id = ${numberOf(name)}`,
    (fields, at) => ({
      id: fields[at],
      accountId: fields[at + 1],
      usedAt: fields[at + 2],
      onlineAt: fields[at + 3],
    }),
    HALVES,
  );
const HALVES: Halves = {
  first: sql`select id, family_id as "accountId", used_at as "usedAt" from pairs where id = ${0}`,
  second: sql`select online_at as "onlineAt" from accounts where id = ${0}`,
  by: 1,
};

interface LimitRow {
  readonly name: string;
  readonly spent: number;
}

const put = (name: string): Sql => sql`insert into limits (name, spent, resets_at) values (${name}, 0, 1)`;
const raise = (name: string): Sql => sql`update limits set spent = spent + 1 where name = ${name}`;

/** Twice, since what is asked for once is not remembered. */
async function lookAgain(database: Database, name: string): Promise<LimitRow | undefined> {
  await database.read<LimitRow>(one(name));
  const [row] = await database.read<LimitRow>(one(name));
  return row;
}

const text = (id: number): Sql => sql`select id, detail from events where id = ${id}`;
const putText = (id: number, characters: number): Sql =>
  sql`insert into events (id, happened_at, kind, detail) values (${id}, 1, ${'k'}, ${'x'.repeat(characters)})`;

async function lookTwice(database: Database, ids: readonly number[]): Promise<readonly (object | undefined)[]> {
  for (const id of ids) await database.read<object>(text(id));
  return await Promise.all(ids.map(async (id) => (await database.read<object>(text(id)))[0]));
}

function numberOf(name: string): number {
  return name.charCodeAt(0);
}

/** One step of a story: who does what to which row. */
const STEP = fc.record({
  writer: fc.nat({ max: 1 }),
  name: fc.constantFrom(...NAMES),
  act: fc.constantFrom(
    'put',
    'raise',
    'remove',
    'put pair',
    'use pair',
    'remove pair',
    'put account',
    'see account',
    'remove account',
    'nothing',
  ),
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
          values (${numberOf(name)}, ${numberOf(name) + 1}, ${name}, 1, 2) on conflict (id) do nothing`,
      ];
    case 'use pair':
      return [sql`update pairs set used_at = coalesce(used_at, 0) + 1 where id = ${numberOf(name)}`];
    case 'remove pair':
      return [sql`delete from pairs where id = ${numberOf(name)}`];
    case 'put account':
      return [
        sql`insert into accounts (id, nickname, nickname_key, email, email_key, name, website, avatar_url, locale, created_at, online_at)
          values (${numberOf(name)}, ${name}, ${name}, ${name}, ${name}, '', '', '', '', 1, 1) on conflict (id) do nothing`,
      ];
    case 'see account':
      return [sql`update accounts set online_at = online_at + 1 where id = ${numberOf(name)}`];
    case 'remove account':
      return [sql`delete from accounts where id = ${numberOf(name)}`];
    default:
      return [];
  }
}

/** What one look finds at once, of what is remembered or (`readNow`) of all that there is. */
function peekBy(database: Database, question: Sql, way: 'peek' | 'readNow' = 'peek'): readonly object[] | undefined {
  const look = database.look?.() ?? NO_LOOK;
  let found: readonly object[] | undefined;
  look.during(() => {
    found = database[way]?.<object>(question);
  });
  look.end();
  return found;
}

/** Asked together, so that they are gathered, and twice, so that they are remembered. */
async function look(database: Database): Promise<unknown> {
  const questions = [one, pair, both, halved, one, pair, halved].flatMap((question) => NAMES.map(question));
  questions.push(counted(1), counted(2));
  const peeked = questions.map((question) => peekBy(database, question));
  const readNow = questions.map((question) => peekBy(database, question, 'readNow'));
  const answers = await Promise.all(questions.map((question) => database.read<object>(question)));
  for (const [index, rows] of peeked.entries()) if (rows !== undefined) assert.deepEqual(rows, answers[index]);
  for (const [index, rows] of readNow.entries())
    if (database.engine === 'sqlite') assert.deepEqual(rows, answers[index]);
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

    test('a row in two halves is seen as it is now, whichever half was changed, is missing or comes back', async () => {
      const [database, other] = await openTwice(engine);
      const seen: unknown[] = [];
      const after = async (writer: Database, act: Step['act'], name: Step['name']) => {
        await writer.write(writeOf({ writer: 0, act, name }));
        for (let time = 0; time < 2; time += 1) {
          const [row] = await database.read<object>(halved('a'));
          seen.push(row === undefined ? row : Object.values(row));
        }
      };

      await after(database, 'put pair', 'a');
      await after(database, 'put account', 'b');
      await after(other, 'use pair', 'a');
      await after(other, 'see account', 'b');
      await after(other, 'remove account', 'b');
      await after(other, 'put account', 'b');
      await after(other, 'remove pair', 'a');

      const [a, b] = [numberOf('a'), numberOf('b')];
      const states = [undefined, [a, b, null, 1], [a, b, 1, 1], [a, b, 1, 2], undefined, [a, b, 1, 1], undefined];
      assert.deepEqual(
        seen,
        states.flatMap((state) => [state, state]),
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

    test('one look answers at once what is remembered, as a read would, whoever changed it, and nothing outside of it', async () => {
      const [database, other] = await openTwice(engine);
      await database.write([put('a')]);
      const known = await lookAgain(database, 'a');
      const isAtOnce = engine === 'sqlite';

      assert.equal(database.peek?.(one('a')), undefined, 'without a look nothing is known');
      assert.equal(peekBy(database, one('a'))?.[0], isAtOnce ? known : undefined);
      assert.equal(database.peek?.(one('a')), undefined, 'nor after it');
      assert.equal(peekBy(database, one('b')), undefined, 'what was never asked for is not known');

      for (const writer of [database, other]) {
        await writer.write([raise('a')]);
        assert.equal(peekBy(database, one('a')), undefined, 'what has changed is not known any more');
        const [now] = await database.read<LimitRow>(one('a'));
        assert.equal(peekBy(database, one('a'))?.[0], isAtOnce ? now : undefined);
      }
      assert.equal((await lookAgain(database, 'a'))?.spent, 2);
    });

    test('one look reads at once what nobody asked for before, as of that look, whoever writes, and nothing outside of it', async () => {
      const [database, other] = await openTwice(engine);
      const isAtOnce = engine === 'sqlite';
      const spentNow = () => (database.readNow?.(one('a')) as readonly LimitRow[] | undefined)?.[0]?.spent;
      assert.equal(database.readNow?.(one('a')), undefined);
      assert.deepEqual(peekBy(database, one('a'), 'readNow'), isAtOnce ? [] : undefined);

      for (const [spent, writer] of [database, other].entries()) {
        await writer.write([spent === 0 ? put('a') : raise('a')]);
        const look = database.look?.() ?? NO_LOOK;
        let seen: number | undefined;
        look.during(() => {
          seen = spentNow();
        });
        assert.equal(seen, isAtOnce ? spent : undefined);
        look.end();
        assert.equal(spentNow(), undefined);
      }
      // The look has left no transaction open in which later reads would be of then.
      await other.write([raise('a')]);
      assert.equal((await database.read<LimitRow>(one('a')))[0]?.spent, 2);
    });

    test('what cannot be read at once is refused to whoever asks in the usual way, who is told why', async () => {
      const [database] = await openTwice(engine);
      const wrong = sql`select id from nowhere`;
      assert.equal(peekBy(database, wrong, 'readNow'), undefined);
      await assert.rejects(database.read(wrong), /nowhere/);
    });

    test('what is asked for during a look is answered, as of then or later', async () => {
      const [database, other] = await openTwice(engine);
      await other.write([put('a')]);
      const look = database.look?.() ?? NO_LOOK;
      const asked: Promise<readonly LimitRow[]>[] = [];
      look.during(() => asked.push(database.read<LimitRow>(one('a'))));
      look.during(() => asked.push(database.read<LimitRow>(one('b'))));
      look.end();

      const [found, missing] = await Promise.all(asked);
      assert.equal(found?.[0]?.spent, 0);
      assert.deepEqual(missing, []);
      // One that had nothing to answer leaves nothing behind.
      look.end();
      await other.write([raise('a')]);
      assert.equal((await database.read<LimitRow>(one('a')))[0]?.spent, 1);
    });

    test('a row that is asked for again is the same object, also after commits that left it as it was', async () => {
      const [database, other] = await openTwice(engine);
      await database.write([put('a')]);
      const before = await lookAgain(database, 'a');

      const [unasked] = await database.read<LimitRow>(one('a'));
      await database.write([put('b')]);
      const [ownCommit] = await database.read<LimitRow>(one('a'));
      await other.write([put('c')]);
      const [otherCommit] = await database.read<LimitRow>(one('a'));

      assert.deepEqual({ ...before }, { name: 'a', spent: 0 });
      for (const row of [unasked, ownCommit, otherCommit]) assert.equal(row, before);
    });

    test('a row that was changed, by this instance or by another one, is another object', async () => {
      const [database, other] = await openTwice(engine);
      await database.write([put('a')]);
      const before = await lookAgain(database, 'a');

      await database.write([raise('a')]);
      const ownChange = await lookAgain(database, 'a');
      await other.write([raise('a')]);
      const otherChange = await lookAgain(database, 'a');

      assert.equal(new Set([before, ownChange, otherChange]).size, 3);
      assert.deepEqual(
        [before, ownChange, otherChange].map((row) => row?.spent),
        [0, 1, 2],
      );
    });

    test('a row of many bytes is read anew each time, and one of few is remembered', async () => {
      const database = await openEmpty(engine);
      await database.write([putText(1, 1000), putText(2, MOST_ANSWER_BYTES)]);

      const [few, many] = [await lookTwice(database, [1]), await lookTwice(database, [2])];

      assert.ok(few[0] === (await lookTwice(database, [1]))[0]);
      assert.ok(many[0] !== (await lookTwice(database, [2]))[0]);
    });

    test('remembered rows together are bounded by their bytes', async () => {
      const database = await openEmpty(engine);
      const ids = Array.from({ length: 3000 }, (_, index) => index + 1);
      // Each is worth remembering by itself; together they are more than may be kept.
      const characters = MOST_ANSWER_BYTES / 2 - 200;
      for (let start = 0; start < ids.length; start += 100)
        await database.write(ids.slice(start, start + 100).map((id) => putText(id, characters)));

      const before = await lookTwice(database, ids);
      const after: (object | undefined)[] = [];
      for (const id of ids) after.push((await database.read<object>(text(id)))[0]);

      const kept = after.filter((row, index) => row === before[index]).length;
      assert.ok(kept * 2 * characters <= MOST_REMEMBERED_BYTES, `${kept} of ${ids.length} rows are kept`);
    });

    test('of more rows than are kept as objects, each is as the database has it, whoever changed it', async () => {
      const [database, other] = await openTwice(engine);
      const ids = Array.from({ length: 6000 }, (_, index) => index + 1);
      const wide = (id: number): Sql => sql`select id, access_digest as "digest" from pairs where id = ${id}`;
      const digestOf = (id: number) => `${id} ключ `.repeat(120);
      for (let start = 0; start < ids.length; start += 500)
        await database.write(
          ids.slice(start, start + 500).map(
            (id) => sql`insert into pairs (id, family_id, access_digest, issued_at, access_expires_at)
              values (${id}, 1, ${digestOf(id)}, 1, 2)`,
          ),
        );
      const lookAtAll = async () => {
        const rows = await Promise.all(ids.map((id) => database.read<{ id: number; digest: string }>(wide(id))));
        return rows.map((found) => found[0]?.digest);
      };

      for (let times = 0; times < 3; times += 1) assert.deepEqual(await lookAtAll(), ids.map(digestOf));
      const hitsBefore = database.figures?.().remembered.hits ?? 0;
      await lookAtAll();
      const hits = (database.figures?.().remembered.hits ?? 0) - hitsBefore;
      await other.write([
        sql`update pairs set access_digest = 'changed' where id in (${1}, ${5999})`,
        sql`delete from pairs where id = ${6000}`,
      ]);
      const after = await lookAtAll();

      if (engine === 'sqlite') assert.ok(hits > 5900, `${hits} of 6000 were remembered`);
      assert.deepEqual([after[0], after[1], after[5998], after[5999]], ['changed', digestOf(2), 'changed', undefined]);
      assert.deepEqual(await lookAtAll(), after);
    });

    test('rows and their lists are frozen, whether they are remembered or not', async () => {
      const database = await openEmpty(engine);
      await database.write(NAMES.map(put));

      const first = await database.read<LimitRow>(one('a'));
      const again = [await database.read<LimitRow>(one('a')), await database.read<LimitRow>(one('a'))];
      const together = await Promise.all(NAMES.map((name) => database.read<LimitRow>(one(name))));

      for (const rows of [first, ...again, ...together]) {
        assert.ok(Object.isFrozen(rows));
        assert.ok(rows.length === 1 && rows.every((row) => Object.isFrozen(row)));
      }
    });
  });
}

test('halves that do not make up the whole row are refused when they are first read', async () => {
  const database = await openEmpty('sqlite');
  const whole = sql`select id, used_at as "usedAt", family_id as "familyId" from pairs where id = ${1}`;
  const halves = {
    first: sql`select id from pairs where id = ${0}`,
    second: sql`select id from accounts where id = ${0}`,
    by: 0,
  };

  const asked = database.read(inRows(whole, ([id, usedAt, familyId]) => ({ id, usedAt, familyId }), halves));

  await assert.rejects(asked, /Halves have other columns than id, usedAt, familyId/);
});
