/** How many connections may be open at once, in all and from one network, and what is said when they are too many. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { onceAMinute } from '../../log/once-a-minute.ts';
import { networkOf } from '../../protocol/limits.ts';

export interface ConnectionBounds {
  readonly most: number;
  /** Of one network (an IPv4 address, an IPv6 /64), so that none can shut the others out. */
  readonly mostPerNetwork: number;
  /** Proxies that carry the connections of many networks, and count for none of them. */
  readonly isProxy: (address: string) => boolean;
  /** Called for every connection that is closed, by the bound that it met. */
  readonly onRefused: (bound: 'all' | 'network') => void;
  /** Called at most once a minute for each bound. `network` is null where the bound of all was reached. */
  readonly onReached: (network: string | null) => void;
}

export function boundConnections(server: Server, bounds: ConnectionBounds): void {
  const open = new Map<string, number>();
  let total = 0;
  const tellAll = onceAMinute(() => bounds.onReached(null));
  const tellNetwork = onceAMinute((network: string) => bounds.onReached(network));
  const refuse = () => {
    bounds.onRefused('all');
    tellAll(null);
  };
  server.maxConnections = bounds.most;
  server.on('drop', refuse);
  // Before node:http begins to read from it.
  server.prependListener('connection', (socket: Socket) => {
    // A server counts what its own handle took; other handles on its socket hand theirs on (batch-accept.ts).
    if (total >= bounds.most) {
      socket.destroy();
      refuse();
      return;
    }
    total += 1;
    socket.once('close', () => {
      total -= 1;
    });
    const address = socket.remoteAddress;
    if (address === undefined || bounds.isProxy(address)) return;
    const network = networkOf(address);
    const count = open.get(network) ?? 0;
    if (count >= bounds.mostPerNetwork) {
      socket.destroy();
      bounds.onRefused('network');
      tellNetwork(network);
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => leave(open, network));
  });
}

function leave(open: Map<string, number>, network: string): void {
  const left = (open.get(network) ?? 0) - 1;
  if (left > 0) open.set(network, left);
  else open.delete(network);
}
