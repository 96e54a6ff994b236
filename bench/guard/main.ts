/** `npm run bench -- guard`: how many checks a second a warm guard makes, and what it keeps in memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createGuard, type Guard } from '../../packages/guard/src/guard.ts';
import { positive } from '../options.ts';
import { cleanEnvironment, startServer } from '../subjects/server-process.ts';
import { grid } from '../table.ts';

export const GUARD_HELP = `Usage: npm run bench -- guard [OPTIONS]

Starts Latchkey on SQLite, issues tokens for an API, lets a guard ask about each of them once, and then checks them in turn.

  --tokens N        that are checked in turn, default 10000: as many as a guard remembers by default
  --seconds N       measured time, default 5`;

type Say = (words: string) => void;

const EXECUTABLE = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');
const API = 'https://api.example.org/';
const SETTINGS = {
  LATCHKEY_SCOPES: JSON.stringify({ 'notes:read': { description: 'Read notes' } }),
  LATCHKEY_TOKEN_REQUESTS_PER_CLIENT: '100000000',
};
/** The event loop has its turn so often, as between the requests of a server: without it the feed is not heard. */
const CHECKS_PER_TURN = 500;

export async function runGuard(words: readonly string[], say: Say): Promise<string> {
  const { values } = parseArgs({
    args: [...words],
    options: { tokens: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '5' } },
  });
  const tokenCount = positive('tokens', values.tokens);
  const seconds = positive('seconds', values.seconds);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const env = { ...SETTINGS, LATCHKEY_DATABASE: `sqlite:${join(folder, 'latchkey.db')}` };
  const command = (...all: string[]) => run(all, env, folder);
  try {
    await command(
      'users',
      'create',
      '--nickname',
      'owner',
      '--email',
      'owner@example.org',
      '--password-stdin',
      '--admin',
    );
    const application = ['--owner', 'owner', '--name', 'Bench', '--redirect-uri', 'https://app.example.org/cb'];
    const client = await command('applications', 'create', ...application, '--scope', 'notes:read', '--json');
    const api = await command(
      'resources',
      'create',
      '--identifier',
      API,
      '--name',
      'API',
      '--scope',
      'notes:read',
      '--json',
    );
    const serving = {
      program: EXECUTABLE,
      words: ['serve', '--port', '0', '--log-file', join(folder, 'log')],
      env,
      folder,
    };
    const server = await startServer({ ...serving, firstPath: '/health/ready', starts: 1 });
    try {
      const issuer = `http://127.0.0.1:${server.port}`;
      say(`issuing ${tokenCount} tokens\n`);
      const tokens = await issue(issuer, JSON.parse(client), tokenCount);
      return await measure({ issuer, api: JSON.parse(api), tokens, seconds, say });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

const ISSUED_AT_ONCE = 64;

/** An application's own tokens: they cost the guard as much as those of people, and less to make. */
async function issue(
  issuer: string,
  { client_id, client_secret }: Credentials,
  count: number,
): Promise<readonly string[]> {
  const tokens: string[] = [];
  const fields = { grant_type: 'client_credentials', client_id, client_secret, scope: 'notes:read', resource: API };
  const body = new URLSearchParams(fields).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const lane = async (): Promise<void> => {
    while (tokens.length < count) {
      const answer = await fetch(`${issuer}/oauth/token`, { method: 'POST', headers, body });
      if (answer.status !== 200) throw new Error(`The service issued no token: ${await answer.text()}`);
      const { access_token }: { access_token: string } = JSON.parse(await answer.text());
      tokens.push(`Bearer ${access_token}`);
    }
  };
  await Promise.all(Array.from({ length: ISSUED_AT_ONCE }, lane));
  return tokens.slice(0, count);
}

interface Measuring {
  readonly issuer: string;
  readonly api: Credentials;
  readonly tokens: readonly string[];
  readonly seconds: number;
  readonly say: Say;
}

async function measure({ issuer, api, tokens, seconds, say }: Measuring): Promise<string> {
  const options = { issuer, resource: API, clientId: api.client_id, clientSecret: api.client_secret };
  const { rate, remembered, questions, bytes } = await withGuard(
    createGuard({ ...options, mostTokens: tokens.length }),
    {
      tokens,
      seconds,
      say,
    },
  );
  // The guard is out of reach by now; what is gone with it is what it kept.
  const kept = bytes - (await heapBytes());
  return grid([
    ['guard', 'tokens remembered', 'bytes each', 'MB of heap', 'checks/s', 'µs each', 'questions meanwhile'],
    [
      'warm',
      String(remembered),
      Math.round(kept / remembered).toString(),
      (kept / 1e6).toFixed(1),
      Math.round(rate).toString(),
      (1e6 / rate).toFixed(2),
      String(questions),
    ],
  ]);
}

async function withGuard(guard: Guard, { tokens, seconds, say }: Pick<Measuring, 'tokens' | 'seconds' | 'say'>) {
  while (!guard.state.isFeedCurrent) {
    // Its first answer tells the guard what time it is at the service.
    await guard.check(tokens[0]);
    await setImmediate();
  }
  await ask(guard, tokens);
  say(`the guard remembers ${guard.state.tokens} tokens\n`);
  // What is measured first is compiled meanwhile.
  await checkFor(guard, tokens, 1);
  const { asked } = guard.state;
  const { checks, elapsed } = await checkFor(guard, tokens, seconds);
  const questions = guard.state.asked - asked;
  const bytes = await heapBytes();
  guard.close();
  return { rate: checks / elapsed, remembered: guard.state.tokens, questions, bytes };
}

/** No more at once than the guard asks at once. */
const ASKED_AT_ONCE = 64;

async function ask(guard: Guard, tokens: readonly string[]): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < tokens.length) {
      const checked = await guard.check(tokens[next++], NEEDS);
      if (!checked.ok) throw new Error(`A token was refused: ${checked.refusal.body}`);
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, lane));
}

const NEEDS = { scope: 'notes:read' };

async function checkFor(guard: Guard, tokens: readonly string[], seconds: number) {
  const begun = performance.now();
  let checks = 0;
  for (;;) {
    for (let count = 0; count < CHECKS_PER_TURN; count += 1) {
      const checked = await guard.check(tokens[checks % tokens.length], NEEDS);
      if (!checked.ok) throw new Error(`A token was refused: ${checked.refusal.body}`);
      checks += 1;
    }
    await setImmediate();
    const elapsed = (performance.now() - begun) / 1000;
    if (elapsed >= seconds) return { checks, elapsed };
  }
}

const COLLECTIONS = 5;

/** What is in use once everything else was collected: answers let go of their bodies only some turns later. */
async function heapBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let count = 0; count < COLLECTIONS; count += 1) {
    collect();
    await setTimeout(100);
  }
  return process.memoryUsage().heapUsed;
}

async function run(words: readonly string[], env: Readonly<Record<string, string>>, folder: string): Promise<string> {
  const child = spawn(EXECUTABLE, words, { cwd: folder, env: cleanEnvironment(env) });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  child.stdin.end('a lantern over the harbour\n');
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`latchkey ${words[0]} ${words[1]} ended with ${code}: ${complaint}`);
  return output;
}
