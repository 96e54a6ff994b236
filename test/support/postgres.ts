/** Hands every test that asks a PostgreSQL database of its own. */
import { after } from 'node:test';
import postgres from 'postgres';
import { databaseName } from './left-databases.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let own: Promise<PostgresServer> | undefined;

/** Creates an empty database and returns its URL. */
export function freshDatabase(): Promise<string> {
  return createDatabase('');
}

/**
 * A database with all tables, for whoever is not about migrations: a copy of the run's template, which takes a tenth of the
 * time. A file that is run alone has no template; the service then migrates the empty database as it starts.
 */
export function migratedDatabase(): Promise<string> {
  const template = process.env.LATCHKEY_TEST_TEMPLATE;
  // As files: by way of the log, as PostgreSQL does it unless told, a copy takes three times the processor's time.
  return createDatabase(template ? ` template ${template} strategy file_copy` : '');
}

async function createDatabase(how: string): Promise<string> {
  return await createDatabaseOn(await serverUrl(), how);
}

/** For tools that start a server of their own. */
export async function createDatabaseOn(url: string, how = ''): Promise<string> {
  const server = new URL(url);
  const name = databaseName();
  const administrator = postgres(server.href, { max: 1, onnotice: () => {} });
  await administrator.unsafe(`create database ${name}${how}`);
  await administrator.end();
  server.pathname = `/${name}`;
  return server.href;
}

/** The run's server (test/support/global-setup.ts), or one of this file's own when a file is run alone. */
async function serverUrl(): Promise<string> {
  const given = process.env.LATCHKEY_TEST_POSTGRES;
  if (given) return given;
  own ??= startPostgres();
  return (await own).url;
}

after(async () => {
  if (own) await (await own).stop();
});
