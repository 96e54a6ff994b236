/** A role that may not change the tables is told so at the start, before the first migration: half of them are of no use to any program. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import postgres from 'postgres';
import { newestSchema, schemaOf } from '../../../src/storage/migrations.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { run } from '../../support/service.ts';
import { beforeMigration, openAt } from '../engines.ts';

interface Stranger {
  /** The address of the database for its owner, and for a role that does not own what is in it. */
  readonly owner: string;
  readonly address: string;
  readonly role: string;
  readonly database: string;
  readonly grant: (rights: string) => Promise<void>;
  readonly schema: () => Promise<number>;
}

async function strangerAt(owner: string): Promise<Stranger> {
  const role = `stranger_${randomBytes(4).toString('hex')}`;
  const asked = async (text: string) => {
    const client = postgres(owner, { max: 1, onnotice: () => {} });
    const rows = await client.unsafe<{ number: number }[]>(text);
    await client.end();
    return rows.map(({ number }) => Number(number));
  };
  await asked(`create role ${role} login`);
  const address = new URL(owner);
  address.username = role;
  return {
    owner,
    address: address.href,
    role,
    database: address.pathname.slice(1),
    grant: async (rights) => void (await asked(`grant ${rights} to ${role}`)),
    schema: async () => schemaOf(await asked('select number from migrations')),
  };
}

const OLD_SCHEMA = 41;

/** As a program left it that knew a few migrations less. */
async function oldDatabase(): Promise<string> {
  const address = await freshDatabase();
  await beforeMigration('sessions-held', async () => await (await openDatabase(address, 4)).close());
  return address;
}

test('a role that may use the tables and does not own them is refused before any migration, with the name of their owner', async () => {
  const stranger = await strangerAt(await oldDatabase());
  const { address, role, database } = stranger;
  await stranger.grant('all on schema public');
  await stranger.grant('all on all tables in schema public');
  const says = `latchkey: The role ${role} does not own the tables of the database ${database}, and an update has to change them: they belong to postgres. Use that role, or make ${role} the owner (alter table … owner to ${role}; with a dump: pg_restore --no-owner --role=${role}).\n`;

  for (const [words, code] of [
    [['migrate', '--check'], 3] as const,
    [['migrate'], 1] as const,
    [['serve'], 1] as const,
  ]) {
    const refused = await run([...words], { env: { LATCHKEY_DATABASE: address, LATCHKEY_PORT: '0' } });
    assert.deepEqual([refused.stderr, refused.code], [says, code], words.join(' '));
  }

  assert.equal(await stranger.schema(), OLD_SCHEMA);
});

test('a role that may not read the tables of a restored dump is told to whom they belong', async () => {
  const { address, role, database, grant } = await strangerAt(await oldDatabase());
  await grant('all on schema public');

  const { code, stderr } = await run(['users', 'list'], { env: { LATCHKEY_DATABASE: address } });

  assert.equal(code, 1);
  assert.match(
    stderr,
    new RegExp(
      `^latchkey: The role ${role} does not own the tables of the database ${database}, [^\n]+ belong to postgres\\. [^\n]+\n$`,
    ),
  );
});

test('a role that may make no tables in an empty database is told what would let it', async () => {
  const { address, role, database } = await strangerAt(await freshDatabase());

  const { code, stderr } = await run(['migrate'], { env: { LATCHKEY_DATABASE: address } });

  const says = `latchkey: The role ${role} may make no tables in the schema public of the database ${database}: make it the owner (alter database ${database} owner to ${role}).\n`;
  assert.deepEqual([stderr, code], [says, 1]);
});

test('a database without a schema for tables is named with the setting that chooses one', async () => {
  const address = new URL(await freshDatabase());
  address.searchParams.set('search_path', 'nowhere');

  const { code, stderr } = await run(['migrate'], { env: { LATCHKEY_DATABASE: address.href } });

  assert.equal(code, 1);
  assert.match(
    stderr,
    /^latchkey: The database test_\w+ has no schema of search_path \(nowhere\): make it, or name another one\.\n$/,
  );
});

test('a role that may use every table goes on while there is nothing to migrate', async () => {
  const owner = await freshDatabase();
  await openAt(owner);
  const stranger = await strangerAt(owner);
  await stranger.grant('all on schema public');
  await stranger.grant('all on all tables in schema public');

  const { code, stderr } = await run(['users', 'list'], { env: { LATCHKEY_DATABASE: stranger.address } });

  assert.deepEqual([stderr, code], ['', 0]);
  assert.equal(await stranger.schema(), newestSchema());
});

test('a table of somebody else in the same schema is nobody’s concern', async () => {
  const stranger = await strangerAt(await freshDatabase());
  await stranger.grant('all on schema public');
  const client = postgres(stranger.owner, { max: 1, onnotice: () => {} });
  await client.unsafe('create table somebody_elses (name text)');
  await client.end();

  const { code, stderr } = await run(['migrate', '--json'], { env: { LATCHKEY_DATABASE: stranger.address } });

  assert.equal(code, 0, stderr);
});
