/** Compares the rows of every table with what the inventory says there can be (src/growth). */
import { openWorld } from '../../../src/cli/open-world.ts';
import { loadSettings } from '../../../src/config/load.ts';
import { withListeningPort } from '../../../src/config.ts';
import type { Bound } from '../../../src/growth/growth.ts';
import { TABLES } from '../../../src/growth/tables.ts';
import type { Database } from '../../../src/storage/database.ts';
import { sql } from '../../../src/storage/sql.ts';

/** How many of everything that a bound is counted for there are. */
export interface Census {
  readonly networks: number;
  readonly hours: number;
}

export type RowCounts = ReadonlyMap<string, number>;

/** On SQLite alone. */
export const OF_SQLITE: ReadonlySet<string> = new Set(['filed_events', 'filing', 'revisions', 'webhook_groups']);

export async function countRows(databaseUrl: string): Promise<RowCounts> {
  const env = { LATCHKEY_DATABASE: databaseUrl, LATCHKEY_LOG_LEVEL: 'silent' };
  const loaded = loadSettings({ flags: {}, env, readFile: () => '' });
  if (!loaded.ok) throw new Error(loaded.faults.join('\n'));
  const { database } = await openWorld(withListeningPort(loaded.loaded.settings, 3000));
  try {
    const counts = new Map<string, number>();
    for (const table of Object.keys(TABLES)) {
      if (OF_SQLITE.has(table) && !databaseUrl.startsWith('sqlite:')) continue;
      counts.set(table, await countIn(database, table));
    }
    return counts;
  } finally {
    await database.close();
  }
}

async function countIn(database: Database, table: string): Promise<number> {
  const [row] = await database.read<{ count: number }>({ ...sql`x`, text: [`select count(*) as count from ${table}`] });
  return Number(row?.count ?? 0);
}

export interface Overgrown {
  /** More rows than the inventory says there can be. */
  readonly beyond: readonly string[];
  /** Tables that grew and that nothing bounds. */
  readonly unbounded: readonly string[];
}

export function judgeGrowth(before: RowCounts, after: RowCounts, census: Census): Overgrown {
  const beyond: string[] = [];
  const unbounded: string[] = [];
  for (const [table, rows] of after) {
    const bound = TABLES[table]?.bound ?? null;
    const grown = rows - (before.get(table) ?? 0);
    if (bound === null && grown > 0) unbounded.push(`${table} grew by ${grown} rows, and nothing bounds it`);
    if (bound !== null && rows > mostOf(bound, after, census) + (before.get(table) ?? 0))
      beyond.push(`${table} has ${rows} rows, at most ${Math.round(mostOf(bound, after, census))} are allowed`);
  }
  return { beyond, unbounded };
}

function mostOf({ most, per }: Bound, rows: RowCounts, { networks, hours }: Census): number {
  // Windows begin at the first try, so that a run may meet one more than it has hours.
  const windows = Math.ceil(hours) + 1;
  const count = (table: string) => rows.get(table) ?? 0;
  switch (per) {
    case 'account':
      return most * count('accounts');
    case 'account and hour':
      return most * count('accounts') * windows;
    case 'application':
      return most * count('clients');
    case 'application and hour':
      return most * count('clients') * windows;
    case 'family':
      return most * count('families');
    case 'consent':
      return most * count('consents');
    case 'consent and hour':
      return most * count('consents') * windows;
    case 'network and hour':
      return most * networks * windows;
    default:
      return most;
  }
}
