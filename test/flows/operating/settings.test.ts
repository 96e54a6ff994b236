/** Proves that wrong settings and wrong calls are refused with words that help, before anything starts. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { json, send } from '../../support/http-client.ts';
import { type Environment, run, startService, temporaryDirectory } from '../../support/service.ts';

const serve = (env: Environment, flags: string[] = []) =>
  run(['serve', '--port', '0', ...flags], { env, cwd: temporaryDirectory() });

const faults: [what: string, env: Environment, named: RegExp][] = [
  ['a port that is no number', { LATCHKEY_PORT: 'x' }, /PORT/i],
  ['a port out of range', { LATCHKEY_PORT: '70000' }, /PORT/i],
  ['a negative lifetime', { LATCHKEY_ACCESS_TOKEN_SECONDS: '-1' }, /ACCESS_TOKEN_SECONDS/i],
  ['a lifetime in words', { LATCHKEY_CODE_SECONDS: 'ten' }, /CODE_SECONDS/i],
  ['a lifetime with a fraction', { LATCHKEY_REFRESH_IDLE_SECONDS: '1.5' }, /REFRESH_IDLE_SECONDS/i],
  ['a database of an unknown kind', { LATCHKEY_DATABASE: 'mysql://x' }, /DATABASE/i],
  ['an address with a path or a query', { LATCHKEY_URL: 'https://id.example.org/?x' }, /URL/i],
  ['plain http beyond loopback', { LATCHKEY_URL: 'http://id.example.org' }, /URL/i],
  ['a listener beyond loopback without a public address', { LATCHKEY_HOST: '0.0.0.0' }, /URL/i],
  ['an unknown setting', { LATCHKEY_ACCES_TOKEN_SECONDS: '60' }, /LATCHKEY_ACCES_TOKEN_SECONDS/],
  ['a wrong choice', { LATCHKEY_USER_AGENT: 'maybe' }, /USER_AGENT/i],
  ['scopes that are no JSON', { LATCHKEY_SCOPES: '{' }, /SCOPES/i],
  ['a scope with a blank in its name', { LATCHKEY_SCOPES: '{"a b":{"description":"x"}}' }, /SCOPES/i],
  ['resources that are no JSON', { LATCHKEY_RESOURCES: '{' }, /LATCHKEY_RESOURCES is "\{" but must be a JSON object/],
  ['a resource without a URI', { LATCHKEY_RESOURCES: '{"notes":{"name":"x","scopes":["email"]}}' }, /absolute URI/],
  [
    'a resource whose tokens are JWTs',
    { LATCHKEY_RESOURCES: '{"https://a.example/":{"name":"x","scopes":["email"],"tokens":"jwt"}}' },
    /JWT access tokens are not offered by this version/,
  ],
  [
    'a resource with a scope that nobody described',
    { LATCHKEY_RESOURCES: '{"https://a.example/":{"name":"x","scopes":["notes"]}}' },
    /gives https:\/\/a\.example\/ the scope notes, which is not in the catalogue/,
  ],
  ['a settings file that is not there', { LATCHKEY_CONFIG: '/nonexistent/latchkey.json' }, /nonexistent/],
];

for (const [what, env, named] of faults) {
  test(`${what} is refused with exit code 2 and named`, async () => {
    const port = env.LATCHKEY_PORT ?? '0';
    const { code, stderr } = await run(['serve'], { env: { ...env, LATCHKEY_PORT: port }, cwd: temporaryDirectory() });

    assert.equal(code, 2, stderr);
    assert.match(stderr, named);
    assert.doesNotMatch(stderr, /\n\s+at /);
  });
}

test('all faults are told at once', async () => {
  const { code, stderr } = await serve({
    LATCHKEY_CODE_SECONDS: 'x',
    LATCHKEY_LOG_LEVEL: 'loud',
    LATCHKEY_USER_AGENT: 'maybe',
  });

  assert.equal(code, 2);
  for (const name of [/CODE_SECONDS/i, /LOG_LEVEL/i, /USER_AGENT/i]) assert.match(stderr, name);
});

test('a settings file counts less than the environment, and the environment less than a flag', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'latchkey.json');
  const scopes = { user_rates: { description: 'Read your rates', default: true } };
  writeFileSync(file, JSON.stringify({ accessTokenSeconds: 60, codeSeconds: 61, name: 'Filed', scopes }));

  const { code, stdout, stderr } = await run(['config', '--json', '--name', 'Flagged'], {
    cwd: directory,
    env: { LATCHKEY_CONFIG: file, LATCHKEY_CODE_SECONDS: '62', LATCHKEY_NAME: 'Environment' },
  });

  assert.equal(code, 0, stderr);
  for (const value of ['Flagged', '60', '62', 'user_rates'])
    assert.ok(stdout.includes(value), `${value} is missing: ${stdout}`);
  for (const value of ['Filed', 'Environment']) assert.ok(!stdout.includes(`"${value}"`), stdout);
});

test('what config prints of lists and pairs can be set again and means the same', async () => {
  const env = {
    LATCHKEY_TRUSTED_PROXIES: '10.0.0.0/8,::1',
    LATCHKEY_RESERVED_NAMES: 'Acme, Quill',
    LATCHKEY_EVENT_RETENTION: 'token 30, code 7',
    LATCHKEY_SCOPES: '{"notes": {"description": "Read your notes"}}',
  };
  const cwd = temporaryDirectory();
  const first = await run(['config'], { cwd, env });
  const printed = Object.fromEntries(
    Object.keys(env).map((name) => [
      name,
      new RegExp(`^${name}=(.*)  \\(environment\\)$`, 'm').exec(first.stdout)?.[1],
    ]),
  );
  const again = await run(['config'], { cwd, env: { ...env, ...printed } });

  assert.equal(again.code, 0, again.stderr);
  assert.equal(again.stdout, first.stdout);
  assert.equal(printed.LATCHKEY_EVENT_RETENTION, 'token 30, code 7');
});

test('a settings file with a wrong name or value is refused', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'latchkey.json');
  for (const content of ['{', '[]', '{"acessTokenSeconds": 60}', '{"accessTokenSeconds": "x"}']) {
    writeFileSync(file, content);
    const { code, stderr } = await run(['config'], { cwd: directory, env: { LATCHKEY_CONFIG: file } });

    assert.equal(code, 2, `${content}: ${stderr}`);
  }
});

test('a scope of the operator’s own is announced and may be asked for', async () => {
  const scopes = JSON.stringify({ user_rates: { description: 'Read your rates', default: true } });
  const service = await startService({ database: 'sqlite', env: { LATCHKEY_SCOPES: scopes } });

  const body = json(await send(`${service.url}/.well-known/oauth-authorization-server`));

  assert.ok(Array.isArray(body.scopes_supported) && body.scopes_supported.includes('user_rates'));
  await service.stop();
});

test('the public address is what the service says of itself, wherever it listens', async () => {
  const service = await startService({ database: 'sqlite', env: { LATCHKEY_URL: 'https://id.example.org' } });

  const answer = await send(`${service.url}/.well-known/oauth-authorization-server`);

  assert.equal(json(answer).issuer, 'https://id.example.org');
  const page = await send(`${service.url}/sign-in`);
  assert.match(page.headers['strict-transport-security'] ?? '', /max-age=\d{7,}/);
  for (const cookie of page.setCookies) assert.match(cookie, /^__Host-.*;\s*Secure/i);
  assert.equal((await send(`${service.url}/docs/parts`)).status, 404, 'a page for development');
  await service.stop();
});

test('bin/latchkey alone lists its commands, and each has help', async () => {
  const { code, stdout } = await run([], {});

  assert.equal(code, 0);
  for (const command of ['serve', 'users', 'applications', 'events']) {
    assert.ok(stdout.includes(command));
    const help = await run([command, '--help'], {});
    assert.equal(help.code, 0, help.stderr);
    assert.match(help.stdout, /Usage: /);
  }
});

test('a wrong call exits 2 with one line that says what is wrong', async () => {
  for (const args of [
    ['sevre'],
    ['serve', '--prot', '1'],
    ['users', 'create'],
    ['users', 'crate'],
    ['applications', 'create', '--name', 'x'],
    ['serve', 'extra'],
  ]) {
    const { code, stderr } = await run(args, { cwd: temporaryDirectory() });

    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
});
