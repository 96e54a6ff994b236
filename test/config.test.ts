/** Settings: where they come from, which one wins, and how every fault is named. */
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { describeLoaded } from '../src/config/describe.ts';
import { nearest } from '../src/config/nearest.ts';
import { RETAINED_GROUPS } from '../src/config/retention.ts';
import { withListeningPort } from '../src/config.ts';
import { EVENT_GROUPS } from '../src/protocol/event.ts';
import { faults, type Given, load, loaded, settings } from './config/given.ts';

/** What Kubernetes sets for the Services "latchkey" and "latchkey-admin". */
const SERVICE_LINKS = {
  LATCHKEY_SERVICE_HOST: '10.96.0.12',
  LATCHKEY_SERVICE_PORT: '80',
  LATCHKEY_SERVICE_PORT_HTTP: '80',
  LATCHKEY_PORT: 'tcp://10.96.0.12:80',
  LATCHKEY_PORT_80_TCP: 'tcp://10.96.0.12:80',
  LATCHKEY_PORT_80_TCP_PROTO: 'tcp',
  LATCHKEY_PORT_80_TCP_PORT: '80',
  LATCHKEY_PORT_80_TCP_ADDR: 'fd00::12',
  LATCHKEY_ADMIN_SERVICE_HOST: '10.96.0.13',
  LATCHKEY_ADMIN_PORT: 'tcp://10.96.0.13:9000',
  LATCHKEY_ADMIN_PORT_9000_TCP_ADDR: '10.96.0.13',
};

test('variables that Kubernetes sets for a Service called latchkey are no settings', () => {
  const files = { c: '{"port": 8080}' };

  assert.equal(settings({ env: SERVICE_LINKS }).port, 3000);
  assert.equal(settings({ env: { ...SERVICE_LINKS, LATCHKEY_CONFIG: 'c' }, files }).port, 8080);
});

test('a misspelt setting that ends like such a variable is still told', () => {
  assert.deepEqual(faults({ env: { LATCHKEY_SERVICE_HOST: 'id.example.org', LATCHKEY_ADMIN_PORT: '9000' } }), [
    'LATCHKEY_SERVICE_HOST is not a setting: bin/latchkey config lists them all.',
    'LATCHKEY_ADMIN_PORT is not a setting: bin/latchkey config lists them all.',
  ]);
});

test('the number of workers may be left to the machine', () => {
  assert.equal(settings({}).workers, 1);
  assert.equal(settings({ env: { LATCHKEY_WORKERS: '3' } }).workers, 3);
  assert.equal(settings({ env: { LATCHKEY_WORKERS: 'auto' } }).workers, Math.min(64, availableParallelism()));
});

test('without any configuration every setting has its default', () => {
  const draft = settings({});

  assert.equal(draft.port, 3000);
  assert.equal(draft.host, '127.0.0.1');
  assert.equal(draft.url, undefined);
  assert.equal(draft.database, 'sqlite:data/latchkey.db');
  assert.equal(draft.accessTokenSeconds, 86_400);
  assert.equal(draft.codeSeconds, 600);
  assert.equal(draft.refreshIdleSeconds, 10_368_000);
  assert.equal(draft.refreshLeewaySeconds, 30);
  assert.equal(draft.dangerNoRateLimits, false);
  assert.deepEqual(draft.trustedProxies, []);
  assert.deepEqual(Object.keys(draft.scopes), ['profile', 'email', 'openid', 'offline_access', 'applications']);
});

test('a flag outweighs the environment, which outweighs the file', () => {
  const files = { 'c.json': '{"port": 1, "codeSeconds": 2, "name": "File", "tokenQuery": false}' };
  const env = { LATCHKEY_CONFIG: 'c.json', LATCHKEY_PORT: '3', LATCHKEY_CODE_SECONDS: '4' };

  const { settings: draft, origins } = loaded({ files, env, flags: { port: '5' } });

  assert.deepEqual([draft.port, draft.codeSeconds, draft.name, draft.tokenQuery], [5, 4, 'File', false]);
  assert.deepEqual(
    [origins.port, origins.codeSeconds, origins.name, origins.host],
    ['flag', 'environment', 'file', 'default'],
  );
});

test('an empty environment variable counts as not set', () => {
  assert.equal(settings({ env: { LATCHKEY_PORT: '', LATCHKEY_URL: '' } }).port, 3000);
});

test('variables of other programs and of the test suite are left alone', () => {
  assert.deepEqual(faults({ env: { PORT: 'x', LATCHKEY_TEST_POSTGRES: 'postgres://x', LATCHKEYS: '1' } }), []);
});

test('the database address may stand in a file of its own, with a line break at its end', () => {
  const env = { LATCHKEY_DATABASE_FILE: '/run/secrets/database' };
  const files = { '/run/secrets/database': 'postgres://me:hush@db/latchkey\n' };

  assert.equal(settings({ env, files }).database, 'postgres://me:hush@db/latchkey');
});

test('the operator adds, changes and removes scopes', () => {
  const scopes = {
    notes: { description: 'Read your notes', default: true },
    email: { description: 'See your address' },
    openid: null,
  };

  const fromEnv = settings({ env: { LATCHKEY_SCOPES: JSON.stringify(scopes) } }).scopes;
  const fromFile = settings({ env: { LATCHKEY_CONFIG: 'c' }, files: { c: JSON.stringify({ scopes }) } }).scopes;

  assert.deepEqual(Object.keys(fromEnv), ['profile', 'email', 'offline_access', 'applications', 'notes']);
  assert.deepEqual(fromEnv.email, { description: 'See your address', default: false });
  assert.deepEqual(fromEnv.notes, { description: 'Read your notes', default: true });
  assert.deepEqual(fromFile, fromEnv);
});

test('trusted proxies are a list of addresses and networks, in the file a JSON list', () => {
  const files = { c: '{"trustedProxies": ["10.0.0.0/8", "::1"]}' };

  assert.deepEqual(settings({ env: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1, fd00::/8' } }).trustedProxies, [
    '127.0.0.1',
    'fd00::/8',
  ]);
  assert.deepEqual(settings({ env: { LATCHKEY_CONFIG: 'c' }, files }).trustedProxies, ['10.0.0.0/8', '::1']);
});

test('what the service may call inside the own network is a list of hosts, addresses and networks', () => {
  const env = { LATCHKEY_OUTBOUND_ALLOW: 'Hooks.example.org, 10.0.0.0/8 http://127.0.0.0/8' };

  assert.deepEqual(settings({ env }).outboundAllow, [
    { target: 'hooks.example.org', isPlain: false },
    { target: '10.0.0.0/8', isPlain: false },
    { target: '127.0.0.0/8', isPlain: true },
  ]);
  for (const wrong of ['https://x.example.org', '10.0.0.0/33', 'http://', 'a_b'])
    assert.equal(load({ env: { LATCHKEY_OUTBOUND_ALLOW: wrong } }).ok, false, wrong);
});

test('the public address is an origin, and plain http is for loopback alone', () => {
  const url = (text: string): string | undefined => settings({ env: { LATCHKEY_URL: text } }).url;

  assert.equal(url('https://id.example.org/'), 'https://id.example.org');
  assert.equal(url('https://ID.example.org:8443'), 'https://id.example.org:8443');
  assert.equal(url('http://127.0.0.1:3000'), 'http://127.0.0.1:3000');
  assert.equal(url('http://[::1]:80'), 'http://[::1]');
  assert.equal(url('http://localhost:5'), 'http://localhost:5');
});

test('an address with a host or a port that cannot be read is told as such', () => {
  const fault = (env: Record<string, string>) => faults({ env }).join('|');
  const readable = /must have a host and a port that can be read, and a port is at most 65535/;

  assert.match(fault({ LATCHKEY_URL: 'https://id.example.org:99999' }), readable);
  assert.match(fault({ LATCHKEY_CONTACT: 'https://help.example.org:99999/' }), readable);
  assert.match(
    fault({ LATCHKEY_FOOTER_LINKS: '{"Privacy":"https://example.org:99999/"}' }),
    /must give "Privacy" an address whose host and port can be read/,
  );
  assert.match(
    fault({ LATCHKEY_RESOURCES: '{"https://api.example.org:99999/":{"name":"Notes","scopes":["profile"]}}' }),
    /must name each resource with a host and a port that can be read/,
  );
  for (const place of ['db:99999', 'me:hush@db1:1,db2:99999', '[::1]:70000'])
    assert.match(fault({ LATCHKEY_DATABASE: `postgres://${place}/x` }), /must name a port of at most 65535/);
  assert.match(fault({ LATCHKEY_DATABASE: 'postgres://me:99999/hush@db/x' }), /must be sqlite:PATH or postgres:/);
});

for (const wrong of [
  'http://id.example.org',
  'http://127.0.0.1.example.org',
  'https://id.example.org/path',
  'https://id.example.org/?',
  'https://id.example.org/#',
  'https://me@id.example.org',
  'https://id.example.org\\x',
  'ftp://id.example.org',
  'id.example.org',
  'https://*.example.org',
  'https://',
]) {
  test(`the public address ${wrong} is refused`, () => {
    const [fault, ...others] = faults({ env: { LATCHKEY_URL: wrong } });

    assert.match(fault ?? '', /^LATCHKEY_URL is ".*" but must /);
    assert.deepEqual(others, []);
  });
}

test('a log file that is a file of the database is refused', () => {
  const told = (logFile: string, database = 'sqlite:data/latchkey.db') =>
    faults({ flags: { database }, env: { LATCHKEY_LOG_FILE: logFile } });

  for (const logFile of ['data/latchkey.db', './data/../data/latchkey.db-wal', resolve('data/latchkey.db-journal')])
    assert.match(told(logFile).join(), /^LATCHKEY_LOG_FILE is a file of the database, .*: name another\.$/, logFile);
  assert.deepEqual(told('data/latchkey.log'), []);
  assert.deepEqual(told('latchkey.db', 'postgres://latchkey@db/latchkey.db'), []);
});

test('listening beyond loopback needs a public address', () => {
  assert.match(
    faults({ env: { LATCHKEY_HOST: '0.0.0.0' } }).join(),
    /^LATCHKEY_HOST is 0\.0\.0\.0, .* set LATCHKEY_URL /,
  );
  assert.deepEqual(faults({ env: { LATCHKEY_HOST: '0.0.0.0', LATCHKEY_URL: 'https://id.example.org' } }), []);
  for (const host of ['127.0.0.2', '::1', 'localhost']) assert.deepEqual(faults({ flags: { host } }), []);
});

const WRONG_VALUES: readonly (readonly [flag: string, text: string])[] = [
  ['port', '65536'],
  ['port', '-1'],
  ['port', '3e3'],
  ['port', ' 3000'],
  ['host', 'http://x'],
  ['database', 'mysql://x'],
  ['database', 'sqlite:'],
  ['database', 'sqlite::memory:'],
  ['database-pool', '0'],
  ['workers', '0'],
  ['workers', 'many'],
  ['name', 'say "hi"'],
  ['name', ''],
  ['sign-up', 'yes'],
  ['access-token-seconds', '0'],
  ['code-seconds', '601'],
  ['refresh-leeway-seconds', '301'],
  ['user-agent', 'maybe'],
  ['token-query', 'yes'],
  ['trusted-proxies', '10.0.0.0/33'],
  ['trusted-proxies', 'proxy.example.org'],
  ['danger-no-rate-limits', ''],
  ['log-level', 'verbose'],
];

for (const [flag, text] of WRONG_VALUES) {
  test(`--${flag} ${JSON.stringify(text)} is refused in one line`, () => {
    const [fault = '', ...others] = faults({ flags: { [flag]: text } });

    assert.match(fault, new RegExp(`^--${flag} (is ".*" but )?must [^\n]+\\.$`));
    assert.deepEqual(others, []);
  });
}

for (const wrong of [
  '[]',
  '{',
  '{"a b": {"description": "x"}}',
  '{"a": "x"}',
  '{"a": {}}',
  '{"a": {"description": ""}}',
  '{"a": {"description": "x\\ny"}}',
  '{"a": {"description": "x", "default": "yes"}}',
  '{"a": {"description": "x", "colour": "red"}}',
  '{"profile": null, "email": null, "openid": null, "offline_access": null, "applications": null}',
]) {
  test(`the catalogue ${wrong} is refused`, () => {
    assert.match(
      faults({ env: { LATCHKEY_SCOPES: wrong } }).join('|'),
      /^LATCHKEY_SCOPES is [^|\n]+ but must [^|\n]+\.$/,
    );
  });
}

test('every fault is listed at once, each with what to do', () => {
  const files = { c: '{"prot": 1, "codeSeconds": null}' };
  const env = { LATCHKEY_CONFIG: 'c', LATCHKEY_PROT: '1', LATCHKEY_EVERYTHING: '1', LATCHKEY_SWEEP_SECONDS: 'x' };

  assert.deepEqual(faults({ files, env, flags: { port: 'x' } }), [
    '"prot" in c is not a setting: did you mean port?',
    'LATCHKEY_PROT is not a setting: did you mean LATCHKEY_PORT?',
    'LATCHKEY_EVERYTHING is not a setting: bin/latchkey config lists them all.',
    '--port is "x" but must be a whole number from 0 to 65535.',
    '"codeSeconds" in the configuration file is "null" but must be a whole number from 1 to 600.',
    'LATCHKEY_SWEEP_SECONDS is "x" but must be a whole number from 0 to 86400.',
  ]);
});

test('a file that is missing or no JSON object is named', () => {
  assert.deepEqual(faults({ env: { LATCHKEY_CONFIG: 'gone' } }), [
    'LATCHKEY_CONFIG names a file that cannot be read: gone.',
  ]);
  assert.deepEqual(faults({ env: { LATCHKEY_CONFIG: 'c' }, files: { c: '[1]' } }), [
    'LATCHKEY_CONFIG names a file that is not a JSON object: c.',
  ]);
  assert.match(
    faults({ env: { LATCHKEY_DATABASE_FILE: 'gone' } }).join(),
    /^LATCHKEY_DATABASE_FILE names a file that cannot be read/,
  );
});

test('a logo that is missing, empty or no picture is blamed on what named it', () => {
  const files = {
    'empty.png': '',
    'page.svg': '<html><body>404</body></html>',
    'l.svg': '<svg xmlns="x"/>',
    'l.png': Buffer.from('\x89PNG', 'latin1'),
  };
  const env = (name: string) => ({ env: { LATCHKEY_LOGO: name }, files });

  assert.deepEqual(faults({ flags: { logo: 'gone.png' } }), ['--logo names a file that cannot be read: gone.png.']);
  for (const name of ['empty.png', 'page.svg'])
    assert.deepEqual(faults(env(name)), [`LATCHKEY_LOGO names a file that is empty or holds no picture: ${name}.`]);
  for (const name of ['l.svg', 'l.png']) assert.deepEqual(faults(env(name)), []);
});

test('a configuration file may begin with a byte order mark', () => {
  assert.equal(settings({ env: { LATCHKEY_CONFIG: 'c' }, files: { c: '\uFEFF{"port": 4001}' } }).port, 4001);
});

test('a secret that is given twice is refused', () => {
  const env = { LATCHKEY_DATABASE: 'sqlite:a', LATCHKEY_DATABASE_FILE: 'f' };

  assert.match(faults({ env, files: { f: 'sqlite:b' } }).join(), /are both set: keep one of them/);
});

test('no fault and no description shows a password', () => {
  const address = 'postgres://me:hush@db/latchkey?password=hush';

  const described = JSON.stringify(describeLoaded(loaded({ env: { LATCHKEY_DATABASE: address } })));
  const refused = faults({ env: { LATCHKEY_DATABASE: 'mysql://me:hush@db/latchkey' } }).join();

  assert.match(described, /postgres:\/\/me:\*\*\*@db\/latchkey/);
  assert.doesNotMatch(described + refused, /hush/);
});

test('the public address follows from the port that is listened on, unless it was given', () => {
  const url = (given: Given): string => withListeningPort(settings(given), 4711).url;

  assert.equal(url({}), 'http://127.0.0.1:4711');
  assert.equal(url({ flags: { host: '::1' } }), 'http://[::1]:4711');
  assert.equal(url({ flags: { url: 'https://id.example.org' } }), 'https://id.example.org');
  assert.equal(withListeningPort(settings({ flags: { port: '0' } }), 4711).port, 4711);
});

test('every setting is described in one line, with its variable and its flag', () => {
  for (const { name, variable, flag, says } of describeLoaded(loaded({}))) {
    assert.match(variable, /^LATCHKEY_[A-Z_]+$/, name);
    assert.ok(flag === null || /^--[a-z-]+$/.test(flag), name);
    assert.match(says, /^[A-Z][^\n]+[.]$/, name);
  }
});

test('a mistyped word finds the nearest known one, and a strange one none', () => {
  assert.equal(nearest('hots', ['port', 'host']), 'host');
  assert.equal(nearest('zzzzzz', ['port', 'host']), undefined);
  assert.equal(nearest('x', ['y']), undefined);
});

test('the groups of events that a retention can be set for are those that events have', () => {
  assert.deepEqual([...RETAINED_GROUPS].toSorted(), [...EVENT_GROUPS].toSorted());
});
