/** Who takes part in a run: Latchkey on each database, its limits, and the peers that were asked for. */
import { join } from 'node:path';
import { freePort } from '../../test/support/postgres-home.ts';
import type { Options } from '../options.ts';
import { installPeers } from '../peers/install.ts';
import { openPostgresPlace, type PostgresPlace } from '../postgres-place.ts';
import { bareTwice } from './bare.ts';
import { latchkey } from './latchkey.ts';
import { peer } from './peers.ts';
import { postgresLimits } from './postgres-limits.ts';
import type { Place, Subject } from './subject.ts';

export interface Gathering {
  readonly subjects: readonly Subject[];
  /** What the figures depend on, by name. */
  readonly versions: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function gatherSubjects(options: Options, say: (words: string) => void): Promise<Gathering> {
  const subjects: Subject[] = [];
  const places: PostgresPlace[] = [];
  const versions: Record<string, string> = { 'Node.js': process.versions.node, SQLite: process.versions.sqlite ?? '' };
  for (const database of options.databases) {
    if (database === 'sqlite') {
      subjects.push(...(await onSqlite(options)), ...(options.hasResources ? [onSqliteWithResources()] : []));
    } else {
      say('PostgreSQL: starting');
      const place = await openPostgresPlace(database);
      places.push(place);
      versions.PostgreSQL = place.version;
      subjects.push(...onPostgres(place, options));
    }
  }
  if (options.workers > 1 || options.instances > 1) subjects.push(bareTwice);
  const trouble = options.peers.length > 0 ? installPeers(say) : null;
  for (const name of options.peers) subjects.push(trouble === null ? peer(name) : absent(peer(name), trouble));
  return { subjects, versions, close: async () => void (await Promise.all(places.map((place) => place.stop()))) };
}

async function onSqlite({ isWatched, workers }: Options): Promise<readonly Subject[]> {
  const databaseUrl = async ({ folder }: Place) => `sqlite:${join(folder, 'latchkey.db')}`;
  const one = latchkey({ name: 'latchkey, SQLite', databaseUrl });
  const several = latchkey({ name: `latchkey, SQLite, ${workers} workers`, databaseUrl, workers });
  return [one, ...(workers > 1 ? [several] : []), ...(isWatched ? [await onSqliteWatched()] : [])];
}

const RESOURCES = 20;

/** Tokens stay as they are: what it costs that some of them could be for an API. */
function onSqliteWithResources(): Subject {
  const numbers = Array.from({ length: RESOURCES }, (_, number) => number);
  const described = numbers.map((number) => [
    `https://api${number}.example.org/`,
    { name: `API ${number}`, scopes: ['profile', 'email'] },
  ]);
  return latchkey({
    name: 'latchkey, SQLite, resources',
    databaseUrl: async ({ folder }) => `sqlite:${join(folder, 'resources.db')}`,
    env: { LATCHKEY_RESOURCES: JSON.stringify(Object.fromEntries(described)) },
  });
}

/** With figures, the access log and the watch for slow statements: what looking costs. */
async function onSqliteWatched(): Promise<Subject> {
  return latchkey({
    name: 'latchkey, SQLite, watched',
    databaseUrl: async ({ folder }) => `sqlite:${join(folder, 'watched.db')}`,
    env: {
      LATCHKEY_METRICS_PORT: String(await freePort()),
      LATCHKEY_ACCESS_LOG: 'true',
      LATCHKEY_SLOW_STATEMENT_MS: '1000',
    },
  });
}

function onPostgres(place: PostgresPlace, { instances, workers }: Options): readonly Subject[] {
  const wish = { databaseUrl: () => place.freshUrl(), databasePids: place.pids };
  const one = latchkey({ ...wish, name: 'latchkey, PostgreSQL' });
  const several = latchkey({ ...wish, name: `latchkey ×${instances}, PostgreSQL`, instances });
  const byWorkers = latchkey({ ...wish, name: `latchkey, PostgreSQL, ${workers} workers`, workers });
  return [one, ...(instances > 1 ? [several] : []), ...(workers > 1 ? [byWorkers] : []), ...postgresLimits(place)];
}

/** Stands in the table with the reason why it could not take part. */
function absent({ name, offers }: Subject, reason: string): Subject {
  return { name, offers, start: () => Promise.reject(new Error(reason)) };
}
