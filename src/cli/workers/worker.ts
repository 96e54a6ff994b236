/** A worker: serves requests on the port that its primary hands it, until it is told to drain or the primary is gone. */
import { createCreditCounters } from '../../counters/credit.ts';
import type { Credit } from '../../counters/ledger.ts';
import type { BoundHandle } from '../../http/server/bound-port.ts';
import { type ClosingTurn, type Server, startServer } from '../../http/server/server.ts';
import { createSink } from '../../log/sink.ts';
import { createLog } from '../../log.ts';
import type { World } from '../../world.ts';
import { startBackground } from '../serving/background.ts';
import { watchDescriptors } from '../serving/descriptor-limit.ts';
import { addSources } from '../serving/figures.ts';
import { boundsOf, endSoon, leave, openServedWorld } from '../serving/instance.ts';
import { endWithinLimit } from '../serving/stop-signals.ts';
import { type Configured, LOG_DESCRIPTOR, type ToPrimary, type ToWorker } from './messages.ts';
import { type ConnectionShare, shareConnections } from './share.ts';

/** A terminal and systemd signal all processes of a service; only the primary decides what that means. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGUSR2'] as const;

export async function runWorker(): Promise<number> {
  for (const signal of SIGNALS) process.on(signal, () => {});
  const endAlone = () => process.exit(1);
  process.once('disconnect', endAlone);
  try {
    await work(openChannel());
    return 0;
  } finally {
    // A start that failed may have left the database open.
    endSoon();
    process.off('disconnect', endAlone);
    process.disconnect?.();
  }
}

async function work(channel: Channel): Promise<void> {
  // Handlers and pages are loaded while the primary prepares the database.
  const app = import('../../app.ts');
  const { number, workers, settings, origins, whole } = await channel.begun;
  const log = createLog(settings, createSink(LOG_DESCRIPTOR), number);
  const descriptors = watchDescriptors(log);
  const counters = createCreditCounters({ isOff: settings.dangerNoRateLimits, workers, ask: channel.ask });
  const world = { ...(await openServedWorld(settings, log, counters)), origins, whole };
  const { createApp } = await app;
  const listener = createApp(world, channel.isWhole);
  send({ kind: 'prepared' });
  const { host, port } = settings;
  const share = shareConnections({
    number,
    tell: (open) => send({ kind: 'count', open }),
    give: (to, connection, onSent) => send({ kind: 'give', to }, connection, onSent),
  });
  const jointSocket = { handle: await channel.port, choose: share.choose };
  const server = await startServer({
    host,
    port,
    jointSocket,
    bounds: boundsOf(settings, world),
    listenerAt: () => listener,
  });
  channel.balance(server, share);
  if (settings.metricsPort !== 0) addSources(world, { server, descriptors });
  channel.showFigures(world);
  const background = startBackground(world);
  send({ kind: 'serving' });
  await channel.drained;
  share.stop();
  endWithinLimit();
  const turn: ClosingTurn = { wait: channel.takeTurn, left: () => send({ kind: 'left' }) };
  await leave({ world, server, background, turn, onServed: () => {} });
}

interface Channel {
  readonly begun: Promise<{ readonly number: number; readonly workers: number } & Configured>;
  readonly port: Promise<BoundHandle>;
  readonly drained: Promise<void>;
  readonly isWhole: () => boolean;
  readonly ask: Parameters<typeof createCreditCounters>[0]['ask'];
  readonly takeTurn: ClosingTurn['wait'];
  showFigures(world: World): void;
  /** Shares connections with the other workers from now on. */
  balance(server: Server, share: ConnectionShare): void;
}

function openChannel(): Channel {
  const begun = Promise.withResolvers<Awaited<Channel['begun']>>();
  const port = Promise.withResolvers<BoundHandle>();
  const drained = Promise.withResolvers<void>();
  const turn = Promise.withResolvers<'last' | 'not last'>();
  const asked = new Map<number, (credit: Credit) => void>();
  let isWhole = false;
  let world: World | undefined;
  let balanced: { readonly server: Server; readonly share: ConnectionShare } | undefined;
  let lastId = 0;

  function hear(message: ToWorker, handle: unknown): void {
    if (message.kind === 'begin') begun.resolve(message);
    // Comes with the socket of the port.
    else if (message.kind === 'listen') port.resolve(handle as BoundHandle);
    else if (message.kind === 'whole') isWhole = message.isWhole;
    else if (message.kind === 'alive') send({ kind: 'alive' });
    else if (message.kind === 'drain') drained.resolve();
    else if (message.kind === 'turn') turn.resolve(message.isLast ? 'last' : 'not last');
    else if (message.kind === 'counts') balanced?.share.onCounts(message.counts);
    // The other message with a socket: one that has a client already.
    else if (message.kind === 'take') take(message.id, handle as BoundHandle);
    else if (message.kind === 'figures') void showFigures(message.id);
    else {
      asked.get(message.id)?.(message.credit);
      asked.delete(message.id);
    }
  }

  function take(id: number, connection: BoundHandle): void {
    balanced?.server.balance?.adopt(connection);
    send({ kind: 'taken', id });
  }

  async function showFigures(id: number): Promise<void> {
    if (world) send({ kind: 'figures', id, text: await world.metrics.print() });
  }

  // Sent by our own program, by the types of the same file.
  process.on('message', (message, handle) => hear(message as ToWorker, handle));
  return {
    begun: begun.promise,
    port: port.promise,
    drained: drained.promise,
    isWhole: () => isWhole,
    ask(request) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve) => {
        asked.set(id, resolve);
        send({ kind: 'spend', id, request });
      });
    },
    takeTurn() {
      send({ kind: 'may-leave' });
      return turn.promise;
    },
    showFigures(of) {
      world = of;
    },
    balance(server, share) {
      balanced = { server, share };
      if (server.balance) share.watch(server.balance);
    },
  };
}

function send(message: ToPrimary, handle?: BoundHandle, onSent = () => {}): void {
  // Without a primary the process is about to end.
  if (process.connected) process.send?.(message, handle, undefined, onSent);
}
