/** Reads the system's table of connections: who waits in the accept queue of a port. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';

/** Undefined where the system has none that can be read: only Linux does. */
export function tableOf(server: Server): string | undefined {
  const address = server.address();
  const path = typeof address === 'object' && address?.family === 'IPv6' ? '/proc/net/tcp6' : '/proc/net/tcp';
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Another system: there the port closes as it always did.
    return undefined;
  }
}

const LISTENING = '0A';
const HALF_MADE = '03';
const MADE = '01';

interface Line {
  readonly state: string;
  /** The port of the other side. */
  readonly from: number;
  /** For a port that listens, the length of its queue. */
  readonly unread: number;
}

function linesOf(table: string, port: number): readonly Line[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').flatMap((line) => {
    const [, local = '', remote = '', state = '', sizes = ''] = line.trim().split(/\s+/);
    if (!local.endsWith(ending)) return [];
    const [from, unread] = [remote, sizes].map((pair) => Number.parseInt(pair.slice(pair.lastIndexOf(':') + 1), 16));
    return [{ state, from: from ?? 0, unread: unread ?? 0 }];
  });
}

/** How many connections wait in the queue of the port; -1 where nothing listens on it. */
export function queueLength(table: string, port: number): number {
  return linesOf(table, port).find(({ state }) => state === LISTENING)?.unread ?? -1;
}

/** True when the queue of the port holds connections from these ports and no others, and no other is being made. */
export function holdsOnly(table: string, port: number, own: readonly number[]): boolean {
  const lines = linesOf(table, port);
  if (lines.some(({ state }) => state === HALF_MADE)) return false;
  const made = new Set(lines.filter(({ state }) => state === MADE).map(({ from }) => from));
  return queueLength(table, port) === own.length && own.every((from) => made.has(from));
}
