/** Lists and counts: as fresh as lookups, and nobody else waits for them, however long they take. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { onBehalfOf } from '../../src/on-behalf.ts';
import { NotNow } from '../../src/protocol/not-now.ts';
import type { Database } from '../../src/storage/database.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { addressOf, ENGINES, openAt, openEmpty } from './engines.ts';

const put = (name: string): Sql => sql`insert into limits (name, spent, resets_at) values (${name}, 0, 1)`;
const one = (name: string): Sql => sql`select name, spent from limits where name = ${name}`;
const all = (): Sql => sql`select name, spent from limits order by name`;
/** A good while of work for either engine. */
const long = (): Sql => sql`with recursive numbers (number) as (
    select 1 union all select number + 1 from numbers where number < ${200_000}
  ) select count(*) as "count" from numbers`;
const LANE = 8;

/** The names of calls in the order in which they were answered. */
async function orderOf(calls: Readonly<Record<string, Promise<unknown>>>): Promise<readonly string[]> {
  const order: string[] = [];
  await Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      await call;
      order.push(name);
    }),
  );
  return order;
}

async function namesIn(database: Database): Promise<readonly string[]> {
  return (await database.list<{ name: string }>(all())).map(({ name }) => name);
}

for (const engine of ENGINES) {
  describe(`lists on ${engine}`, () => {
    test('lookups and writes are answered before lists that were asked for earlier and take long', async () => {
      const database = await openEmpty(engine);
      await database.write([put('a')]);

      const lists = Array.from({ length: LANE }, () => database.list<{ count: number }>(long()));
      const order = await orderOf({
        list: Promise.any(lists),
        look: database.read(one('a')),
        write: database.write([put('b')]),
      });

      assert.deepEqual(order.slice(2), ['list']);
      for (const rows of await Promise.all(lists)) assert.deepEqual({ ...rows[0] }, { count: 200_000 });
    });

    test('a list shows every write that returned before it was asked for, of whichever instance', async () => {
      const address = await addressOf(engine);
      const [database, other] = [await openAt(address), await openAt(address)];

      const seen: number[] = [];
      for (const [index, writer] of [database, other, database, other].entries()) {
        await writer.write([put(`row ${index}`)]);
        seen.push((await namesIn(database)).length);
      }

      assert.deepEqual(seen, [1, 2, 3, 4]);
    });

    test('the rows of a list are frozen, and each is another object each time', async () => {
      const database = await openEmpty(engine);
      await database.write([put('a'), put('b')]);

      const [first, again] = [await database.list(all()), await database.list(all())];

      assert.deepEqual(first, again);
      assert.ok(Object.isFrozen(first) && first.every((row) => Object.isFrozen(row)));
      assert.ok(first[0] !== again[0]);
    });

    test('a wrong list is a defect of its own, and those beside it are answered', async () => {
      const database = await openEmpty(engine);
      await database.write([put('a')]);

      const [wrong, right] = await Promise.allSettled([
        database.list(sql`select nothing from limits`),
        namesIn(database),
      ]);

      assert.ok(wrong?.status === 'rejected' && !(wrong.reason instanceof NotNow));
      assert.deepEqual(right?.status === 'fulfilled' && right.value, ['a']);
    });

    test('more lists than may wait are refused at once, and lookups are not', async () => {
      const database = await openEmpty(engine);

      const lists = Array.from({ length: 1100 }, (_, index) => database.list(index < LANE ? long() : all()));
      const outcomes = Promise.allSettled(lists);
      await database.read(one('a'));

      const refused = (await outcomes).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      assert.ok(refused.length > 0 && refused.length < 100, `${refused.length} were refused`);
      assert.ok(refused.every((reason) => reason instanceof NotNow));
    });

    test('whoever asks for little waits for one long list of each who asks for many, however many those are', async () => {
      const database = await openEmpty(engine);
      await database.write([put('a')]);

      const many = [1, 3].flatMap((id) =>
        Array.from({ length: 4 }, () => onBehalfOf(`account ${id}`, () => database.list(long()))),
      );
      let answered = 0;
      for (const list of many) void list.then(() => answered++);
      const lists = [
        await onBehalfOf('account 2', () => namesIn(database)),
        // What the service does for itself, such as telling who was revoked, has its turn too.
        await namesIn(database),
      ];

      assert.deepEqual(lists, [['a'], ['a']]);
      assert.ok(answered <= 4, `${answered} long lists were read before`);
      await Promise.all(many);
    });

    test('of one account a few requests wait, each for all it asks, and further ones are told to come back', async () => {
      const database = await openEmpty(engine);

      const ask = () => onBehalfOf('account 1', () => Promise.all([1, 2, 3].map(() => namesIn(database))));
      const outcomes = Promise.allSettled(Array.from({ length: 20 }, ask));
      const other = await onBehalfOf('account 2', () => namesIn(database));

      const refused = (await outcomes).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      assert.equal(refused.length, 4);
      assert.ok(refused.every((reason) => reason instanceof NotNow && reason.why === 'overloaded'));
      assert.deepEqual(other, []);
    });
  });
}
