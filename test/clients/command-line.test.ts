/** Proves the commands about applications and tokens: the contract for scripts, and what each says it did. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { command as applications } from '../../src/cli/applications.ts';
import { dispatch } from '../../src/cli/dispatch.ts';
import { command as tokens } from '../../src/cli/tokens.ts';
import { command as users } from '../../src/cli/users.ts';
import { formatToken, RANDOM_BYTES } from '../../src/protocol/tokens/token-string.ts';

const directories: string[] = [];
after(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly wrong: string;
}

type Run = (words: readonly string[], input?: string) => Promise<Ran>;

/** A terminal on a database of its own, with the account Ada in it. */
async function openTerminal(): Promise<Run> {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-cli-'));
  directories.push(directory);
  const table = Object.entries({ applications, tokens, users }).map(([name, command]) => ({
    name,
    says: '',
    load: async () => ({ command }),
  }));
  const env = { LATCHKEY_DATABASE: `sqlite:${join(directory, 'latchkey.db')}`, LATCHKEY_LOG_LEVEL: 'silent' };
  const run: Run = async (words, input = '') => {
    const printed: string[] = [];
    const complained: string[] = [];
    const code = await dispatch(words, table, {
      env,
      readFile: () => '',
      print: (line) => printed.push(line),
      complain: (line) => complained.push(line),
      readInput: async () => input,
    });
    return { code, out: printed.join('\n'), wrong: complained.join('\n') };
  };
  const who = ['--nickname', 'Ada', '--email', 'ada@example.org', '--password-stdin'];
  assert.equal((await run(['users', 'create', ...who], 'a lantern over the harbour')).code, 0);
  return run;
}

const CREATE = ['applications', 'create', '--owner', 'Ada', '--name', 'Quill'];
const CALLBACK = ['--redirect-uri', 'https://app.example.com/cb'];

test('applications create prints the id, the secret and the redirect URIs as JSON', async () => {
  const run = await openTerminal();

  const made = await run([
    ...CREATE,
    ...CALLBACK,
    '--redirect-uri',
    'myapp://cb',
    '--scope',
    'profile email',
    '--json',
  ]);

  assert.equal(made.code, 0, made.wrong);
  const answer = JSON.parse(made.out);
  assert.deepEqual(Object.keys(answer), ['client_id', 'client_secret', 'redirect_uris']);
  assert.match(answer.client_id, /^[A-Za-z0-9_-]{43}$/);
  assert.match(answer.client_secret, /^lks_/);
  assert.deepEqual(answer.redirect_uris, ['https://app.example.com/cb', 'myapp://cb']);
  const listed = JSON.parse((await run(['applications', 'list', '--owner', 'ADA', '--json'])).out);
  assert.deepEqual([listed.client_id, listed.owner, listed.scope], [answer.client_id, 'Ada', 'profile email']);
});

test('what applications create prints with --env sets both variables of a shell, whatever stands in them', async () => {
  const run = await openTerminal();
  const set = (script: string) =>
    execFileSync('/bin/sh', ['-c', `${script}\nprintf '%s\\n%s' "$CLIENT_ID" "$CLIENT_SECRET"`], {
      encoding: 'utf8',
      env: { CLIENT_SECRET: 'of another application' },
    }).split('\n');

  const made = await run([...CREATE, ...CALLBACK, '--env']);
  const odd = ['--client-id', 'old-id', '--client-secret-stdin', '--env'];
  const brought = await run([...CREATE, ...CALLBACK, ...odd], `it's $HOME \`x\` "and" a\\b`);
  const open = await run([...CREATE, ...CALLBACK, '--public', '--env']);

  assert.match(made.out, /^CLIENT_ID=[A-Za-z0-9_-]{43}\nCLIENT_SECRET=lks_[A-Za-z0-9_-]+$/);
  assert.deepEqual(
    set(made.out),
    made.out.split('\n').map((line) => line.slice(line.indexOf('=') + 1)),
  );
  assert.deepEqual(set(brought.out), ['old-id', `it's $HOME \`x\` "and" a\\b`], brought.wrong);
  assert.equal(set(open.out)[1], '');
  assert.equal(
    (await run([...CREATE, ...CALLBACK, '--env', '--json'])).wrong.includes('one of --json and --env'),
    true,
  );
});

test('the secret of an import is read from standard input, so that it stands on no command line', async () => {
  const run = await openTerminal();
  const words = [...CREATE, ...CALLBACK, '--client-secret-stdin'];

  const imported = await run([...words, '--client-id', 'c'.repeat(64), '--json'], 's'.repeat(64));

  assert.equal(imported.code, 0, imported.wrong);
  const { client_id, client_secret } = JSON.parse(imported.out);
  assert.deepEqual([client_id, client_secret], ['c'.repeat(64), 's'.repeat(64)]);
  const idless = await run(words, 's'.repeat(64));
  assert.deepEqual([idless.code, idless.wrong.includes('--client-secret-stdin needs --client-id.')], [2, true]);
  const both = await run([...words, '--client-id', 'd'.repeat(64), '--client-secret', 's'.repeat(64)], 's'.repeat(64));
  assert.equal(both.code, 2);
});

test('an import keeps its id and secret, and a public application has no secret', async () => {
  const run = await openTerminal();
  const preset = ['--client-id', 'c'.repeat(64), '--client-secret', 's'.repeat(64)];

  const imported = JSON.parse((await run([...CREATE, ...CALLBACK, ...preset, '--json'])).out);
  const open = JSON.parse((await run([...CREATE, ...CALLBACK, '--public', '--json'])).out);

  assert.deepEqual([imported.client_id, imported.client_secret], ['c'.repeat(64), 's'.repeat(64)]);
  assert.equal(open.client_secret, null);
  assert.equal((await run([...CREATE, ...CALLBACK, ...preset])).code, 1);
});

test('what cannot be registered is told in one line that names the rule and the redirect URI', async () => {
  const run = await openTerminal();

  const bad = await run([...CREATE, ...CALLBACK, '--redirect-uri', 'http://bad.example/cb']);

  assert.equal(bad.code, 1);
  assert.match(bad.wrong, /^latchkey: http:\/\/bad\.example\/cb: Plain http is allowed/);
  assert.equal(bad.wrong.split('\n').length, 1);
  assert.match((await run([...CREATE, ...CALLBACK, '--scope', 'nothing'])).wrong, /no scope called “nothing”/);
  assert.match(
    (await run(['applications', 'create', '--owner', 'Bob', '--name', 'Q', ...CALLBACK])).wrong,
    /no user Bob/,
  );
  assert.equal((await run(CREATE)).code, 2);
  assert.equal((await run([...CREATE, ...CALLBACK, '--client-secret', 'x'])).code, 2);
});

test('applications delete says what it deleted, and a second time that there is nothing', async () => {
  const run = await openTerminal();
  const { client_id: clientId } = JSON.parse((await run([...CREATE, ...CALLBACK, '--json'])).out);

  const deleted = await run(['applications', 'delete', '--client-id', clientId]);

  assert.match(deleted.out, /Quill .* is deleted/);
  assert.equal((await run(['applications', 'list'])).out, '');
  assert.equal((await run(['applications', 'delete', '--client-id', clientId])).code, 1);
});

test('tokens revoke wants exactly one of account, application and token, and says what it did', async () => {
  const run = await openTerminal();
  const { client_id: clientId } = JSON.parse((await run([...CREATE, ...CALLBACK, '--json'])).out);
  const unknown = formatToken('access', 7, Buffer.alloc(RANDOM_BYTES));

  assert.equal((await run(['tokens', 'revoke'])).code, 2);
  assert.equal((await run(['tokens', 'revoke', '--account', 'Ada', '--client-id', clientId])).code, 2);
  assert.match(
    (await run(['tokens', 'revoke', '--account', 'Ada'])).out,
    /access of 0 applications to the account of Ada/,
  );
  assert.match((await run(['tokens', 'revoke', '--client-id', clientId])).out, /access of Quill to 0 accounts/);
  assert.equal((await run(['tokens', 'revoke', '--client-id', 'nobody'])).code, 1);
  const lost = await run(['tokens', 'revoke', '--token-stdin'], unknown);

  assert.equal(lost.code, 1);
  assert.ok(!lost.wrong.includes(unknown));
});

test('an application is suspended with a reason and resumed, and the list shows its state', async () => {
  const run = await openTerminal();
  const made = await run(['applications', 'create', '--owner', 'Ada', '--name', 'Quill', ...CALLBACK, '--json']);
  const id = ['--client-id', JSON.parse(made.out).client_id];
  const state = async () => JSON.parse((await run(['applications', 'list', '--json'])).out).state;
  assert.equal(await state(), 'active');

  const suspended = await run(['applications', 'suspend', ...id, '--reason', 'It   asks for passwords.']);
  assert.deepEqual([suspended.code, suspended.wrong], [0, '']);
  assert.match(suspended.out, /^Quill \(.+\) is suspended\./);
  assert.equal(await state(), 'suspended');
  const again = await run(['applications', 'suspend', ...id, '--reason', 'Once more.']);
  assert.deepEqual([again.code, /is suspended already\.$/.test(again.wrong)], [1, true]);

  const resumed = await run(['applications', 'resume', ...id]);
  assert.deepEqual([resumed.code, /is no longer suspended\.$/.test(resumed.out)], [0, true]);
  assert.equal(await state(), 'active');
  const twice = await run(['applications', 'resume', ...id]);
  assert.deepEqual([twice.code, /is not suspended\.$/.test(twice.wrong)], [1, true]);
});

test('suspending says in one line what is wrong with the call', async () => {
  const run = await openTerminal();

  const nobody = await run(['applications', 'suspend', '--client-id', 'nobody', '--reason', 'Why.']);
  const silent = await run(['applications', 'suspend', '--client-id', 'nobody']);
  const blank = await run(['applications', 'suspend', '--client-id', 'nobody', '--reason', '  ']);
  const long = await run(['applications', 'suspend', '--client-id', 'nobody', '--reason', 'x'.repeat(301)]);

  assert.deepEqual([nobody.code, nobody.wrong], [1, 'latchkey: There is no application nobody.']);
  for (const call of [silent, blank, long]) {
    assert.equal(call.code, 2);
    assert.match(call.wrong, /^latchkey: --reason[^\n]+$/);
  }
});
