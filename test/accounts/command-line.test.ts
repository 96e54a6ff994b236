/** Proves `latchkey users` and `latchkey events`, as scripts and operators call them. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { dispatch } from '../../src/cli/dispatch.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { freshDatabase } from '../support/postgres.ts';
import { temporaryDirectory } from '../support/service.ts';
import { ENGINES, OTHER_PASSWORD, PASSWORD } from './stage.ts';

const TABLE = [
  { name: 'users', says: '', load: () => import('../../src/cli/users.ts') },
  { name: 'events', says: '', load: () => import('../../src/cli/events.ts') },
];

interface Said {
  readonly code: number;
  readonly lines: readonly string[];
  readonly faults: readonly string[];
}

type Terminal = (words: string, input?: string) => Promise<Said>;

function atTerminal(body: (call: Terminal) => Promise<void>) {
  return async () => {
    for (const engine of ENGINES) {
      const file = `sqlite:${join(temporaryDirectory(), 'latchkey.db')}`;
      const env = { LATCHKEY_DATABASE: engine === 'sqlite' ? file : await freshDatabase() };
      const database = await openDatabase(env.LATCHKEY_DATABASE, 1);
      await database.close();
      await body(async (words, input = '') => {
        const [lines, faults]: [string[], string[]] = [[], []];
        const code = await dispatch(words.split(' '), TABLE, {
          env,
          readFile: () => '',
          print: (line) => lines.push(line),
          complain: (line) => faults.push(line),
          readInput: async () => input,
        });
        return { code, lines, faults };
      });
    }
  };
}

const ADA = 'users create --nickname Ada --email ada@example.org --password-stdin';

test(
  'users create answers the number and the nickname as JSON',
  atTerminal(async (call) => {
    const made = await call(`${ADA} --admin --json`, PASSWORD);

    assert.equal(made.code, 0);
    assert.equal(made.lines.length, 1);
    const { id, ...rest } = JSON.parse(made.lines[0] ?? '');
    assert.ok(Number.isInteger(id) && id >= 100_000_000 && id < 2 ** 31);
    assert.deepEqual(rest, { nickname: 'Ada' });
  }),
);

test(
  'users create says in one line what is wrong, and never takes a password from the command line',
  atTerminal(async (call) => {
    const weak = await call(ADA, 'short');
    assert.deepEqual([weak.code, weak.lines.length, weak.faults.length], [1, 0, 1]);
    const silent = await call('users create --nickname Ada --email ada@example.org', PASSWORD);
    assert.equal(silent.code, 2);
    assert.match(silent.faults.join(), /--password-stdin/);
    assert.equal((await call(`${ADA} --password x`, PASSWORD)).code, 2);
    await call(ADA, PASSWORD);
    const taken = await call(ADA, PASSWORD);
    assert.deepEqual([taken.code, taken.faults.length], [1, 1]);
  }),
);

test(
  'users are listed, disabled, enabled and given new passwords by nickname or address',
  atTerminal(async (call) => {
    await call(ADA, PASSWORD);
    const state = async () => JSON.parse((await call('users list --json')).lines[0] ?? '').state;

    assert.equal(await state(), 'active');
    assert.equal((await call('users disable ADA@example.org')).code, 0);
    assert.equal(await state(), 'disabled');
    assert.equal((await call('users disable ada')).code, 1);
    assert.equal((await call('users enable ada')).code, 0);
    assert.equal((await call('users enable ada')).code, 0);
    assert.equal(await state(), 'active');
    assert.equal((await call('users set-password ada --password-stdin', OTHER_PASSWORD)).code, 0);
    assert.equal((await call('users set-password ada --password-stdin', 'short')).code, 1);
    assert.equal((await call('users set-password ada')).code, 2);
    for (const word of ['disable', 'enable']) assert.equal((await call(`users ${word} nobody`)).code, 1);
    assert.match((await call('users list')).lines.join(), /Ada {2}ada@example\.org {2}user {2}active/);
  }),
);

test(
  'events are filtered by kind, account, application, age and number',
  atTerminal(async (call) => {
    await call(ADA, PASSWORD);
    await call('users create --nickname Grace --email grace@example.org --password-stdin', PASSWORD);
    await call('users disable Grace');
    const kinds = async (words: string) =>
      (await call(`events --json ${words}`.trim())).lines.map((line) => JSON.parse(line).kind).sort();

    // Each call is a process of its own, and what several of them do in one second has no order.
    assert.deepEqual(await kinds(''), ['account.created', 'account.created', 'account.disabled']);
    assert.deepEqual(await kinds('--account grace'), ['account.created', 'account.disabled']);
    assert.deepEqual(await kinds('--kind account.created --limit 1'), ['account.created']);
    assert.deepEqual(await kinds('--since 1h --kind account.disabled'), ['account.disabled']);
    assert.deepEqual(await kinds('--since 2099-01-01'), []);
    assert.deepEqual(await kinds('--client nothing'), []);
    assert.match((await call('events')).lines.join('\n'), /^\S+Z {2}account\.disabled {2}Grace \(\d+\) {2}- {2}-/m);
  }),
);

test(
  'events refuses what it cannot understand',
  atTerminal(async (call) => {
    for (const words of ['--kind nonsense', '--since yesterday', '--since 2026-13-40', '--limit 0', '--limit x']) {
      assert.equal((await call(`events ${words}`)).code, 2, words);
    }
    assert.equal((await call('events --account nobody')).code, 1);
  }),
);
