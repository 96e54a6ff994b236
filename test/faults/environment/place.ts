/** A database of its own for a run, with people and applications in it, and a folder for histories. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { createByOperator } from '../../../src/accounts/operator.ts';
import { openWorld } from '../../../src/cli/open-world.ts';
import { registerClient } from '../../../src/clients/register.ts';
import { loadSettings } from '../../../src/config/load.ts';
import { withListeningPort } from '../../../src/config.ts';
import { sql } from '../../../src/storage/sql.ts';
import type { World } from '../../../src/world.ts';
import { type PostgresServer, type PostgresWish, startPostgres } from '../../support/postgres-server.ts';
import { migratedFile } from '../../support/sqlite-template.ts';
import './on-disk.ts';

export type Engine = 'sqlite' | 'postgres';

export interface Person {
  readonly id: number;
  readonly nickname: string;
  readonly password: string;
}

export interface Application {
  readonly clientId: string;
  readonly secret: string;
}

export interface Place {
  readonly engine: Engine;
  readonly databaseUrl: string;
  readonly directory: string;
  readonly histories: string;
  readonly people: readonly Person[];
  readonly applications: readonly Application[];
  /** The PostgreSQL server, where it is this run's own. */
  readonly postgres: PostgresServer | undefined;
  close(): Promise<void>;
}

export interface Population {
  readonly people: number;
  readonly applications: number;
}

export const CALLBACK = 'https://app.example.com/cb';
const PASSWORD = 'a lantern over the harbour';
const NOWHERE = { address: null, userAgent: null };

export interface Lodging {
  /** The address of a server to make a database in; without it a durable one is started. */
  readonly sharedPostgres?: string | undefined;
  /** Whether instances reach PostgreSQL over TLS. */
  readonly isTls?: boolean | undefined;
  /** What a server that is started finds in its environment, given the folder of its files. */
  readonly envFor?: PostgresWish['envFor'];
}

export async function preparePlace(
  engine: Engine,
  population: Population,
  { sharedPostgres, isTls = false, envFor }: Lodging = {},
): Promise<Place> {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-faults-'));
  const input = { durable: true, ...(envFor && { envFor }) };
  const own = engine === 'postgres' && !sharedPostgres ? await startPostgres(input) : undefined;
  const databaseUrl =
    engine === 'sqlite'
      ? migratedFile(join(directory, 'latchkey.db'))
      : withTls(await freshDatabase(own?.url ?? sharedPostgres), isTls);
  const world = await openWorld(settingsFor(databaseUrl));
  try {
    if (isTls && engine === 'postgres') await refuseWithoutTls(world);
    const people: Person[] = [];
    // One after the other: on a busy machine the queue of passwords would turn some of them away.
    for (let index = 0; index < population.people; index += 1) people.push(await addPerson(world, index));
    const [owner] = people;
    if (!owner) throw new Error('A place needs somebody.');
    const applications = await Promise.all(
      Array.from({ length: population.applications }, (_, index) => addApplication(world, owner.id, index)),
    );
    return {
      engine,
      databaseUrl,
      directory,
      histories: join(directory, 'histories'),
      people,
      applications,
      postgres: own,
      async close() {
        await own?.stop();
        rmSync(directory, { recursive: true, force: true });
      },
    };
  } finally {
    await world.database.close();
  }
}

/** Every server of the tests offers it. Whose certificate it is, other tests ask. */
export function withTls(address: string, isTls: boolean): string {
  return isTls ? `${address}${address.includes('?') ? '&' : '?'}sslmode=require` : address;
}

/** A run that promises TLS must not prove what happens without. */
async function refuseWithoutTls({ database }: World): Promise<void> {
  const [row] = await database.list<{ count: number }>(
    sql`select count(*) as "count" from pg_stat_ssl where pid = pg_backend_pid() and ssl`,
  );
  if (row?.count !== 1) throw new Error('The instances would speak without TLS.');
}

function settingsFor(databaseUrl: string) {
  const env = { LATCHKEY_DATABASE: databaseUrl, LATCHKEY_LOG_LEVEL: 'silent' };
  const result = loadSettings({ flags: {}, env, readFile: () => '' });
  if (!result.ok) throw new Error(result.faults.join('\n'));
  return withListeningPort(result.loaded.settings, 3000);
}

async function freshDatabase(server = ''): Promise<string> {
  const address = new URL(server);
  const name = `faults_${process.pid}_${Math.floor(performance.now() * 1000)}`;
  const administrator = postgres(address.href, { max: 1, onnotice: () => {} });
  await administrator.unsafe(`create database ${name}${likeTemplate(server)}`);
  await administrator.end();
  address.pathname = `/${name}`;
  return address.href;
}

/** The server of a whole run of tests has a database to copy; any other has none. */
function likeTemplate(server: string): string {
  const { LATCHKEY_TEST_POSTGRES: ofTheRun, LATCHKEY_TEST_TEMPLATE: template } = process.env;
  return template && server === ofTheRun ? ` template ${template}` : '';
}

async function addPerson(world: World, index: number): Promise<Person> {
  const nickname = `person${index}`;
  const input = { nickname, email: `${nickname}@example.org`, password: PASSWORD };
  const made = await createByOperator(world, input, index === 0);
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  return { id: made.value.id, nickname, password: PASSWORD };
}

async function addApplication(world: World, ownerId: number, index: number): Promise<Application> {
  const details = {
    name: `Application ${index}`,
    description: '',
    homepageUrl: '',
    logoUrl: '',
    redirectUris: [CALLBACK],
    scopes: ['profile', 'email'],
    isConfidential: true,
    sendsIssuer: false,
  };
  const made = await registerClient(world, {
    ownerId,
    details,
    actor: { id: ownerId, isAdmin: true, source: NOWHERE },
  });
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  return { clientId: made.value.publicId, secret: made.value.secret ?? '' };
}
