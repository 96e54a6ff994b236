/** What the operator reads of a PostgreSQL server that can no longer be used: why, server by server, and never a password. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { NotNow } from '../../../src/protocol/not-now.ts';
import type { Database } from '../../../src/storage/database.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { sql } from '../../../src/storage/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { freePort } from '../../support/postgres-home.ts';
import { startService } from '../../support/service.ts';

const COUNT = sql`select count(*) as count from accounts`;

/** A database whose owner may be kept out, with a password that nobody asks for and that must be told nowhere. */
async function ownedDatabase() {
  const address = new URL(await freshDatabase());
  const name = address.pathname.slice(1);
  const owner = `${name}_owner`;
  const administrator = postgres(address.href, { max: 1, onnotice: () => {} });
  await administrator.unsafe(`create role ${owner} login`);
  await administrator.unsafe(`alter database ${name} owner to ${owner}`);
  address.username = owner;
  address.password = 'a-word-for-nobody';
  return {
    address,
    async keepOut() {
      await administrator.unsafe(`alter role ${owner} nologin`);
      await administrator`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${owner}`;
    },
    letIn: () => administrator.unsafe(`alter role ${owner} login`),
    end: () => administrator.end(),
    refusal: new RegExp(`^role "${owner}" is not permitted to log in \\(28000\\)$`),
  };
}

async function refusal(database: Database): Promise<string | undefined> {
  const refused = await database.read(COUNT).catch((error: unknown) => error);
  return refused instanceof NotNow ? refused.message : undefined;
}

test('why a server can no longer be used is told with each refusal, and by itself once, however soon it comes again', async () => {
  const owned = await ownedDatabase();
  const told: string[] = [];
  const database = await openDatabase(owned.address.href, 4, { silenceMs: 2000, onUnusable: (why) => told.push(why) });
  await owned.keepOut();
  await eventually('the reason is told', () => told.length > 0);

  const first = await refusal(database);
  await owned.letIn();
  await eventually('it is read again', async () => (await database.read(COUNT).catch(() => [])).length === 1);
  await owned.keepOut();
  await eventually('it is refused again', async () => ((await refusal(database)) ?? '').includes('28000'));
  await database.close();
  await owned.end();

  assert.match(String(first), /^The database is out of reach: role "\S+" is not permitted to log in \(28000\)\.$/);
  assert.equal(told.length, 1, told.join('\n'));
  assert.match(told[0] ?? '', owned.refusal);
});

test('of several servers that cannot be used each is named with its reason', async () => {
  const { address } = await ownedDatabase().then(async (owned) => {
    await owned.keepOut();
    await owned.end();
    return owned;
  });
  const nobody = `127.0.0.1:${await freePort()}`;
  const several = address.href.replace(address.host, `${nobody},${address.host}`);

  const failed = await openDatabase(several, 4).catch((error: unknown) => String(error));

  const gone = `${nobody}: connect ECONNREFUSED ${nobody} \\(ECONNREFUSED\\)`;
  const shut = `${address.host}: role \\S+ is not permitted to log in \\(28000\\)`;
  assert.match(String(failed), new RegExp(`cannot be used: ${gone}; ${shut}\\.$`));
  assert.doesNotMatch(String(failed), /a-word-for-nobody/);
});

test('the log of a service says why its database is lost, without the password', async () => {
  const owned = await ownedDatabase();
  const service = await startService({ database: 'postgres', databaseUrl: owned.address.href });
  const lines = () => service.stderr().split('\n');
  const told = () => lines().find((line) => line.includes('"No PostgreSQL server can be used: one is sought."'));
  await owned.keepOut();
  await eventually('the log has the reason', () => told() !== undefined);
  await service.kill();
  await owned.end();

  assert.match(JSON.parse(told() ?? '{}').reason, owned.refusal);
  assert.doesNotMatch(lines().join('\n'), /a-word-for-nobody/);
});
