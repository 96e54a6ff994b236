/** Opens the world for a command: settings, database, passwords, log; and closes it again whatever happens. */
import { type Draft, type Settings, withListeningPort } from '../config.ts';
import { createCounters } from '../counters.ts';
import { createLog, type Log } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createPasswords } from '../passwords/argon2.ts';
import { createDeferredWrites } from '../storage/later/deferred-writes.ts';
import { measured, type StatementObserver, textOf } from '../storage/measured.ts';
import { openDatabase } from '../storage/open.ts';
import { createWorld, type World } from '../world.ts';

export async function openWorld(settings: Settings, log: Log = createLog(settings)): Promise<World> {
  const opened = await openDatabase(settings.database, settings.databasePool);
  const metrics = createMetrics();
  const database = isMeasured(settings) ? measured(opened, observeStatements({ settings, metrics, log })) : opened;
  return createWorld({
    settings,
    database,
    metrics,
    deferred: createDeferredWrites(database),
    passwords: createPasswords(settings.importedPepper),
    log,
    counters: createCounters(settings.dangerNoRateLimits),
  });
}

function isMeasured({ metricsPort, slowStatementMs }: Settings): boolean {
  return metricsPort !== 0 || slowStatementMs !== 0;
}

function observeStatements({
  settings: { slowStatementMs },
  metrics,
  log,
}: Pick<World, 'settings' | 'metrics' | 'log'>): StatementObserver {
  return (operation, milliseconds, asked) => {
    metrics.observeDatabase(operation, milliseconds / 1000);
    if (slowStatementMs === 0 || milliseconds < slowStatementMs) return;
    log.warn({ operation, ms: Math.round(milliseconds), statement: textOf(asked) }, 'A statement was slow.');
  };
}

export async function closeWorld(world: World): Promise<void> {
  await world.deferred.flush();
  await world.refusals.flush();
  await world.database.close();
  await world.log.flush();
}

/** For commands that do one thing: no server runs, so the port is only the one the settings name. */
export async function withWorld(draft: Draft, work: (world: World) => Promise<number>): Promise<number> {
  const world = await openWorld(withListeningPort(draft, draft.port));
  try {
    return await work(world);
  } finally {
    await closeWorld(world);
  }
}
