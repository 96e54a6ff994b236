/** Makes the database with all tables that the databases of a run are copies of. */
import postgres from 'postgres';
import { migrate } from './sqlite-template.ts';

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
