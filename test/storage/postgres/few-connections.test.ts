/** A PostgreSQL server that has no connection left is told apart from one that is gone: the operator has to count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { NotNow } from '../../../src/protocol/not-now.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { sql } from '../../../src/storage/sql.ts';
import { freshDatabase } from '../../support/postgres.ts';

test('where the server gives no more connections, the reason says so and names the setting', async () => {
  const address = new URL(await freshDatabase());
  const name = address.pathname.slice(1);
  const administrator = postgres(address.href, { max: 1, onnotice: () => {} });
  // No limit holds for a superuser.
  await administrator.unsafe(`create role ${name}_owner login`);
  await administrator.unsafe(`alter database ${name} owner to ${name}_owner`);
  address.username = `${name}_owner`;
  const database = await openDatabase(address.href, 4);
  await administrator.unsafe(`alter database ${name} connection limit 1`);

  const listed = await database.list(sql`select count(*) as count from accounts`).catch((error: unknown) => error);

  await database.close();
  await administrator.end();
  assert.ok(listed instanceof NotNow, String(listed));
  assert.match(listed.message, /gives no more connections \(53300\).*databasePool.*max_connections/);
});
