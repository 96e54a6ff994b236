/** Proves what is answered where a database was moved away and cannot say so at the moment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotNow } from '../../src/protocol/not-now.ts';
import type { Database } from '../../src/storage/database.ts';
import { follow } from '../../src/storage/following.ts';
import { sql } from '../../src/storage/sql.ts';

/** A server that has lost its tables, and answers the question why in this way. */
function movedAway(why: () => Promise<never>): Database {
  const gone = () => Promise.reject(new Error('relation "pairs" does not exist'));
  return {
    engine: 'postgres',
    read: (statement) => (statement.text.join('').includes('from moves') ? why() : gone()),
    list: gone,
    write: gone,
    findTrouble: async () => undefined,
    close: async () => {},
  };
}

test('a request that meets a moved database which does not answer is told to come back, not that something is broken', async () => {
  const silent = movedAway(() => Promise.reject(new NotNow('unavailable', 'The database is out of reach (57014).')));
  const database = await follow('postgres://localhost/latchkey', async () => silent, {});

  await assert.rejects(database.read(sql`select 1 from pairs`), NotNow);
  await assert.rejects(database.write([sql`delete from pairs where id = ${1}`]), NotNow);
});

test('a table that is missing without a move is a defect, and is told as one', async () => {
  const broken = movedAway(() => Promise.reject(new Error('relation "moves" does not exist')));
  const database = await follow('postgres://localhost/latchkey', async () => broken, {});

  await assert.rejects(database.read(sql`select 1 from pairs`), /relation "pairs" does not exist/);
});
