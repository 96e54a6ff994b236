/** One process of the service that can be started, killed and stopped again and again on one port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Agent } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { nowMs } from './recorder.ts';

export interface Target {
  readonly url: string;
  /** The process and which of its lives: `a#3`. */
  readonly instance: string;
  readonly agent: Agent;
  /** Whether a broken connection proves that the process, and with it the write, is over. */
  readonly endsWithConnection: boolean;
}

export interface Instance {
  /** Undefined while nobody should be sent here. */
  target(): Target | undefined;
  /** Starts a new life; answers the milliseconds until it was ready. */
  start(): Promise<number>;
  /** kill -9. */
  kill(): Promise<void>;
  /** SIGTERM, out of the rotation as soon as it is not ready; answers the exit code and the milliseconds it took. */
  stop(): Promise<{ readonly code: number | null; readonly ms: number }>;
  stderr(): string;
}

const executable = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 25_000;
const MOST_STDERR = 20_000;
const LOOK_EVERY_MS = 50;

export async function createInstance(
  name: string,
  { databaseUrl, env, cwd }: { databaseUrl: string; env: Record<string, string>; cwd: string },
): Promise<Instance> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let target: Target | undefined;
  let lives = 0;
  let stderr = '';

  const end = async (signal: NodeJS.Signals) => {
    const began = nowMs();
    const ending = child;
    const leaving = target;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return { code: null, ms: 0 };
    const exited = new Promise<number | null>((resolve) => ending.once('exit', (code) => resolve(code)));
    ending.kill(signal);
    const limit = setTimeout(() => ending.kill('SIGKILL'), STOP_LIMIT_MS);
    const code = await exited;
    clearTimeout(limit);
    leaving?.agent.destroy();
    target = undefined;
    return { code, ms: nowMs() - began };
  };

  return {
    target: () => target,
    async start() {
      const began = nowMs();
      const own = { LATCHKEY_DATABASE: databaseUrl, LATCHKEY_PORT: String(port), ...env };
      child = spawn(executable, ['serve'], { cwd, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...own } });
      child.stderr?.setEncoding('utf8').on('data', (chunk) => {
        stderr = (stderr + chunk).slice(-MOST_STDERR);
      });
      await listening(child, () => stderr);
      const ready = await fetch(`${url}/health/ready`);
      if (ready.status !== 200) throw new Error(`not ready: ${ready.status}`);
      lives += 1;
      const endsWithConnection = databaseUrl.startsWith('sqlite:');
      const agent = new Agent({ keepAlive: true, maxSockets: 256 });
      target = { url, instance: `${name}#${lives}`, agent, endsWithConnection };
      return nowMs() - began;
    },
    kill: async () => void (await end('SIGKILL')),
    async stop() {
      const ended = end('SIGTERM');
      const watching = watchReadiness(url, () => {
        target = undefined;
      });
      const outcome = await ended;
      await watching;
      return outcome;
    },
    stderr: () => stderr,
  };
}

/**
 * As a load balancer does: whoever stops being ready gets no new work. Without one, a client that opens a connection in
 * the very moment the port closes is reset by the system, before any process has seen it.
 */
async function watchReadiness(url: string, leave: () => void): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${url}/health/ready`, { headers: { connection: 'close' } }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (!isReady) return leave();
    await pause(LOOK_EVERY_MS);
  }
}

function listening(child: ChildProcess, stderr: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}: ${stderr()}`));
    const limit = setTimeout(() => fail('the service does not listen'), START_LIMIT_MS);
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      if (output.includes('listening on')) return;
      output += chunk;
      if (!output.includes('listening on')) return;
      clearTimeout(limit);
      resolve();
    });
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => {
      clearTimeout(limit);
      fail(`the service ended with ${code}`);
    });
  });
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
