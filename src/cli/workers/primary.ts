/** `latchkey serve` with several workers: prepares the database once, keeps workers alive, and ends them together. */
import { VERSION } from '../../config/version.ts';
import { type Draft, type Settings, withListeningPort } from '../../config.ts';
import { createLedger } from '../../counters/ledger.ts';
import { type BoundPort, bindPort } from '../../http/server/bound-port.ts';
import { type MetricsPort, openMetricsPort } from '../../http/server/metrics-port.ts';
import { openSink } from '../../log/destination.ts';
import { createLog, type Log } from '../../log.ts';
import { resolveHost, type World } from '../../world.ts';
import type { Call } from '../command-line.ts';
import { closeWorld } from '../open-world.ts';
import { warnOfFewDescriptors } from '../serving/descriptor-limit.ts';
import {
  abandonStart,
  endSoon,
  opening,
  openServedWorld,
  refuseTakenPorts,
  sayWhereAndWhatToDo,
  setUpDatabase,
} from '../serving/instance.ts';
import { endWithinLimit, hearStopSignals } from '../serving/stop-signals.ts';
import { createCounts } from './counts.ts';
import { addPrimarySources, type JoinedMetrics, joinMetrics } from './joined-metrics.ts';
import { watchPulse } from './pulse.ts';
import { send } from './slot.ts';
import { type Supervisor, superviseWorkers } from './supervisor.ts';

type Serving = Pick<Call, 'settings' | 'origins' | 'print'>;

export async function serveByWorkers({ settings: draft, origins, print }: Serving): Promise<number> {
  const told = hearStopSignals().then((signal) => ({ signal }));
  const sink = openSink(draft.logFile);
  const log = createLog(draft, sink);
  const started = await Promise.race([told, start({ settings: draft, origins }, log, sink.write)]);
  if ('signal' in started) return await abandonStart(log, started.signal);
  if ('code' in started) return await end(log, started.code);
  const { settings, engine, supervisor, figures } = started;
  sayWhereAndWhatToDo(started, print);
  log.info(
    { url: settings.url, engine, workers: draft.workers, version: VERSION, pid: process.pid },
    'The service is ready.',
  );
  const why = await Promise.race([told, supervisor.failed.then((code) => ({ code }))]);
  if ('signal' in why) log.info({ signal: why.signal }, 'Told to stop: finishing open requests.');
  else endWithinLimit();
  const drainedCode = await supervisor.drain();
  figures?.close();
  log.info({}, 'The service has stopped.');
  return await end(log, 'code' in why ? why.code : drainedCode);
}

interface Started {
  readonly settings: Settings;
  readonly engine: string;
  readonly supervisor: Supervisor;
  readonly figures: MetricsPort | null;
  readonly setupToken: string | null;
}

/** Workers load the program while the database is prepared; none of them opens it before. */
async function start(
  { settings: draft, origins }: Pick<Call, 'settings' | 'origins'>,
  log: Log,
  writeLog: (lines: string) => void,
): Promise<Started | { readonly code: number }> {
  await refuseTakenPorts(draft);
  const address = await addressOf(draft.host);
  const port = await opening('port', () => bindPort(address, draft.port));
  const divided = shareOf(draft);
  warnOfFewDescriptors(log, divided.connectionsAtOnce);
  const joined = joinMetrics(() => supervisor.slots);
  const supervisor = supervise({ draft, log, writeLog, joined });
  try {
    const { metrics, ...prepared } = await prepareDatabase(withListeningPort(draft, port.port), log);
    addPrimarySources(metrics, supervisor, log);
    const figures = await openFigures(draft, () => joined.print(metrics));
    const whole = withListeningPort(draft, port.port);
    const settings = withListeningPort(divided, port.port);
    const serving = supervisor.serve({ settings, origins, whole }, port);
    const failure = await Promise.race([serving, supervisor.failed]);
    if (failure !== undefined) return await stopAll(supervisor, port, failure);
    return { ...prepared, supervisor, figures, settings: whole };
  } catch (error) {
    await stopAll(supervisor, port, 1);
    throw error;
  }
}

/** Nothing has been served yet. */
async function stopAll(supervisor: Supervisor, port: BoundPort, code: number): Promise<{ readonly code: number }> {
  for (const { child } of supervisor.slots) child.kill('SIGKILL');
  port.close();
  return { code };
}

interface Supervised {
  readonly draft: Draft;
  readonly log: Log;
  readonly writeLog: (lines: string) => void;
  readonly joined: JoinedMetrics;
}

function supervise({ draft: { workers }, log, writeLog, joined }: Supervised): Supervisor {
  const ledger = createLedger(workers);
  const counts = createCounts(() => supervisor.slots);
  const pulse = watchPulse({ listSlots: () => supervisor.slots, log, onChange: counts.onPulse });
  const supervisor = superviseWorkers({
    workers,
    log,
    writeLog,
    onMessage(slot, message, handle) {
      if (message.kind === 'spend')
        send(slot, { kind: 'credit', id: message.id, credit: ledger.grant(message.request) });
      else if (message.kind === 'figures') joined.onFigures(slot, message.id, message.text);
      else if (message.kind === 'count') counts.onCount(slot, message.open);
      else if (message.kind === 'give') counts.pass(message.to, handle);
      else if (message.kind === 'taken') counts.onTaken(message.id);
      else if (message.kind === 'alive') pulse.onAnswer(slot);
    },
    onEnd(slot) {
      joined.onEnd(slot);
      counts.onEnd(slot);
    },
  });
  return supervisor;
}

/** Migrations, the setup link and configured resources: once, before any worker opens the database. */
async function prepareDatabase(
  settings: Settings,
  log: Log,
): Promise<Pick<Started, 'engine' | 'setupToken'> & Pick<World, 'metrics'>> {
  const world = await openServedWorld(settings, log);
  try {
    return { metrics: world.metrics, engine: world.database.engine, setupToken: await setUpDatabase(world) };
  } finally {
    await closeWorld(world);
  }
}

function openFigures({ metricsHost, metricsPort }: Draft, print: () => Promise<string>): Promise<MetricsPort | null> {
  return metricsPort === 0
    ? Promise.resolve(null)
    : opening('metricsPort', () => openMetricsPort(metricsHost, metricsPort, print));
}

/** Fewer connections to PostgreSQL than this do not work (SETTINGS.databasePool). */
const LEAST_POOL = 4;

/** What is bounded for the whole instance is divided: all workers together get no more than one process would. */
function shareOf(draft: Draft): Draft {
  const part = (whole: number) => Math.max(1, Math.floor(whole / draft.workers));
  return {
    ...draft,
    requestsAtOnce: part(draft.requestsAtOnce),
    connectionsAtOnce: part(draft.connectionsAtOnce),
    databasePool: Math.max(LEAST_POOL, part(draft.databasePool)),
  };
}

async function addressOf(host: string): Promise<string> {
  return (await resolveHost(host))[0] ?? host;
}

async function end(log: Log, code: number): Promise<number> {
  await log.flush();
  endSoon();
  return code;
}
