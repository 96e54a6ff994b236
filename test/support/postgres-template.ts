/** Makes the database with all tables that the databases of a run are copies of. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import postgres from 'postgres';

const executable = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');
const MIGRATE_LIMIT_MS = 60_000;

/** Answers its name. */
export async function makeTemplate(serverUrl: string): Promise<string> {
  const name = 'latchkey_template';
  const administrator = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await administrator.unsafe(`create database ${name}`);
  const address = new URL(serverUrl);
  address.pathname = `/${name}`;
  migrate(address.href);
  // A database that somebody is connected to cannot be copied.
  await administrator.unsafe(`alter database ${name} allow_connections false`);
  await administrator.end();
  return name;
}

function migrate(databaseUrl: string): void {
  const { PATH, HOME } = process.env;
  const { status, stderr } = spawnSync(executable, ['migrate'], {
    env: { PATH, HOME, LATCHKEY_DATABASE: databaseUrl },
    encoding: 'utf8',
    timeout: MIGRATE_LIMIT_MS,
  });
  if (status !== 0) throw new Error(`latchkey migrate ended with ${status}: ${stderr}`);
}
