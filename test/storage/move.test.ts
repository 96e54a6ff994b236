/** Proves that a move carries every table, follows what changes meanwhile, and goes on after it was stopped anywhere. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { Database } from '../../src/storage/database.ts';
import type { MoveReport, Progress } from '../../src/storage/move/move.ts';
import { type MovedTable, NOT_MOVED } from '../../src/storage/move/moved-tables.ts';
import { abandonMove, moveBetween } from '../../src/storage/move/open-ends.ts';
import { openLine } from '../../src/storage/move/postgres-line.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { listMovedTables } from '../../src/storage/sqlite/schema.ts';
import { SWEEPS } from '../../src/storage/sweeps.ts';
import { addressOf, ENGINES, type Engine, openAt } from './engines.ts';

const TABLES = listMovedTables();
const NOW = 1_800_000_000;

function raw(text: string): Sql {
  return { ...sql``, text: [text] };
}

function moveNow(from: string, to: string, progress: (said: Progress) => void = () => {}): Promise<MoveReport> {
  return moveBetween(from, to, { id: randomUUID(), now: () => NOW, pauseSeconds: 5, progress });
}

const AWKWARD = ['', ' ', '0', 'NULL', '{"a",\\b}', 'line\nbreak\ttab', 'Ω ☃ 😀', '1e3', '00042', '9'.repeat(3000)];

/** The same number in every column of a row, so that references between tables hold and no two rows share a key. */
function rowsFor({ name, columns, key }: MovedTable, count: number): readonly Sql[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index === 0 ? Number.MAX_SAFE_INTEGER - 7 : index;
    const values = columns.map((column) => {
      if (column.type === 'bigint') return String(number);
      const text = key.includes(column.name) || index >= AWKWARD.length ? `${index}` : `${AWKWARD[index]}${index}`;
      return `'${text.replaceAll("'", "''")}'`;
    });
    return raw(
      `insert into ${name} (${columns.map((column) => column.name).join(', ')}) values (${values.join(', ')})`,
    );
  });
}

/** A table may refer to one that was made later: its rows are written once the others stand. */
async function fill(database: Database, count: number): Promise<void> {
  let waiting = TABLES.flatMap((table) => rowsFor(table, count));
  while (waiting.length > 0) {
    const refused: Sql[] = [];
    for (const row of waiting) if ((await database.write([row])) === null) refused.push(row);
    assert.ok(refused.length < waiting.length, `no place for ${refused[0]?.text[0]}`);
    waiting = refused;
  }
}

/** Everything that is moved, as texts, in an order of its own. */
async function everything(address: string): Promise<Record<string, readonly string[]>> {
  const database = await openDatabase(address, 2);
  const all: Record<string, readonly string[]> = {};
  for (const { name, columns } of TABLES) {
    const rows = await database.read<Record<string, unknown>>(raw(`select * from ${name}`));
    all[name] = rows.map((row) => JSON.stringify(columns.map((column) => row[column.name]))).toSorted();
  }
  await database.close();
  return all;
}

const otherThan = (engine: Engine): Engine => (engine === 'sqlite' ? 'postgres' : 'sqlite');

test('every table of the schema is moved, or named with the reason why it is not', async () => {
  const address = await addressOf('sqlite');
  await openAt(address);
  const file = new DatabaseSync(address.slice('sqlite:'.length));
  const made = file.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'").all();
  file.close();

  const known = [...TABLES.map(({ name }) => name), ...Object.keys(NOT_MOVED)];

  assert.deepEqual(known.toSorted(), made.map(({ name }) => String(name)).toSorted());
});

test('both engines have the same columns, numbers and texts alone, and every moved table has a key', async () => {
  const postgres = await openAt(await addressOf('postgres'));
  for (const { name, columns, key } of TABLES) {
    const rows = await postgres.read<{ name: string; type: string }>(
      raw(`select column_name as name, data_type as type from information_schema.columns
        where table_schema = current_schema() and table_name = '${name}'`),
    );

    const described = (list: readonly { name: string; type: string }[]) =>
      list.map((column) => `${name}.${column.name} ${column.type}`).toSorted();
    assert.deepEqual(described(rows), described(columns));
    assert.notDeepEqual(key, [], name);
  }
});

for (const engine of ENGINES) {
  test(`every row of every table arrives as it was, from ${engine} and back again`, async () => {
    const first = await addressOf(engine);
    await fill(await openAt(first), 25);
    const before = await everything(first);
    const second = await addressOf(otherThan(engine));
    const third = await addressOf(engine);

    const there = await moveNow(first, second);
    const back = await moveNow(second, third);

    assert.deepEqual(await everything(third), before);
    assert.equal(there.rows, 25 * TABLES.length);
    assert.equal(back.rows, there.rows);
    // By the address from which everything began.
    assert.deepEqual(await everything(first), before);
  });

  test(`a move from ${engine} that stops at any moment changes nothing, and goes on when it is run again`, async () => {
    const from = await addressOf(engine);
    await fill(await openAt(from), 3);
    const before = await everything(from);
    const to = await addressOf(otherThan(engine));
    const moments = ['copying accounts', 'copying events', 'comparing accounts', 'comparing events'];

    for (const moment of moments) {
      const stopped = moveNow(from, to, ({ doing, table }) => {
        if (`${doing} ${table}` === moment) throw new Error(moment);
      });
      await assert.rejects(stopped, /stopped the move/);
      assert.deepEqual(await everything(from), before);
      await assert.rejects(openDatabase(to, 2), /is being filled from .* not complete/);
    }
    await moveNow(from, to);

    assert.deepEqual(await everything(to), before);
    assert.deepEqual(await moveNow(from, to).then(({ wasComplete }) => wasComplete), true);
  });

  test(`a move from ${engine} can be given up, and another one begun`, async () => {
    const from = await addressOf(engine);
    await fill(await openAt(from), 2);
    const before = await everything(from);
    const to = await addressOf(otherThan(engine));
    const other = await addressOf(otherThan(engine));
    const stop = () => {
      throw new Error('stopped');
    };
    await assert.rejects(moveNow(from, to, stop));
    await assert.rejects(moveNow(from, other), /is being moved to .*--abandon/);

    assert.notEqual(await abandonMove(from), undefined);
    assert.equal(await abandonMove(from), undefined);
    await assert.rejects(moveNow(from, to), /is not empty: a move from .* has begun to fill it/);
    await moveNow(from, other);

    assert.deepEqual(await everything(other), before);
  });

  test(`what was noted for a move from ${engine} that rests for a day is swept, and the move has lapsed`, async () => {
    const from = await addressOf(engine);
    const database = await openAt(from);
    const to = await addressOf(otherThan(engine));
    const stop = () => {
      throw new Error('stopped');
    };
    await assert.rejects(moveNow(from, to, stop));
    await fill(database, 1);
    const noted = () => database.read<{ id: number }>(sql`select id from move_changes`);
    assert.equal((await noted()).length, TABLES.length);

    const at = { now: NOW + 86_401, firstKeptPair: 0, eventDays: 400, longestEventDays: 400, firstIdOf: () => 0 };
    for (const one of SWEEPS) {
      if ('step' in one && one.table.startsWith('move')) await database.write([one.step(at, 1000)].flat());
    }
    await database.write([sql`update accounts set nickname = ${'later'}`]);

    assert.deepEqual(await noted(), []);
    await assert.rejects(moveNow(from, to), /has lapsed/);
  });
}

test('what is inserted, changed, swapped, given another key or deleted during a move arrives as it is in the end', async () => {
  const from = await addressOf('sqlite');
  await fill(await openAt(from), 30);
  const other = new DatabaseSync(from.slice('sqlite:'.length));
  const to = await addressOf('postgres');
  const done = new Set<string>();
  const during: Readonly<Record<string, string>> = {
    'copying accounts': `update accounts set nickname_key = 'held' where id = 3;
      update accounts set nickname_key = '3' where id = 4; update accounts set nickname_key = '4' where id = 3`,
    'copying events': `delete from events where id = 5; update redirect_uris set position = 99 where client_id = 6;
      insert into events (id, happened_at, kind) values (5000, 1, 'x'); insert into limits values ('new', 1, 1)`,
    'comparing accounts': `update accounts set nickname_key = 'free' where id = 7; delete from limits where name = '8';
      update accounts set nickname_key = '7' where id = 8`,
    'comparing limits': `insert into limits values ('8', 2, 2); update limits set name = 'renamed' where name = '9'`,
  };

  await moveNow(from, to, ({ doing, table }) => {
    const moment = `${doing} ${table}`;
    if (done.has(moment)) return;
    done.add(moment);
    other.exec(during[moment] ?? 'select 1');
  });
  const renamed = TABLES.map(({ name }) => [name, other.prepare(`select * from moved_${name}`).all()] as const);
  other.close();

  const arrived = await everything(to);
  for (const [name, rows] of renamed) {
    const columns = TABLES.find((table) => table.name === name)?.columns ?? [];
    const left = rows.map((row) => JSON.stringify(columns.map((column) => row[column.name])));
    assert.deepEqual(arrived[name], left.toSorted(), name);
  }
  assert.deepEqual(
    Object.keys(during).filter((moment) => !done.has(moment)),
    [],
  );
});

test('what an open database remembers is not answered once it was moved away', async () => {
  for (const engine of ENGINES) {
    const from = await addressOf(engine);
    const open = await openAt(from);
    const idle = await openAt(from);
    await fill(open, 2);
    const nickname = () => idle.read<{ nickname: string }>(sql`select nickname from accounts where id = ${1}`);
    // Asked for again, it is remembered.
    for (let times = 0; times < 3; times += 1) await nickname();

    await moveNow(from, await addressOf(otherThan(engine)));
    await open.write([sql`update accounts set nickname = ${'after'} where id = ${1}`]);

    assert.deepEqual(await nickname(), [{ nickname: 'after' }]);
    assert.equal(idle.engine, otherThan(engine));
    assert.equal(await idle.findTrouble(), undefined);
  }
});

test('a statement of a move takes as long as it needs, whatever time the address gives one', async () => {
  const address = new URL(await addressOf('postgres'));
  for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    address.searchParams.set(name, '1000');
  const line = await openLine(address.href);

  try {
    const [[slow] = []] = await line.query('select cast(pg_sleep(1.5) is not null as text)');

    assert.equal(slow, 'true');
  } finally {
    line.end();
  }
});
