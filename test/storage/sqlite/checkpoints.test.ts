/** The log of the embedded database stays short while the service writes without a pause. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type Sql, sql } from '../../../src/storage/sql.ts';
import { record } from '../../../src/storage/tables/events/events.ts';
import { eventually } from '../../support/eventually.ts';
import { addressOf, openAt } from '../engines.ts';

const MIB = 1024 * 1024;
const AT_ONCE = 500;

test('a log worth moving is moved into the database file while the service goes on writing', async () => {
  const { path, write } = await openLog();
  assert.ok(statSync(path).size < MIB);

  // Rows for 4 MiB and more: from then on every look of the writer finds them worth moving.
  await eventually('pages in the file', async () => {
    await write(1);
    return statSync(path).size > 2 * MIB;
  });
  // Long before the writer would have done it itself.
  assert.ok(statSync(`${path}-wal`).size < 24 * MIB);
});

test('the log is moved while lists are read without a pause, and every list is whole', async () => {
  const { path, write, list } = await openLog();
  let isDone = false;
  const lists = Array.from({ length: 4 }, async () => {
    const lengths: number[] = [];
    while (!isDone) lengths.push((await list()).length);
    return lengths;
  });

  await eventually('pages in the file', async () => {
    await write(1);
    return statSync(path).size > 2 * MIB;
  });
  isDone = true;

  for (const lengths of await Promise.all(lists)) {
    assert.ok(lengths.length > 0);
    for (const [index, length] of lengths.entries()) assert.ok(length >= (lengths[index - 1] ?? 0));
  }
  assert.ok(statSync(`${path}-wal`).size < 24 * MIB);
});

test('the log begins anew before it has grown to 64 MiB', async () => {
  const { path, write, look } = await openLog();
  const lengths: number[] = [];

  for (let round = 0; round < 24; round += 1) {
    await write(1);
    lengths.push(look().log);
  }

  assert.ok(lengths.some((length, index) => length < (lengths[index - 1] ?? 0)));
  assert.ok(statSync(`${path}-wal`).size < 64 * MIB);
});

async function openLog() {
  const address = await addressOf('sqlite');
  const database = await openAt(address);
  const path = address.slice('sqlite:'.length);
  const beside = new DatabaseSync(path, { readOnly: true });
  let id = 0;
  const event = (): Sql => {
    id += 1;
    const about = { accountId: null, clientId: null, familyId: null, detail: 'x'.repeat(3000) };
    return record({ id, at: 1, kind: 'token.refreshed', source: { address: null, userAgent: null }, ...about });
  };
  return {
    path,
    list: () => database.list(sql`select id from events order by id`),
    write: async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1)
        for (let group = 0; group < 8; group += 1)
          await Promise.all(Array.from({ length: AT_ONCE / 8 }, () => database.write([event()])));
    },
    look: () => {
      const row = beside.prepare('pragma wal_checkpoint(noop)').get();
      return { log: Number(row?.log) };
    },
  };
}
