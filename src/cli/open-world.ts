/** Opens the world for a command: settings, database, passwords, log; and closes it again whatever happens. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { withoutPassword } from '../config/values.ts';
import { type Draft, type Settings, withListeningPort } from '../config.ts';
import { type Counters, createCounters } from '../counters.ts';
import { onceAMinute } from '../log/once-a-minute.ts';
import { createLog, type Log } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createPasswords } from '../passwords/argon2.ts';
import { strangersShare } from '../passwords/pace.ts';
import { type DatabaseWatch, Unusable } from '../storage/database.ts';
import { createDeferredWrites } from '../storage/later/deferred-writes.ts';
import { textOf } from '../storage/logged-text.ts';
import { noteMissing, removeUnused } from '../storage/made-file.ts';
import { newestSchema } from '../storage/migrations.ts';
import { openDatabase } from '../storage/open.ts';
import { createWorld, type World } from '../world.ts';
import type { Call } from './command-line.ts';
import { invokerName } from './system-user.ts';

export async function openWorld(
  settings: Settings,
  log: Log = createLog(settings),
  { watch = {}, counters }: { readonly watch?: DatabaseWatch; readonly counters?: Counters } = {},
): Promise<World> {
  const onMoved = (address: string) =>
    log.warn(
      { database: withoutPassword(address) },
      'The database was moved: set LATCHKEY_DATABASE to its new address.',
    );
  const metrics = createMetrics({ clients: settings.metricsPort === 0 ? 0 : settings.metricsClients });
  const measuring = isMeasured(settings) ? { onAnswered: observeStatements({ settings, metrics, log }) } : {};
  const database = await openDatabase(settings.database, settings.databasePool, { onMoved, ...measuring, ...watch });
  return createWorld({
    settings,
    database,
    metrics,
    deferred: createDeferredWrites(database),
    passwords: createPasswords({
      pepper: settings.importedPepper,
      onHash: metrics.countHash,
      onPepperMissed: tellOfPepper(log),
      requestsAtOnce: settings.requestsAtOnce,
      strangersShare: strangersShare(availableParallelism(), settings.workers),
    }),
    log,
    counters: counters ?? createCounters(settings.dangerNoRateLimits),
  });
}

/** Whoever is concerned reads that the password is wrong, so that nobody learns who was imported; so the operator has to be told. */
function tellOfPepper(log: Log): () => void {
  const tell = onceAMinute((_: null, count: number) =>
    log.error(
      { count },
      'Passwords of imported accounts cannot be checked: they had a pepper, and importedPepper is not set.',
    ),
  );
  return () => tell(null);
}

function isMeasured({ metricsPort, slowStatementMs }: Settings): boolean {
  return metricsPort !== 0 || slowStatementMs !== 0;
}

function observeStatements({
  settings: { slowStatementMs },
  metrics,
  log,
}: Pick<World, 'settings' | 'metrics' | 'log'>): NonNullable<DatabaseWatch['onAnswered']> {
  return (operation, milliseconds, asked) => {
    metrics.observeDatabase(operation, milliseconds / 1000);
    if (slowStatementMs === 0 || milliseconds < slowStatementMs) return;
    log.warn({ operation, ms: Math.round(milliseconds), statement: textOf(asked) }, 'A statement was slow.');
  };
}

export async function closeWorld(world: World): Promise<void> {
  await world.deferred.flush();
  await world.refusals.finish();
  await world.activity.finish();
  await world.database.close();
  await world.log.flush();
}

type Work = (world: World) => Promise<number>;

/**
 * For commands that do one thing: no server runs, so the port is only the one the settings name. In the wrong folder there is
 * no database, and one that is made there would answer "nothing", which is a lie.
 */
export function withWorld(draft: Draft, work: Work): Promise<number> {
  return withOpened(draft, { onEmpty: (what) => refuseEmpty(draft.database, what) }, work);
}

/** For who asks before an upgrade: a database that an older program may be serving is left as it is, and `note` is told. */
export function withMigratedWorld(
  draft: Draft,
  work: Work,
  note: (schema: number) => void = () => {},
): Promise<number> {
  const onEmpty: DatabaseWatch['onEmpty'] = (what) => refuseEmpty(draft.database, what);
  const onOutdated: DatabaseWatch['onOutdated'] = (schema) => {
    note(schema);
    refuseOutdated(schema);
  };
  return withOpened(draft, { onEmpty, onOutdated }, work);
}

/**
 * For the few commands that may be the first: makes the database where there is none, and says where. One that was made for a
 * command that is refused goes again: in the wrong folder the next one would find it.
 */
export async function withNewWorld({ settings, tell }: Pick<Call, 'settings' | 'tell'>, work: Work): Promise<number> {
  const { database } = settings;
  const missing = database.startsWith(SQLITE) ? noteMissing(database.slice(SQLITE.length)) : [];
  let isNew = false;
  let isOpen = false;
  let code = 1;
  const watch: DatabaseWatch = {
    onEmpty() {
      isNew = true;
    },
  };
  try {
    code = await withOpened(settings, watch, (world) => {
      isOpen = true;
      return work(world);
    });
    return code;
  } finally {
    const isGone = code !== 0 && removeUnused(missing);
    if (isNew && isOpen && !isGone) tell(`Made a new database: ${placeOf(database)}.`);
  }
}

/** A file as the whole path, wherever the command was called; a server without its password. */
export function placeOf(database: string): string {
  return database.startsWith(SQLITE) ? resolve(database.slice(SQLITE.length)) : withoutPassword(database);
}

const SQLITE = 'sqlite:';

async function withOpened(draft: Draft, watch: DatabaseWatch, work: Work): Promise<number> {
  const settings = withListeningPort(draft, draft.port);
  const world: World = { ...(await openWorld(settings, createLog(settings), { watch })), operator: invokerName() };
  try {
    return await work(world);
  } finally {
    await closeWorld(world);
  }
}

function refuseEmpty(database: string, what: 'no file' | 'no tables'): never {
  const place = placeOf(database);
  const check =
    'run the command in the folder of the service, or name its database with LATCHKEY_DATABASE or --database';
  if (what === 'no file') throw new Unusable(`There is no database file ${place}: ${check}.`);
  if (database.startsWith(SQLITE))
    throw new Unusable(`There is nothing of this service in the database file ${place}: ${check}.`);
  throw new Unusable(`The database ${place} has no tables of this service: ${check}; latchkey migrate makes them.`);
}

function refuseOutdated(schema: number): never {
  throw new Unusable(
    `The database has schema ${schema}, and this program would bring it to ${newestSchema()}: back up and stop every instance first.`,
  );
}
