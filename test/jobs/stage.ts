/** Two instances on one database with a clock that the test sets, and a kind of job whose effects are counted there. */
import { loadSettings } from '../../src/config/load.ts';
import { withListeningPort } from '../../src/config.ts';
import { createCounters } from '../../src/counters.ts';
import type { JobKind } from '../../src/jobs/kind.ts';
import { createLog } from '../../src/log.ts';
import { createPasswords } from '../../src/passwords/argon2.ts';
import { accept } from '../../src/protocol/result.ts';
import type { Database } from '../../src/storage/database.ts';
import { createDeferredWrites } from '../../src/storage/later/deferred-writes.ts';
import { type Sql, sql } from '../../src/storage/sql.ts';
import { createWorld, type World } from '../../src/world.ts';
import { type Engine, openTwice } from '../storage/engines.ts';

export const START = 1_790_000_000;

export interface Stage {
  readonly first: World;
  readonly second: World;
  pass(seconds: number): void;
}

export async function openStage(engine: Engine, env: Record<string, string> = {}): Promise<Stage> {
  let now = START;
  const [one, other] = await openTwice(engine);
  return {
    first: worldOn(one, () => now, env),
    second: worldOn(other, () => now, env),
    pass(seconds) {
      now += seconds;
    },
  };
}

export function worldOn(database: Database, now: () => number, env: Record<string, string> = {}): World {
  const loaded = loadSettings({ flags: { 'log-level': 'silent' }, env, readFile: () => '' });
  if (!loaded.ok) throw new Error(loaded.faults.join('\n'));
  const settings = withListeningPort(loaded.loaded.settings, 3000);
  return createWorld({
    settings,
    database,
    deferred: createDeferredWrites(database),
    passwords: createPasswords(),
    log: createLog(settings),
    counters: createCounters(true),
    now,
  });
}

/** Counts how often a name had its effect. The table of limits is one that has room for a name and a number. */
export function countEffect(name: string): Sql {
  return sql`insert into limits (name, spent, resets_at) values (${name}, 1, ${START * 2})
    on conflict (name) do update set spent = limits.spent + 1`;
}

export async function effects(database: Database): Promise<Readonly<Record<string, number>>> {
  const rows = await database.read<{ name: string; spent: number }>(
    sql`select name as "name", spent as "spent" from limits order by name`,
  );
  return Object.fromEntries(rows.map(({ name, spent }) => [name, spent]));
}

/** A kind that counts its payload, unless `run` says otherwise. */
export function countingKind(
  run: (job: Parameters<JobKind['run']>[1], world: World) => ReturnType<JobKind['run']> = async ({ payload }) =>
    accept([countEffect(payload)]),
  limits: Partial<JobKind> = {},
): JobKind {
  return {
    name: 'count',
    retry: { attempts: 3, longestAgeSeconds: 86_400, firstPauseSeconds: 10, longestPauseSeconds: 15 },
    leaseSeconds: 30,
    concurrency: 4,
    mostWaiting: 100,
    run: (world, job) => run(job, world),
    ...limits,
  };
}
