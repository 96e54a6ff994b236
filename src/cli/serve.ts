/** `latchkey serve`: opens the database, then the port, says where it listens, and leaves without losing a request. */
import { VERSION } from '../config/version.ts';
import { type Settings, withListeningPort } from '../config.ts';
import type { MetricsPort } from '../http/server/metrics-port.ts';
import { type Server, startServer } from '../http/server/server.ts';
import { besideLog } from '../log/destination.ts';
import { createLog, type Log } from '../log.ts';
import type { World } from '../world.ts';
import { act, type Call } from './command-line.ts';
import { closeWorld } from './open-world.ts';
import { type Background, startBackground } from './serving/background.ts';
import { warnOfFewDescriptors, watchDescriptors } from './serving/descriptor-limit.ts';
import { openFigures } from './serving/figures.ts';
import {
  abandonStart,
  boundsOf,
  leave,
  opening,
  openServedWorld,
  refuseTakenPorts,
  sayWhereAndWhatToDo,
  setUpDatabase,
} from './serving/instance.ts';
import { endWithinLimit, hearStopSignals } from './serving/stop-signals.ts';

export const command = act({
  says: 'Runs the service.',
  output: 'unneeded',
  options: {},
  run: async ({ settings, origins, print }) => {
    const call = { settings, origins, print: besideLog(print) };
    if (settings.workers === 1) return await serveAlone(call);
    const { serveByWorkers } = await import('./workers/primary.ts');
    return await serveByWorkers(call);
  },
});

async function serveAlone(call: Pick<Call, 'settings' | 'origins' | 'print'>): Promise<number> {
  const told = hearStopSignals().then((signal) => ({ signal }));
  const log = createLog(call.settings);
  const started = await Promise.race([told, start(call, log)]);
  if ('signal' in started) return await abandonStart(log, started.signal);
  sayWhereAndWhatToDo(started, call.print);
  const { world, server, background, figures } = started;
  log.info(
    { url: started.settings.url, engine: world.database.engine, version: VERSION, pid: process.pid },
    'The service is ready.',
  );
  const { signal } = await told;
  log.info({ signal }, 'Told to stop: finishing open requests.');
  const onServed = () => {
    figures?.close();
    log.info({}, 'The service has stopped.');
  };
  await leave({ world, server, background, onServed });
  return 0;
}

interface Started {
  readonly world: World;
  /** With the port that is listened on. */
  readonly settings: Settings;
  readonly server: Server;
  readonly background: Background;
  readonly figures: MetricsPort | null;
  readonly setupToken: string | null;
}

/** The port is opened last, when requests can be answered. Whatever fails before leaves nothing open. */
async function start({ settings: draft, origins }: Pick<Call, 'settings' | 'origins'>, log: Log): Promise<Started> {
  await refuseTakenPorts(draft);
  warnOfFewDescriptors(log, draft.connectionsAtOnce);
  const descriptors = watchDescriptors(log);
  const world = { ...(await openServedWorld(withListeningPort(draft, draft.port), log)), origins };
  try {
    // Handlers and pages are loaded while the database's own thread starts.
    const [{ createApp }, setupToken] = await Promise.all([import('../app.ts'), setUpDatabase(world)]);
    const settingsAt = (port: number) => (port === draft.port ? world.settings : withListeningPort(draft, port));
    // Made before the port opens, so that what is missing is reported first; with port 0 the app needs the real one.
    const app = createApp(world);
    const listenerAt = (port: number) =>
      port === draft.port ? app : createApp({ ...world, settings: settingsAt(port) });
    const { host, port: wanted } = draft;
    const server = await opening('port', () =>
      startServer({ host, port: wanted, bounds: boundsOf(draft, world), listenerAt }),
    );
    const figures = await openFigures(world, { server, descriptors }).catch(async (error) => {
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
