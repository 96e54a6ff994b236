/** Opens the world for a command: settings, database, passwords, log; and closes it again whatever happens. */
import { withoutPassword } from '../config/values.ts';
import { type Draft, type Settings, withListeningPort } from '../config.ts';
import { createCounters } from '../counters.ts';
import { createLog, type Log } from '../log.ts';
import { createPasswords } from '../passwords/argon2.ts';
import { createDeferredWrites } from '../storage/later/deferred-writes.ts';
import { openDatabase } from '../storage/open.ts';
import { createWorld, type World } from '../world.ts';

export async function openWorld(settings: Settings, log: Log = createLog(settings)): Promise<World> {
  const database = await openDatabase(settings.database, settings.databasePool, (address) => {
    log.warn(
      { database: withoutPassword(address) },
      'The database was moved: set LATCHKEY_DATABASE to its new address.',
    );
  });
  return createWorld({
    settings,
    database,
    deferred: createDeferredWrites(database),
    passwords: createPasswords(),
    log,
    counters: createCounters(settings.dangerNoRateLimits),
  });
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
