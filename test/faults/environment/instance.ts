/** One process of the service that can be started, killed and stopped again and again on one port. */
import type { ChildProcess } from 'node:child_process';
import { Agent } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnChild } from '../../support/children.ts';
import { nowMs } from '../checking/recorder.ts';

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
  stop(how?: Parting): Promise<End>;
  /** Undefined before the first start. */
  pid(): number | undefined;
  /** False when the process has ended, whoever ended it. */
  isUp(): boolean;
  stderr(): string;
  /** What `stderr` reads from, a socket, for whoever wants to stop that; undefined before the first start. */
  stderrStream(): Readable | undefined;
}

export interface Parting {
  /** Sent one after the other; SIGTERM unless told. */
  readonly signals?: readonly NodeJS.Signals[];
  /** Clients go on knocking until the process has ended, whatever it says about being ready. */
  readonly isIgnored?: boolean;
}

export interface End {
  readonly code: number | null;
  readonly ms: number;
  /** Whether it said 503 at /health/ready while it still took connections. */
  readonly saidSo: boolean;
}

const executable = join(import.meta.dirname, '..', '..', '..', 'bin', 'latchkey');
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 25_000;
const MOST_STDERR = 20_000;
const LOOK_EVERY_MS = 50;
const BETWEEN_SIGNALS_MS = 100;

export interface InstanceParts {
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** A program, with its first words, that is given the service's command to run. */
  readonly under?: readonly string[];
}

export async function createInstance(
  name: string,
  { databaseUrl, env, cwd, under = [] }: InstanceParts,
): Promise<Instance> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let target: Target | undefined;
  let lives = 0;
  let stderr = '';

  const end = async (signals: readonly NodeJS.Signals[]) => {
    const began = nowMs();
    const ending = child;
    const leaving = target;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return { code: null, ms: 0 };
    const exited = new Promise<number | null>((resolve) => ending.once('exit', (code) => resolve(code)));
    for (const [index, signal] of signals.entries()) {
      if (index > 0) await pause(BETWEEN_SIGNALS_MS);
      ending.kill(signal);
    }
    const limit = setTimeout(() => ending.kill('SIGKILL'), STOP_LIMIT_MS);
    const code = await exited;
    clearTimeout(limit);
    // Only those that wait for work: what is under way must end as the process ended it.
    for (const sockets of Object.values(leaving?.agent.freeSockets ?? {}))
      for (const socket of sockets ?? []) socket.destroy();
    target = undefined;
    return { code, ms: nowMs() - began };
  };

  return {
    target: () => target,
    async start() {
      const began = nowMs();
      const own = { LATCHKEY_DATABASE: databaseUrl, LATCHKEY_PORT: String(port), ...env };
      const [program = executable, ...words] = [...under, executable, 'serve'];
      child = spawnChild(program, words, {
        cwd,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...own },
      });
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
    kill: async () => void (await end(['SIGKILL'])),
    async stop({ signals = ['SIGTERM'], isIgnored = false }: Parting = {}) {
      const ended = end(signals);
      const watching = watchReadiness(url, () => {
        if (!isIgnored) target = undefined;
      });
      const outcome = await ended;
      return { ...outcome, saidSo: await watching };
    },
    pid: () => child?.pid,
    isUp: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    stderr: () => stderr,
    stderrStream: () => child?.stderr ?? undefined,
  };
}

/** As a load balancer does: whoever stops being ready gets no new work. Answers whether it ever said so itself. */
async function watchReadiness(url: string, leave: () => void): Promise<boolean> {
  for (;;) {
    const status = await fetch(`${url}/health/ready`, { headers: { connection: 'close' } }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status !== 200) {
      leave();
      return status === 503;
    }
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
