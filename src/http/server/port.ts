/** Finds out whether another process listens on a port, without opening it. */
import { connect, type Socket } from 'node:net';

/** A host that does not answer by then is not this machine; listening there will say so. */
const LIMIT_MS = 500;

/** Rejects as listening would, so that a second service on a port ends before it has touched the database. */
export async function refuseTakenPort(host: string, port: number): Promise<void> {
  if (port === 0 || !(await isTaken(host, port))) return;
  const error = new Error(`listen EADDRINUSE: address already in use ${host}:${port}`);
  throw Object.assign(error, { code: 'EADDRINUSE', syscall: 'listen', address: host, port });
}

/** The address at which this machine reaches what listens on a host. */
export function ownAddress(host: string): string {
  return host === '::' ? '::1' : host === '0.0.0.0' ? '127.0.0.1' : host;
}

function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: ownAddress(host), port, timeout: LIMIT_MS });
    const finish = (taken: boolean) => {
      resolve(taken);
      socket.destroy();
    };
    // A socket that was given this very port as its own has reached only itself.
    socket.once('connect', () => finish(socket.localPort !== port && hasStayed(socket)));
    socket.once('timeout', () => finish(false));
    socket.once('error', () => finish(false));
  });
}

/** Whether it reached this machine. Some networks answer for every address: a proxy accepts what was meant for another host. */
function hasStayed({ localAddress = '', remoteAddress }: Socket): boolean {
  return localAddress === remoteAddress || localAddress.startsWith('127.');
}
