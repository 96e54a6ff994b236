/** The writer thread may end; the service goes on writing with a new one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotNow } from '../../../src/protocol/not-now.ts';
import { sql } from '../../../src/storage/sql.ts';
import { startWriter } from '../../../src/storage/sqlite/writer.ts';
import { addressOf, openAt } from '../engines.ts';

const remember = (name: string) => sql`insert into limits (name, spent, resets_at) values (${name}, 0, 1)`;

test('what was under way when the writer thread ended is refused, and the next write is written', async () => {
  const address = await addressOf('sqlite');
  const database = await openAt(address);
  const writer = startWriter(address.slice('sqlite:'.length), new URL('./dying-writer.ts', import.meta.url));

  await assert.rejects(writer.write([remember('lost')]), NotNow);
  assert.deepEqual(await writer.write([remember('kept')]), [1]);
  await writer.close();

  const rows = await database.read<{ name: string }>(sql`select name from limits where spent = ${0}`);
  assert.deepEqual(
    rows.map((row) => row.name),
    ['kept'],
  );
});
