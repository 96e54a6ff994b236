/** Starts a server as a process of its own, and times it from there to its first answer. */
import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'node:http';
import { median } from '../figures.ts';

export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  readonly startMilliseconds: number;
  stop(): Promise<void>;
}

export interface Launch {
  readonly program: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Any answer at this path counts as the first one. */
  readonly firstPath: string;
  /** How often it is started; the middle of the times counts, and the last one stays. */
  readonly starts: number;
}

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;
const MOST_OUTPUT = 20_000;

/** The server says where it listens: a line of its output ends in `http://HOST:PORT`. */
export async function startServer(launch: Launch): Promise<ServerProcess> {
  const times: number[] = [];
  for (;;) {
    const server = await startOnce(launch);
    times.push(server.startMilliseconds);
    if (times.length >= launch.starts) return { ...server, startMilliseconds: median(times) };
    await server.stop();
  }
}

async function startOnce(launch: Launch): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = spawn(launch.program, launch.words, {
    cwd: launch.folder,
    env: cleanEnvironment(launch.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Whatever ends the run ends what it started.
  const orphaned = (): boolean => child.kill('SIGKILL');
  process.once('exit', orphaned);
  child.once('exit', () => process.removeListener('exit', orphaned));
  try {
    const port = await listeningPort(child);
    await answerOf(port, launch.firstPath);
    const startMilliseconds = performance.now() - startedAt;
    return { port, pid: child.pid ?? 0, startMilliseconds, stop: () => end(child) };
  } catch (error) {
    await end(child);
    throw error;
  }
}

/** Nothing of the machine's own settings may change what is measured. */
export function cleanEnvironment(own: Readonly<Record<string, string>>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NODE_ENV: 'production', ...own };
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string): void => reject(new Error(`${why}: ${output.slice(-1000)}`));
    const limit = setTimeout(() => fail('the server does not listen'), START_LIMIT_MS);
    const look = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-MOST_OUTPUT);
      const port = /listening on http:\/\/\S+?:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(limit);
      resolve(Number(port));
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => {
      clearTimeout(limit);
      fail(`the server ended with ${code}`);
    });
  });
}

function answerOf(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, host: '127.0.0.1', agent: false }, (answer) => {
      answer.resume();
      answer.once('end', resolve);
    });
    asked.once('error', reject);
    asked.end();
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(limit);
}
