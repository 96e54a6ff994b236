/** What a process needs to serve: an open database, what the configuration puts into it, the port, and work beside requests. */
import { offerSetup } from '../../accounts/setup.ts';
import { blameSetting } from '../../config/names.ts';
import type { Draft, Settings } from '../../config.ts';
import type { Counters } from '../../counters.ts';
import { createProxyCheck } from '../../http/server/address.ts';
import type { ConnectionBounds } from '../../http/server/connection-bounds.ts';
import { refuseTakenPort } from '../../http/server/port.ts';
import type { ClosingTurn, Server } from '../../http/server/server.ts';
import type { Log } from '../../log.ts';
import { applyConfigured, releaseUnconfigured } from '../../resources/configure.ts';
import type { DatabaseWatch } from '../../storage/database.ts';
import type { World } from '../../world.ts';
import { closeWorld, openWorld, placeOf } from '../open-world.ts';
import type { Background } from './background.ts';

/** How long output that is not read may delay the end. */
const LAST_WORDS_MS = 1000;

/** Before the database is touched: a second service on a port ends here. */
export async function refuseTakenPorts(draft: Draft): Promise<void> {
  await opening('port', () => refuseTakenPort(draft.host, draft.port));
  if (draft.metricsPort !== 0)
    await opening('metricsPort', () => refuseTakenPort(draft.metricsHost, draft.metricsPort));
}

/** What keeps a port from being opened is told with the setting that names it, of which there are two. */
export async function opening<Answer>(
  setting: 'port' | 'metricsPort',
  open: () => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    return await open();
  } catch (error) {
    throw blameSetting(isOfHost(error) ? HOST_OF[setting] : setting, error);
  }
}

/** An address of another machine, or a name that leads to none. */
function isOfHost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'EADDRNOTAVAIL') || ('syscall' in error && error.syscall === 'getaddrinfo');
}

const HOST_OF = { port: 'host', metricsPort: 'metricsHost' } as const;

export async function openServedWorld(settings: Settings, log: Log, counters?: Counters): Promise<World> {
  log.debug({}, 'Opening the database.');
  const watch = watchDatabase(settings, log);
  const world = await openWorld(settings, log, { watch, ...(counters ? { counters } : {}) });
  watch.sayIfNew();
  log.debug({}, 'The database is open.');
  return world;
}

/** Once for each start of the service. Answers the secret of the link to become the first administrator, where there is none. */
export async function setUpDatabase(world: World): Promise<string | null> {
  const setupToken = await offerSetup(world);
  await applyConfigured(world);
  for (const identifier of await releaseUnconfigured(world))
    world.log.warn({ identifier }, 'A resource is no longer configured: it stays until it is deleted on its page.');
  return setupToken;
}

interface ServedDatabase extends DatabaseWatch {
  sayIfNew(): void;
}

/** What happens to the database is a line each, however many requests feel it. */
function watchDatabase({ database, databaseSilenceMs }: Settings, log: Log): ServedDatabase {
  let isNew = false;
  return {
    silenceMs: databaseSilenceMs,
    onEmpty() {
      isNew = true;
    },
    sayIfNew() {
      if (isNew) log.info({ database: placeOf(database) }, 'Made a new database.');
    },
    onCareless: (settings) =>
      log.warn(
        { settings },
        'PostgreSQL can lose what it has acknowledged when its machine goes down: switch these of its settings on.',
      ),
    onLost: (what, reason) => log.error({ what, reason }, `The database is lost: ${what} are refused.`),
    onUnusable: (reason) => log.error({ reason }, 'No PostgreSQL server can be used: one is sought.'),
    onBack: (what, afterMs) => log.warn({ what, afterMs }, `The database is back: ${what} are served again.`),
  };
}

/** A quarter: two networks that take all they may leave half of the connections to the others. */
const NETWORK_SHARE = 4;

export function boundsOf(
  { connectionsAtOnce: most, trustedProxies }: Draft,
  { log, metrics }: Pick<World, 'log' | 'metrics'>,
): ConnectionBounds {
  const mostPerNetwork = Math.max(1, Math.floor(most / NETWORK_SHARE));
  return {
    most,
    mostPerNetwork,
    isProxy: createProxyCheck(trustedProxies),
    onRefused: metrics.countRefusedConnection,
    onReached(network) {
      if (network === null) log.warn({ most }, 'All connections are taken: further ones are closed.');
      else
        log.warn({ network, mostPerNetwork }, 'One network has all the connections it may: further ones are closed.');
    },
  };
}

interface Leaving {
  readonly world: World;
  readonly server: Server;
  readonly background: Background;
  /** Where several processes share the port. */
  readonly turn?: ClosingTurn;
  /** Called when nothing is served any more. */
  readonly onServed: () => void;
}

export async function leave({ world, server, background, turn, onServed }: Leaving): Promise<void> {
  try {
    await server.stop(world.settings.drainSeconds * 1000, turn);
    await background.stop();
    onServed();
    await closeWorld(world);
  } finally {
    endSoon();
  }
}

/** Where nothing is stuck, the program ends by itself long before. */
export function endSoon(): void {
  setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
}

interface Readiness {
  readonly settings: Settings;
  readonly setupToken: string | null;
}

/** Without an administrator the service cannot be managed: the first start says how to become one. */
export function sayWhereAndWhatToDo({ settings, setupToken }: Readiness, print: (line: string) => void): void {
  print(`latchkey listening on http://${printableHost(settings.host)}:${settings.port}`);
  if (setupToken === null) {
    print(`Open ${settings.url} in a browser.`);
    return;
  }
  print('No administrator exists yet. Open this link within one hour to create the first one; it works once:');
  print(`  ${settings.url}/setup/${setupToken}`);
}

/** RFC 3986 §3.2.2: an IPv6 address stands in brackets. */
function printableHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Nothing has been served and every write is one transaction, so whatever the start still does may be cut off. */
export async function abandonStart(log: Log, signal: NodeJS.Signals): Promise<never> {
  log.info({ signal }, 'Told to stop while starting.');
  await log.flush();
  process.exit(0);
}
