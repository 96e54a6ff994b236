/** The writer thread may end; the service goes on writing with a new one. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { NotNow } from '../../../src/protocol/not-now.ts';
import { sql } from '../../../src/storage/sql.ts';
import { startWriter } from '../../../src/storage/sqlite/writer.ts';
import { addressOf, openAt } from '../engines.ts';

const remember = (name: string) => sql`insert into limits (name, spent, resets_at) values (${name}, 0, 1)`;

test('what was under way when the writer thread ended is refused, and the next write is written', async () => {
  const address = await addressOf('sqlite');
  const database = await openAt(address);
  const writer = startWriter(address.slice('sqlite:'.length), {
    script: new URL('./dying-writer.ts', import.meta.url),
  });

  await assert.rejects(writer.write([remember('lost')]), NotNow);
  assert.deepEqual(await writer.write([remember('kept')]), [1]);
  await writer.close();

  const rows = await database.read<{ name: string }>(sql`select name from limits where spent = ${0}`);
  assert.deepEqual(
    rows.map((row) => row.name),
    ['kept'],
  );
});

test('of many writes at once, in several groups, each has its own answer and none is lost', async () => {
  const address = await addressOf('sqlite');
  const database = await openAt(address);
  const writer = startWriter(address.slice('sqlite:'.length));
  const taken = [0, 7, 11, 12, 13, 30, 63, 99];
  for (const number of taken) await writer.write([remember(`writer ${number}`)]);

  const rounds = Array.from({ length: 100 }, (_, number) => number);
  const answers = await Promise.all(
    rounds.map(async (number) => {
      // Some come in the same turn, others while earlier ones are committed.
      if (number % 3 === 0) await new Promise(setImmediate);
      return await writer.write([remember(`writer ${number}`)]);
    }),
  );
  const last = writer.write([remember('last')]);
  await writer.close();

  assert.deepEqual(await last, [1], 'a writer that is closed ends what it has');
  for (const number of rounds) assert.deepEqual(answers[number], taken.includes(number) ? null : [1], String(number));
  const rows = await database.read<{ count: number }>(
    sql`select count(*) as count from limits where name like ${'writer %'}`,
  );
  assert.equal(Number(rows[0]?.count), rounds.length);
});

test('a write waits for another process that is writing, and is written after it', async () => {
  const address = await addressOf('sqlite');
  const database = await openAt(address);
  const path = address.slice('sqlite:'.length);
  const writer = startWriter(path);
  const other = new DatabaseSync(path);
  other.exec('begin immediate');

  let isWritten = false;
  const write = writer.write([remember('second')]).then((counts) => {
    isWritten = true;
    return counts;
  });
  for (let row = 0; row < 200; row += 1) {
    other.prepare('insert into limits (name, spent, resets_at) values (?, 0, 1)').run(`first ${row}`);
    await database.read(sql`select count(*) as count from limits`);
  }
  assert.equal(isWritten, false);
  other.exec('commit');
  other.close();

  assert.deepEqual(await write, [1]);
  await writer.close();
});

test('writers of several processes on one file all write what they have', async () => {
  const address = await addressOf('sqlite');
  const database = await openAt(address);
  const writers = Array.from({ length: 3 }, () => startWriter(address.slice('sqlite:'.length)));

  const answers = await Promise.all(
    writers.map(async (writer, number) => {
      const counts: unknown[] = [];
      for (let write = 0; write < 50; write += 1) counts.push(await writer.write([remember(`${number}, ${write}`)]));
      await writer.close();
      return counts;
    }),
  );

  for (const counts of answers) assert.deepEqual(counts, Array(50).fill([1]));
  const rows = await database.read<{ count: number }>(sql`select count(*) as count from limits where spent = ${0}`);
  assert.equal(Number(rows[0]?.count), 150);
});

test('a statement that fails after it has changed rows is undone with its batch, and others of its group are done', async () => {
  const address = await addressOf('sqlite');
  const database = await openAt(address);
  const writer = startWriter(address.slice('sqlite:'.length));
  const names = ['a', 'b', 'c'];
  for (const name of names) await writer.write([remember(name)]);
  // The first row can be renamed, the second one cannot: its new name is taken by then.
  const collide = sql`update limits set name = 'taken' where name in ('a', 'b')`;
  const copyAll = sql`insert into limits (name, spent, resets_at)
    select case name when 'c' then 'a' else name || ' again' end, spent, resets_at from limits order by name`;

  const answers = await Promise.all([
    writer.write([remember('before')]),
    writer.write([remember('with it'), collide]),
    writer.write([copyAll, remember('after it')]),
    writer.write([remember('after')]),
  ]);
  await writer.close();

  assert.deepEqual(answers, [[1], null, null, [1]]);
  const rows = await database.read<{ name: string }>(sql`select name from limits order by name`);
  assert.deepEqual(
    rows.map((row) => row.name),
    [...names, 'after', 'before'].sort(),
  );
});

test('all groups that were under way when the writer thread ended are refused', async () => {
  const address = await addressOf('sqlite');
  await openAt(address);
  const writer = startWriter(address.slice('sqlite:'.length), {
    script: new URL('./dying-writer.ts', import.meta.url),
  });

  const lost = await Promise.allSettled(
    Array.from({ length: 40 }, (_, number) => writer.write([remember(`${number}`)])),
  );

  for (const { status } of lost) assert.equal(status, 'rejected');
  assert.deepEqual(await writer.write([remember('kept')]), [1]);
  await writer.close();
});
