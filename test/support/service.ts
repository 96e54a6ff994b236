/** Runs `bin/latchkey serve` as a process of its own, and its other commands beside it. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { endChild, endChildren, spawnChild } from './children.ts';
import { type Environment, type Outcome, runHere } from './commands.ts';
import { migratedDatabase } from './postgres.ts';
import { quickHashing } from './quick-hashing.ts';
import { migratedFile } from './sqlite-template.ts';

export type { Environment, Outcome } from './commands.ts';
export type Engine = 'sqlite' | 'postgres';

export type Start = {
  database: Engine;
  env?: Environment;
  flags?: string[];
  /** A database that is there already. */
  databaseUrl?: string;
  /** The database of another service, for two processes on one. */
  sharedWith?: Service;
  /** Another program than bin/latchkey of this checkout. */
  program?: string;
};

export type Service = {
  engine: Engine;
  url: string;
  /** Runs another command of bin/latchkey on the same database. */
  cli: (args: string[], stdin?: string | Uint8Array) => Promise<Outcome>;
  /** The same without a process of its own, for setting a stage (test/support/commands.ts). */
  cliHere: (args: string[], stdin?: string) => Promise<Outcome>;
  /** Asks the process to end, and waits; answers its exit code. */
  stop: () => Promise<number | null>;
  /** Ends the process without asking. */
  kill: () => Promise<void>;
  /** Sends the polite signal without waiting. */
  signal: (name: NodeJS.Signals) => void;
  exited: Promise<number | null>;
  stderr: () => string;
  stdout: () => string;
  databaseUrl: string;
  /** The SQLite file; empty for PostgreSQL. */
  databaseFile: string;
  directory: string;
};

const executable = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');
/** Where a machine runs many tests at once, a database may keep quiet for a while; outages have tests of their own. */
const PATIENT = { LATCHKEY_DATABASE_SILENCE_MS: '5000' };
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 20_000;
/** A command that does not end by itself is ended, and then has no exit code. */
const RUN_LIMIT_MS = 120_000;

export async function startService(start: Start): Promise<Service> {
  const directory = start.sharedWith?.directory ?? temporaryDirectory();
  const databaseFile = start.database === 'sqlite' ? join(directory, 'latchkey.db') : '';
  const databaseUrl =
    start.databaseUrl ??
    start.sharedWith?.databaseUrl ??
    (start.database === 'sqlite' ? migratedFile(databaseFile) : await migratedDatabase());
  const { program = executable, flags = [] } = start;
  const own = { LATCHKEY_DATABASE: databaseUrl, LATCHKEY_DANGER_NO_RATE_LIMITS: '1', ...PATIENT, ...start.env };
  const env = environment(own, program);

  const child = spawnChild(program, ['serve', '--port', '0', ...flags], { cwd: directory, env });
  const output = collect(child);
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const cli: Service['cli'] = (args, stdin) =>
    run(args, { program, env, cwd: directory, ...(stdin === undefined ? {} : { stdin }) });
  return {
    engine: start.database,
    url: await listeningAddress(child, output),
    cli,
    cliHere: (args, stdin) =>
      start.program === undefined
        ? runHere(args, { env, directory, input: stdin?.replace(/\n$/, '') ?? '' })
        : cli(args, stdin),
    stop: () => endChild(child, 'SIGTERM', STOP_LIMIT_MS),
    kill: () => endChild(child, 'SIGKILL').then(() => undefined),
    signal: (name) => void child.kill(name),
    exited,
    stderr: () => output.stderr,
    stdout: () => output.stdout,
    databaseUrl,
    databaseFile,
    directory,
  };
}

type Run = {
  program?: string;
  env?: Environment;
  cwd?: string;
  stdin?: string | Uint8Array;
  /** The number of another user, for root alone. */
  uid?: number;
};

/** Runs bin/latchkey to its end. */
export function run(args: string[], options: Run): Promise<Outcome> {
  const { program = executable, cwd = tmpdir(), env = {} } = options;
  const user = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid };
  const child = spawnChild(program, args, { cwd, env: environment(env, program), ...user });
  const output = collect(child);
  // A command that ends without reading its input closes the pipe; that is its right.
  child.stdin.on('error', () => {});
  child.stdin.end(options.stdin ?? '');
  const limit = setTimeout(() => child.kill('SIGKILL'), RUN_LIMIT_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve({ code, ...output });
    });
  });
}

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
  directories.add(directory);
  return directory;
}

const directories = new Set<string>();

/** Only what a process needs to run: no setting of the machine leaks into a test. What was installed runs as it is. */
function environment(own: Environment, program: string): Environment {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...(program === executable ? quickHashing() : {}), ...own };
}

type Output = { stdout: string; stderr: string };

function collect(child: ChildProcess): Output {
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    output.stderr += chunk;
  });
  return output;
}

function listeningAddress(child: ChildProcess, output: Output): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}\nstdout: ${output.stdout}\nstderr: ${output.stderr}`));
    const limit = setTimeout(() => fail('the service does not listen'), START_LIMIT_MS);
    const look = () => {
      const address = /^latchkey listening on (http:\/\/\S+)$/m.exec(output.stdout)?.[1];
      if (!address) return;
      clearTimeout(limit);
      resolve(address);
    };
    child.stdout?.on('data', look);
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => {
      clearTimeout(limit);
      fail(`the service ended with ${code}`);
    });
  });
}

after(async () => {
  await endChildren();
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});
