/** `latchkey serve`: opens the port and the database, says where it listens, and leaves without losing a request. */
import { offerSetup } from '../accounts/setup.ts';
import { withListeningPort } from '../config.ts';
import { type Server, startServer } from '../http/server/server.ts';
import { createLog, type Log } from '../log.ts';
import type { World } from '../world.ts';
import { type Background, startBackground } from './background.ts';
import { act } from './command-line.ts';
import { closeWorld, openWorld } from './open-world.ts';

/** Whatever hangs, a process that was told to stop is gone by then; the end that is waited for takes half of it. */
const LONGEST_END_MS = 25_000;
/** How long words on stdout that nobody reads may hold up the end. */
const LAST_WORDS_MS = 1000;

export const command = act({
  says: 'Runs the service.',
  options: {},
  run: async (call) => {
    const log = createLog(call.settings);
    const { host, port, connectionsAtOnce: mostConnections } = call.settings;
    const server = await startServer({ host, port, mostConnections });
    const settings = withListeningPort(call.settings, server.port);
    const world = await openWorld(settings, log).catch(async (error) => {
      await server.stop(0);
      throw error;
    });
    const stopped = untilToldToStop(log);
    // Doors and pages are loaded only now, while the database's own thread starts.
    const { createApp } = await import('../app.ts');
    server.open(createApp(world));
    const background = startBackground(world);
    call.print(`latchkey listening on http://${printableHost(settings.host)}:${server.port}`);
    await sayWhatToDo(world, call.print);
    log.info({ url: settings.url, engine: world.database.engine }, 'The service is ready.');
    await stopped;
    await leave(world, server, background);
    return 0;
  },
});

/** SIGTERM and SIGINT end the service; a second one changes nothing, since the end is already bounded in time. */
function untilToldToStop(log: Log): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        log.info({ signal }, 'Told to stop: finishing open requests.');
        resolve();
      });
    }
  });
}

async function leave(world: World, server: Server, background: Background): Promise<void> {
  setTimeout(() => process.exit(1), LONGEST_END_MS).unref();
  await server.stop(world.settings.drainSeconds * 1000);
  await background.stop();
  world.log.info({}, 'The service has stopped.');
  await closeWorld(world);
  // Where nothing is stuck, the program ends by itself long before.
  setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
}

/** Without an administrator there is nobody to run the service: the first start says how to become one. */
async function sayWhatToDo(world: World, print: (line: string) => void): Promise<void> {
  const token = await offerSetup(world);
  if (token === null) {
    print(`Open ${world.settings.url} in a browser.`);
    return;
  }
  print('No administrator exists yet. Open this link within one hour to create the first one; it works once:');
  print(`  ${world.settings.url}/setup/${token}`);
}

/** RFC 3986 §3.2.2: an IPv6 address stands in brackets. */
function printableHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
