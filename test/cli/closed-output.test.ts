/** Commands whose standard output has no reader, or no room: what changes something is finished, and a service goes on. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { spawnChild } from '../support/children.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/postgres-home.ts';
import { quickHashing } from '../support/quick-hashing.ts';
import { run, temporaryDirectory } from '../support/service.ts';
import { migratedFile } from '../support/sqlite-template.ts';

const executable = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');
const NO_DEVICE = existsSync('/dev/full') ? false : 'this system has no /dev/full';

function stage(): { readonly LATCHKEY_DATABASE: string } {
  return { LATCHKEY_DATABASE: migratedFile(join(temporaryDirectory(), 'latchkey.db')) };
}

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

/** Runs a command whose reader goes away before the first line. */
function runUnread(words: readonly string[], env: Record<string, string>, stdin = ''): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawnChild(executable, words, { env: { PATH, HOME, ...quickHashing(), ...env } });
  child.stdout.destroy();
  child.stdin.end(stdin);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, stderr })));
}

/** Runs a command whose standard output is a full disk. */
function runFull(words: string, env: Record<string, string>): Ended {
  const { PATH = '', HOME = '' } = process.env;
  const done = spawnSync('sh', ['-c', `exec "$0" ${words} >/dev/full`, executable], {
    env: { PATH, HOME, ...quickHashing(), ...env },
    encoding: 'utf8',
  });
  return { code: done.status, stderr: done.stderr };
}

const people = Array.from({ length: 30 }, (_, index) => ({
  nickname: `person${index}`,
  email: `person${index}@example.org`,
  password: 'correct horse battery',
}));

async function states(env: Record<string, string>): Promise<readonly string[]> {
  const { stdout } = await run(['users', 'list', '--json'], { env });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).state);
}

test('accounts are created and disabled to the last line although nobody reads, and the exit code says so', async () => {
  const env = stage();
  const lines = people.map((person) => JSON.stringify(person)).join('\n');

  const created = await runUnread(['users', 'create-many'], env, lines);
  assert.equal(created.code, 0);
  assert.match(created.stderr, /^latchkey: 30 done, 0 not\.\n/m);
  assert.equal((await states(env)).length, people.length);

  const names = [...people.map(({ nickname }) => nickname), 'nobody'].join('\n');
  const disabled = await runUnread(['users', 'disable-many'], env, names);
  assert.deepEqual([disabled.code, disabled.stderr], [1, 'latchkey: 30 done, 1 not.\n']);
  assert.deepEqual(new Set(await states(env)), new Set(['disabled']));
});

test('a command that only tells ends quietly when its reader goes away', { timeout: 60_000 }, async () => {
  const env = stage();
  await runUnread(['users', 'create-many'], env, JSON.stringify(people[0]));

  assert.deepEqual(await runUnread(['users', 'list'], env), { code: 0, stderr: '' });
  assert.deepEqual(await runUnread(['events', '--follow', '--since', '1h'], env), { code: 0, stderr: '' });
});

test('an answer that finds no room is told in one line with exit code 1, and the work is done', {
  skip: NO_DEVICE,
}, async () => {
  const env = stage();
  const FULL = 'latchkey: The answer cannot be written to standard output. The disk is full.\n';

  await runUnread(['users', 'create-many'], env, JSON.stringify(people[0]));
  assert.deepEqual(runFull('users list', env), { code: 1, stderr: FULL });
  assert.deepEqual(runFull('users disable person0', env), { code: 1, stderr: FULL });
  assert.deepEqual(await states(env), ['disabled']);
});

async function assertServes(context: TestContext, redirection: string): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const port = String(await freePort());
  const env = { PATH, HOME, ...stage(), LATCHKEY_PORT: port };
  const service = spawnChild('sh', ['-c', `exec "$0" serve ${redirection}`, executable], { env });
  context.after(() => service.kill('SIGKILL'));
  service.stdout.destroy();
  let log = '';
  service.stderr.setEncoding('utf8').on('data', (chunk) => {
    log += chunk;
  });
  const ended = new Promise((resolve) => service.once('exit', resolve));
  await eventually('the service says that it is ready', () => log.includes('The service is ready.'));

  // Its end would come with the event after the failed write.
  for (let asked = 0; asked < 3; asked += 1)
    assert.equal((await fetch(`http://127.0.0.1:${port}/health/ready`)).status, 200, redirection);
  service.kill('SIGTERM');
  assert.equal(await ended, 0, log);
}

test('the service goes on when the reader of its standard output goes away', { timeout: 60_000 }, (context) =>
  assertServes(context, ''),
);

test('the service goes on when its standard output is a full disk', { timeout: 60_000, skip: NO_DEVICE }, (context) =>
  assertServes(context, '>/dev/full'),
);
