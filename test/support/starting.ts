/** Starts `bin/latchkey serve` without waiting for anything, for tests about the moments before it listens. */
import type { ChildProcess } from 'node:child_process';
import { createServer, connect as openSocket, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import postgres from 'postgres';
import { spawnChild } from './children.ts';
import { eventually } from './eventually.ts';
import { isListening } from './listening.ts';
import { freePort } from './postgres-home.ts';
import { quickHashing } from './quick-hashing.ts';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Between the start of the process, or its last signal, and its end. */
  readonly afterMs: number;
}

export interface Starting {
  readonly port: number;
  readonly url: string;
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<Ended>;
  signal(name: NodeJS.Signals): void;
  /** Whether somebody listens on the port. */
  isListening(): Promise<boolean>;
  /** Waits for a line of the log; needs the log level `debug` for some of them. */
  saidOnStderr(text: string): Promise<void>;
}

const executable = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');
const running = new Set<ChildProcess>();

export async function beginService(databaseUrl: string, env: Record<string, string> = {}): Promise<Starting> {
  const port = Number(env.LATCHKEY_PORT ?? (await freePort()));
  const { PATH = '', HOME = '' } = process.env;
  const settings = { LATCHKEY_DATABASE: databaseUrl, LATCHKEY_PORT: String(port), LATCHKEY_LOG_LEVEL: 'debug' };
  const surroundings = { PATH, HOME, ...quickHashing(), ...settings, ...env };
  const child = spawnChild(executable, ['serve'], { cwd: tmpdir(), env: surroundings });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    output.stderr += chunk;
  });
  let since = performance.now();
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal, afterMs: performance.now() - since });
    });
  });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    output,
    ended,
    signal: (name) => {
      since = performance.now();
      child.kill(name);
    },
    isListening: () => isListening(port),
    saidOnStderr: (text) => eventually(text, () => output.stderr.includes(text)),
  };
}

/** Holds a lock on an SQLite file until it is let go. */
export function lockFile(path: string, kind: 'immediate' | 'exclusive'): () => void {
  const connection = new DatabaseSync(path);
  connection.exec(`begin ${kind}`);
  const release = () => {
    if (connection.isOpen) connection.close();
  };
  releasing.push(release);
  return release;
}

export interface HeldLock {
  /** Waits until somebody else waits for a lock in this database. */
  isWaitedFor(): Promise<void>;
  release(): Promise<void>;
}

/** Runs statements in a transaction that stays open, with the locks it has taken. */
export async function holdLocks(databaseUrl: string, statement: string): Promise<HeldLock> {
  const holder = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const observer = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await holder.unsafe('begin');
  await holder.unsafe(statement);
  const release = async () => {
    await Promise.all([holder.end({ timeout: 0 }), observer.end({ timeout: 0 })]);
  };
  releasing.push(release);
  return {
    isWaitedFor: () =>
      eventually('somebody waits for the lock', async () => {
        const waiting = await observer`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return waiting.length > 0;
      }),
    release,
  };
}

export interface Proxy {
  readonly url: string;
  readonly connections: number;
  /** From now on nothing is passed on, and nothing is closed. */
  freeze(): void;
}

/** Stands between the service and a server; without one to pass on to, it takes connections and never answers. */
export async function openProxy(databaseUrl: string | undefined): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let connections = 0;
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server: Server = createServer((client) => {
    connections += 1;
    track(client);
    if (databaseUrl === undefined || isFrozen) return;
    const { hostname, port } = new URL(databaseUrl);
    const upstream = track(openSocket({ host: hostname, port: Number(port) }));
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl ?? 'postgres://nobody@127.0.0.1/nothing');
  url.port = String(typeof address === 'object' ? address?.port : '');
  releasing.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: url.href,
    get connections() {
      return connections;
    },
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

const releasing: (() => void | Promise<void>)[] = [];

after(async () => {
  for (const release of releasing) await release();
  for (const child of running) child.kill('SIGKILL');
});
