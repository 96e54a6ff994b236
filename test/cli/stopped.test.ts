/** Proves that bulk work which is stopped in the middle says what became of it, ends by the signal, and can be run again. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { spawnChild } from '../support/children.ts';
import { quickHashing } from '../support/quick-hashing.ts';
import { run, temporaryDirectory } from '../support/service.ts';
import { migratedFile } from '../support/sqlite-template.ts';

const executable = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');

interface Stopped {
  readonly stdout: string;
  readonly stderr: string;
  readonly signal: NodeJS.Signals | null;
}

interface Interruption {
  readonly env: Record<string, string>;
  readonly stdin?: string;
  readonly signal: NodeJS.Signals;
  readonly isTime: (printed: { readonly stdout: string; readonly stderr: string }) => boolean;
}

/** Runs a command, and sends the signal as soon as what it has printed says that it is time. */
function interrupted(words: readonly string[], { env, stdin = '', signal, isTime }: Interruption): Promise<Stopped> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawnChild(executable, words, { env: { PATH, HOME, ...quickHashing(), ...env } });
  const printed = { stdout: '', stderr: '' };
  let isSent = false;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      printed[name] += chunk;
      if (!isSent && isTime(printed)) isSent = child.kill(signal);
    });
  }
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  return new Promise((resolve) => child.once('close', (_code, by) => resolve({ ...printed, signal: by })));
}

function stage(): Record<string, string> {
  return { LATCHKEY_DATABASE: migratedFile(join(temporaryDirectory(), 'latchkey.db')) };
}

const answersIn = (text: string) => text.split('\n').filter((line) => line !== '').length;

test('bulk work that is stopped counts what it has answered, and the rest can be given again', async () => {
  const env = stage();
  const people = Array.from({ length: 3000 }, (_, n) => ({ nickname: `person${n}`, email: `person${n}@example.org` }));
  const stdin = people.map((person) => JSON.stringify(person)).join('\n');
  const many = ['users', 'create-many', '--json'];

  const cut = await interrupted(many, { env, stdin, signal: 'SIGINT', isTime: ({ stdout }) => answersIn(stdout) > 20 });
  const again = await run(many, { env, stdin });

  assert.equal(cut.signal, 'SIGINT');
  const [, counted] =
    /^latchkey: Stopped: (\d+) done, 0 not\. Lines that have no answer may be given again\.$/m.exec(cut.stderr) ?? [];
  assert.equal(Number(counted), answersIn(cut.stdout), cut.stderr);
  assert.ok(Number(counted) < people.length);
  const lines = again.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(lines.length, people.length);
  const taken = lines.filter(({ error }) => error !== undefined).length;
  assert.ok(taken >= Number(counted), 'what was answered is there');
  assert.ok(taken <= Number(counted) + 8, 'beside it only what was being done');
});
