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

/** True when the queue of the port holds connections from these ports and no others, and no other is being made. */
export function holdsOnly(table: string, port: number, own: readonly number[]): boolean {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const missing = new Set(own);
  let queued = -1;
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', state, sizes = ''] = line.trim().split(/\s+/);
    if (!local.endsWith(ending)) continue;
    if (state === HALF_MADE) return false;
    // For a port that listens, the second size is the length of its queue.
    if (state === LISTENING) queued = Number.parseInt(sizes.slice(sizes.indexOf(':') + 1), 16);
    if (state === MADE) missing.delete(Number.parseInt(remote.slice(remote.lastIndexOf(':') + 1), 16));
  }
  return queued === own.length && missing.size === 0;
}
