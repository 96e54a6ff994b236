/** `latchkey serve`: opens the database, then the port, says where it listens, and leaves without losing a request. */
import { offerSetup } from '../accounts/setup.ts';
import { VERSION } from '../config/version.ts';
import { type Draft, type Settings, withListeningPort } from '../config.ts';
import { createProxyCheck } from '../http/server/address.ts';
import type { ConnectionBounds } from '../http/server/connection-bounds.ts';
import type { MetricsPort } from '../http/server/metrics-port.ts';
import { refuseTakenPort } from '../http/server/port.ts';
import { type Server, startServer } from '../http/server/server.ts';
import { createLog, type Log } from '../log.ts';
import { applyConfigured, releaseUnconfigured } from '../resources/configure.ts';
import type { DatabaseWatch } from '../storage/database.ts';
import type { World } from '../world.ts';
import { act, type Call } from './command-line.ts';
import { closeWorld, openWorld, placeOf } from './open-world.ts';
import { type Background, startBackground } from './serving/background.ts';
import { warnOfFewDescriptors, watchDescriptors } from './serving/descriptor-limit.ts';
import { openFigures } from './serving/figures.ts';
import { endWithinLimit, hearStopSignals } from './serving/stop-signals.ts';

/** How long output that is not read may delay the end. */
const LAST_WORDS_MS = 1000;

export const command = act({
  says: 'Runs the service.',
  options: {},
  run: async (call) => {
    const told = hearStopSignals().then((signal) => ({ signal }));
    const log = createLog(call.settings);
    const started = await Promise.race([told, start(call, log)]);
    if ('signal' in started) return await abandonStart(log, started.signal);
    sayWhereAndWhatToDo(started, call.print);
    const { url } = started.settings;
    log.info({ url, engine: started.world.database.engine, version: VERSION }, 'The service is ready.');
    const { signal } = await told;
    log.info({ signal }, 'Told to stop: finishing open requests.');
    await leave(started);
    return 0;
  },
});

interface Started {
  readonly world: World;
  /** With the port that is listened on. */
  readonly settings: Settings;
  readonly server: Server;
  readonly background: Background;
  readonly figures: MetricsPort | null;
  /** The secret of the link to become the first administrator, where there is none. */
  readonly setupToken: string | null;
}

/** The port is opened last, when requests can be answered. Whatever fails before leaves nothing open. */
async function start({ settings: draft, origins }: Pick<Call, 'settings' | 'origins'>, log: Log): Promise<Started> {
  await refuseTakenPort(draft.host, draft.port);
  if (draft.metricsPort !== 0) await refuseTakenPort(draft.metricsHost, draft.metricsPort);
  warnOfFewDescriptors(log, draft.connectionsAtOnce);
  watchDescriptors(log);
  log.debug({}, 'Opening the database.');
  const watch = watchDatabase(draft, log);
  const world = { ...(await openWorld(withListeningPort(draft, draft.port), log, watch)), origins };
  watch.sayIfNew();
  log.debug({}, 'The database is open.');
  try {
    // Handlers and pages are loaded while the database's own thread starts.
    const [{ createApp }, setupToken] = await Promise.all([import('../app.ts'), offerSetup(world)]);
    await applyConfigured(world);
    for (const identifier of await releaseUnconfigured(world))
      log.warn({ identifier }, 'A resource is no longer configured: it stays until it is deleted on its page.');
    const settingsAt = (port: number) => (port === draft.port ? world.settings : withListeningPort(draft, port));
    // Made before the port opens, so that what is missing is reported first; with port 0 the app needs the real one.
    const app = createApp(world);
    const server = await startServer({
      host: draft.host,
      port: draft.port,
      bounds: boundsOf(draft, log),
      listenerAt: (port) => (port === draft.port ? app : createApp({ ...world, settings: settingsAt(port) })),
    });
    const figures = await openFigures(world, server).catch(async (error) => {
      await server.stop(0);
      throw error;
    });
    const background = startBackground(world);
    return { world, settings: settingsAt(server.port), server, background, figures, setupToken };
  } catch (error) {
    endWithinLimit();
    // Why the start failed matters more than what failed after it.
    await closeWorld(world).catch(() => {});
    throw error;
  }
}

interface ServedDatabase extends DatabaseWatch {
  sayIfNew(): void;
}

/** What happens to the database is a line each, however many requests feel it. */
function watchDatabase({ database }: Draft, log: Log): ServedDatabase {
  let isNew = false;
  return {
    onEmpty() {
      isNew = true;
    },
    sayIfNew() {
      if (isNew) log.info({ database: placeOf(database) }, 'Made a new database.');
    },
    onLost: (what, reason) => log.error({ what, reason }, `The database is lost: ${what} are refused.`),
    onBack: (what, afterMs) => log.warn({ what, afterMs }, `The database is back: ${what} are served again.`),
  };
}

/** A quarter: two networks that take all they may leave half of the connections to the others. */
const NETWORK_SHARE = 4;

function boundsOf({ connectionsAtOnce: most, trustedProxies }: Draft, log: Log): ConnectionBounds {
  const mostPerNetwork = Math.max(1, Math.floor(most / NETWORK_SHARE));
  return {
    most,
    mostPerNetwork,
    isProxy: createProxyCheck(trustedProxies),
    onReached(network) {
      if (network === null) log.warn({ most }, 'All connections are taken: further ones are closed.');
      else
        log.warn({ network, mostPerNetwork }, 'One network has all the connections it may: further ones are closed.');
    },
  };
}

/** Nothing has been served and every write is one transaction, so whatever the start still does may be cut off. */
async function abandonStart(log: Log, signal: NodeJS.Signals): Promise<never> {
  log.info({ signal }, 'Told to stop while starting.');
  await log.flush();
  process.exit(0);
}

async function leave({ world, server, background, figures }: Started): Promise<void> {
  try {
    await server.stop(world.settings.drainSeconds * 1000);
    await background.stop();
    figures?.close();
    world.log.info({}, 'The service has stopped.');
    await closeWorld(world);
  } finally {
    // Where nothing is stuck, the program ends by itself long before.
    setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
  }
}

/** Without an administrator the service cannot be managed: the first start says how to become one. */
function sayWhereAndWhatToDo({ settings, setupToken }: Started, print: (line: string) => void): void {
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
