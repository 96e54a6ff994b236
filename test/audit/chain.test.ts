/** Proves the audit chain on both databases: whatever is done to events or blocks by SQL shows, and honest life does not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCheckpoint } from '../../src/audit/checkpoint.ts';
import { sealEvents } from '../../src/audit/seal.ts';
import { verifyEvents } from '../../src/audit/verify.ts';
import { report } from '../../src/events/report.ts';
import { digestOfBlock } from '../../src/protocol/audit/block.ts';
import type { EventKind, Source } from '../../src/protocol/event.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { readLastBlock } from '../../src/storage/tables/events/blocks.ts';
import { sweep } from '../../src/tokens/sweep.ts';
import type { World } from '../../src/world.ts';
import { openStage, type Stage } from '../jobs/stage.ts';
import { everyEngine } from '../support/each-database.ts';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const SOURCE = { address: '192.0.2.10', userAgent: 'Quill/1' };
const DAY = 86_400;

function happen(
  world: World,
  kind: EventKind = 'account.signed_in',
  detail: string | null = null,
  source: Source = SOURCE,
): Promise<unknown> {
  return world.database.write([report(world, source, kind, { accountId: 7, clientId: 5, detail })]);
}

/** Six events in two blocks, sealed and looked through once more. */
async function sealed(stage: Stage): Promise<readonly number[]> {
  for (const instance of [stage.first, stage.second, stage.first])
    await happen(instance, 'account.signed_in', String(stage.first.nextId()));
  stage.pass(11);
  await sealEvents(stage.first);
  for (const instance of [stage.first, stage.second, stage.first])
    await happen(instance, 'token.issued', null, { ...SOURCE, traceparent: TRACEPARENT });
  stage.pass(700);
  await sealEvents(stage.second);
  const rows = await stage.first.database.list<{ id: number }>(sql`select id from events order by id`);
  return rows.map(({ id }) => id);
}

function onEachEngine(body: (stage: Stage) => Promise<void>, env = {}): () => Promise<void> {
  return () => everyEngine(async (engine) => body(await openStage(engine, env)));
}

const kindsOf = async (world: World) => (await verifyEvents(world, null)).faults.map((fault) => fault.kind);

const TAMPERINGS: readonly {
  readonly how: string;
  readonly act: (ids: readonly number[]) => readonly Sql[];
  readonly shows: readonly string[];
}[] = [
  {
    how: 'a changed detail',
    act: ([id = 0]) => [sql`update events set detail = 'nothing to see' where id = ${id}`],
    shows: ['event_changed'],
  },
  {
    how: 'another address',
    act: ([id = 0]) => [sql`update events set address = '192.0.2.11' where id = ${id}`],
    shows: ['event_changed'],
  },
  {
    how: 'a trace where there was none',
    act: ([id = 0]) => [sql`update events set traceparent = ${TRACEPARENT} where id = ${id}`],
    shows: ['event_changed'],
  },
  {
    how: 'no trace where there was one',
    act: (ids) => [sql`update events set traceparent = null where id = ${ids.at(-1) ?? 0}`],
    shows: ['event_changed'],
  },
  {
    how: 'another moment',
    act: ([id = 0]) => [sql`update events set happened_at = 1 where id = ${id}`],
    shows: ['event_changed'],
  },
  {
    how: 'one deleted from the middle',
    act: ([, id = 0]) => [sql`delete from events where id = ${id}`],
    shows: ['event_removed'],
  },
  {
    how: 'the last one deleted',
    act: (ids) => [sql`delete from events where id = ${ids.at(-1) ?? 0}`],
    shows: ['event_removed'],
  },
  {
    how: 'one written into a time that is over',
    act: ([id = 0]) => [sql`insert into events (id, happened_at, kind) values (${id + 1}, 1, 'account.signed_in')`],
    shows: ['event_inserted'],
  },
  {
    how: 'two events swapped',
    act: ([one = 0, two = 0]) => [
      sql`update events set id = ${1} where id = ${one}`,
      sql`update events set id = ${one} where id = ${two}`,
      sql`update events set id = ${two} where id = ${1}`,
    ],
    shows: ['event_changed', 'event_changed'],
  },
  {
    how: 'an event and its entry deleted together',
    act: ([id = 0]) => [
      sql`delete from events where id = ${id}`,
      sql`update event_blocks set entries = substr(entries, ${100}), size = size - 1 where id = 1`,
    ],
    shows: ['block_changed'],
  },
  { how: 'a block deleted', act: () => [sql`delete from event_blocks where id = 1`], shows: ['block_missing'] },
  {
    how: 'the beginning cut, with an anchor that pretends a sweep',
    act: (ids) => [
      sql`update event_chain set anchor_block = 1, anchor_total = 3, anchor_up_to = ${ids[2] ?? 0},
        anchor_digest = (select digest from event_blocks where id = 1) where id = 1`,
      sql`delete from event_blocks where id = 1`,
      sql`delete from events where id <= ${ids[2] ?? 0}`,
    ],
    shows: ['anchor_unfounded'],
  },
];

test(
  'whatever is changed, removed, inserted or reordered by SQL is found, and nothing without it',
  onEachEngine(async (stage) => {
    const { first } = stage;
    const ids = await sealed(stage);
    const honest = await verifyEvents(first, null);
    assert.deepEqual([honest.faults, honest.proved, honest.blocks], [[], 6, 2]);
    const kept = await Promise.all(['events', 'event_blocks', 'event_chain'].map((table) => copyOf(first, table)));
    for (const { how, act, shows } of TAMPERINGS) {
      for (const statement of act(ids)) await first.database.write([statement]);
      const found = await kindsOf(first);
      assert.deepEqual([...new Set(found)].slice(0, shows.length), [...new Set(shows)], how);
      for (const restore of kept) await restore();
    }
    assert.deepEqual(await kindsOf(first), []);
  }),
);

test(
  'an event that was inserted into a time that is over is found also after the service has gone on sealing',
  onEachEngine(async (stage) => {
    const { first, pass } = stage;
    const [id = 0] = await sealed(stage);
    pass(3600);
    await first.database.write([
      sql`insert into events (id, happened_at, kind) values (${id - 5}, ${1}, 'account.made_administrator')`,
      sql`update event_chain set closed_block = 0 where id = 1`,
    ]);
    await happen(first);
    pass(700);
    await sealEvents(first);

    const { faults } = await verifyEvents(first, null);
    assert.deepEqual(faults, [{ kind: 'event_inserted', event: id - 5 }]);
  }),
);

test(
  'an entry that was appended long after its time shows, whoever appended it',
  onEachEngine(async (stage) => {
    const { first, pass } = stage;
    const late = report(first, SOURCE, 'account.created');
    await happen(first);
    pass(60);
    await sealEvents(first);
    await first.database.write([late]);
    const waiting = await verifyEvents(first, null);
    assert.deepEqual([waiting.faults, waiting.waiting], [[], 1]);
    pass(700);
    await sealEvents(first);
    assert.deepEqual(await kindsOf(first), []);

    await forgeLater(first, 3600);
    assert.deepEqual(await kindsOf(first), ['event_inserted']);
  }),
);

/** Makes the last block what it would be, had it been sealed so many seconds later. */
async function forgeLater({ database }: World, seconds: number): Promise<void> {
  const block = await readLastBlock(database);
  assert.ok(block);
  const digest = digestOfBlock({ ...block, sealedAt: block.sealedAt + seconds });
  await database.write([
    sql`update event_blocks set sealed_at = sealed_at + ${seconds}, digest = ${digest} where id = ${block.id}`,
  ]);
}

/** What puts the rows of a table back as they are now. */
async function copyOf({ database }: World, table: string): Promise<() => Promise<void>> {
  const text = (...parts: string[]): Sql => ({ ...sql``, text: parts });
  const rows = await database.list<Record<string, string | number | null>>(text(`select * from ${table}`));
  return async () => {
    await database.write([text(`delete from ${table}`)]);
    for (const row of rows) {
      const columns = Object.keys(row);
      const parts = [`insert into ${table} (${columns.join(', ')}) values (`, ...columns.slice(1).map(() => ', '), ')'];
      await database.write([{ ...sql``, text: parts, values: Object.values(row) }]);
    }
  };
}

test(
  'a tail that is cut, an old backup and a forged chain show with a checkpoint, and with none of another installation',
  onEachEngine(async (stage) => {
    const { first } = stage;
    await sealed(stage);
    const before = await makeCheckpoint(first);
    assert.ok(before);
    assert.deepEqual((await verifyEvents(first, before)).faults, []);
    const kinds = async (changes: object) =>
      (await verifyEvents(first, { ...before, ...changes })).faults.map(({ kind }) => kind);
    assert.deepEqual(await kinds({ chain: 'another' }), ['checkpoint_other_chain']);
    assert.deepEqual(await kinds({ events: 5 }), ['checkpoint_differs']);
    assert.deepEqual(await kinds({ digest: 'x' }), ['checkpoint_differs']);
    await first.database.write([
      sql`delete from events where id > (select after_id from event_blocks where id = 2)`,
      sql`delete from event_blocks where id = 2`,
    ]);

    assert.deepEqual(await kindsOf(first), []);
    assert.deepEqual(await kinds({}), ['tail_missing']);
  }),
);

test(
  'an event that commits late is sealed late, and events of two instances are each sealed once',
  onEachEngine(async (stage) => {
    const { first, second, pass } = stage;
    const late = report(first, SOURCE, 'account.created');
    await happen(first);
    pass(60);
    await Promise.all([sealEvents(first), sealEvents(second)]);
    await first.database.write([late]);
    assert.deepEqual(await kindsOf(first), []);
    pass(700);
    await Promise.all([sealEvents(first), sealEvents(second)]);
    const verified = await verifyEvents(second, null);

    assert.deepEqual([verified.faults, verified.events, verified.proved], [[], 2, 2]);
  }),
);

test(
  'what the sweep removes by the retention of its group is no fault, and blocks that go leave an anchor',
  onEachEngine(
    async (stage) => {
      const { first, pass } = stage;
      const ids = await sealed(stage);
      pass(31 * DAY);
      await happen(first);
      pass(11);
      await sealEvents(first);
      await sweep(first);
      const afterMonth = await verifyEvents(first, null);
      const rows = await first.database.list<{ kind: string }>(sql`select kind from events order by id`);
      assert.deepEqual([afterMonth.faults, afterMonth.swept], [[], 3]);
      assert.deepEqual(
        rows.map(({ kind }) => kind.split('.')[0]),
        ['account', 'account', 'account', 'account'],
      );
      pass(371 * DAY);
      await sweep(first);
      await happen(first);
      pass(11);
      await sealEvents(first);
      const afterYear = await verifyEvents(first, null);

      assert.deepEqual([afterYear.faults, afterYear.events], [[], ids.length + 2]);
      assert.ok(afterYear.blocks < 4);
    },
    { LATCHKEY_EVENT_RETENTION: 'token 30' },
  ),
);
