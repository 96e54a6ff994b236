/** Proves that APIs behind proxies hear who calls and nobody else gets through: the real nginx and Caddy with the documents' configuration, Traefik's requests replayed. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { parse } from 'yaml';
import { API_SNIPPETS } from '../../../src/pages/docs/snippets/protected-api.ts';
import { spawnChild } from '../../support/children.ts';
import { serverProgram } from '../../support/debian-package.ts';
import { eventually } from '../../support/eventually.ts';
import { obtainTokens, revoke } from '../../support/grant.ts';
import { type Answer, send } from '../../support/http-client.ts';
import { freePort } from '../../support/postgres-home.ts';
import { DISOWNED, FORGED, type Heard, openApi, saidAbout, upgraded } from '../../support/protected-api.ts';
import { machineToken, NOTES, RESOURCE_SCOPES, type ResourceStage, resourceStage } from '../../support/resources.ts';
import { startService, temporaryDirectory } from '../../support/service.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const document = readFileSync(join(root, 'docs', 'protect-your-api.md'), 'utf8');
const READ = { resource: NOTES, scope: 'notes:read' };

let stage: ResourceStage;
let api: number;
const programs = { nginx: '', caddy: '' };

before(async () => {
  stage = await resourceStage(await startService({ database: 'sqlite', env: { LATCHKEY_SCOPES: RESOURCE_SCOPES } }));
  api = await openApi();
  for (const name of ['nginx', 'caddy'] as const) programs[name] = await serverProgram(name);
});

async function openProxy(start: (port: number, folder: string) => readonly string[], program: string): Promise<string> {
  const folder = temporaryDirectory();
  const port = await freePort();
  const words = start(port, folder);
  // Caddy keeps what it learns below these.
  const env = { PATH: process.env.PATH ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  spawnChild(program, words, { cwd: folder, env });
  const url = `http://127.0.0.1:${port}`;
  await eventually('the proxy answers', () => send(`${url}/`).then(Boolean, () => false));
  return url;
}

/** The nginx of the documents, with the ports of this test; `cached` with their rule for remembering answers. */
function openNginx(service: string, cached = false): Promise<string> {
  const snippet = API_SNIPPETS.find(({ id }) => id === 'nginx');
  assert.ok(snippet);
  return openProxy((port, folder) => {
    const own = snippet
      .write({ baseUrl: service, resource: NOTES })
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replace('http://127.0.0.1:9000', `http://127.0.0.1:${api}`);
    const [, path = '', rule = ''] =
      /```nginx\n(proxy_cache_path [^\n]*\n)# [^\n]*\n([\s\S]*?)```/.exec(document) ?? [];
    assert.match(rule, /proxy_cache latchkey;/);
    const asked = cached ? own.replace('    internal;\n    proxy_pass', `    internal;\n${rule}    proxy_pass`) : own;
    const zone = cached ? path.replace(/proxy_cache_path \S+/, `proxy_cache_path ${folder}/cache`) : '';
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    // One process, so that nothing is left when it is killed.
    const head = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, `${head}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${zone}\n${asked}\n}\n`);
    return ['-p', folder, '-c', file, '-e', join(folder, 'error.log')];
  }, programs.nginx);
}

/** The Caddyfile of deploy/, with the ports of this test and without certificates. */
function openCaddy(service: string): Promise<string> {
  return openProxy((port, folder) => {
    const shipped = readFileSync(join(root, 'deploy', 'caddy', 'forward-auth.Caddyfile'), 'utf8');
    const own = shipped
      .replace('api.example.org {', `http://127.0.0.1:${port} {`)
      .replace('https://id.example.org', service)
      .replace('https://api.example.org/', NOTES)
      .replace('127.0.0.1:9000', `127.0.0.1:${api}`);
    const file = join(folder, 'Caddyfile');
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${own}`);
    return ['run', '--config', file, '--adapter', 'caddyfile'];
  }, programs.caddy);
}

const heardIn = ({ body }: Answer): Heard => JSON.parse(body);

for (const [name, open] of [
  ['nginx', openNginx],
  ['Caddy', openCaddy],
] as const) {
  test(`behind the real ${name} the API hears who calls, whatever the caller pretends, and nobody else gets through`, async () => {
    const url = await open(stage.service.url);
    const { access, refresh } = await obtainTokens(stage, READ);
    const { access: writer } = await obtainTokens(stage, { resource: NOTES, scope: 'notes:write' });
    const { access_token: machine } = JSON.parse((await machineToken(stage, READ)).body);
    const bearer = (value: string) => ({ authorization: `Bearer ${value}`, ...FORGED });

    for (const [method, body] of [
      ['GET', undefined],
      ['POST', 'a note'],
    ] as const) {
      const answer = await send(`${url}/notes`, { method, headers: bearer(access), ...(body ? { body } : {}) });
      assert.equal(answer.status, 200, answer.body);
      const heard = heardIn(answer);
      assert.deepEqual([heard.method, heard.body], [method, body ?? '']);
      const { 'x-latchkey-user': user, 'x-latchkey-token-id': id, ...rest } = saidAbout(heard);
      assert.match(String(user), /^\d{2,}$/);
      assert.match(String(id), /^\d{2,}$/);
      assert.deepEqual(rest, { 'x-latchkey-client': stage.quill.client_id, 'x-latchkey-scope': 'notes:read' });
    }
    const disowned = saidAbout(heardIn(await send(`${url}/notes`, { headers: { ...bearer(access), ...DISOWNED } })));
    assert.match(String(disowned['x-latchkey-user']), /^\d{2,}$/);
    assert.equal(disowned['x-latchkey-scope'], 'notes:read');
    const alone = saidAbout(heardIn(await send(`${url}/notes`, { headers: bearer(machine) })));
    assert.deepEqual(Object.keys(alone).toSorted(), ['x-latchkey-client', 'x-latchkey-scope', 'x-latchkey-token-id']);
    assert.equal((await send(`${url}/notes`, { method: 'HEAD', headers: bearer(access) })).status, 200);
    assert.equal(await upgraded(`${url}/notes`, access), 101);
    const none = await send(`${url}/notes`, { headers: FORGED });
    assert.equal(none.status, 401);
    assert.match(none.headers['www-authenticate'] ?? '', /^Bearer realm=.*resource_metadata=/);
    const lacking = await send(`${url}/notes`, { headers: bearer(writer) });
    assert.equal(lacking.status, 403);
    assert.match(lacking.headers['www-authenticate'] ?? '', /insufficient_scope/);
    await revoke(stage, refresh);
    assert.equal((await send(`${url}/notes`, { headers: bearer(access) })).status, 401);
    assert.equal(await upgraded(`${url}/notes`, access), 401);
  });
}

/** What the documents say that the rule may cost. */
const REMEMBERED_MS = 5_000;

test('an nginx that remembers answers accepts a revoked token for five seconds at most, also when the service is gone', async () => {
  const service = await startService({ database: 'sqlite', env: { LATCHKEY_SCOPES: RESOURCE_SCOPES } });
  const own = await resourceStage(service);
  const url = await openNginx(service.url, true);
  const status = async (access: string): Promise<number> =>
    (await send(`${url}/notes`, { headers: { authorization: `Bearer ${access}` } })).status;
  /** For how long after now a request was let through that began then. */
  const acceptedFor = async (access: string): Promise<number> => {
    const from = performance.now();
    let last = 0;
    await eventually('it is refused', async () => {
      const begun = performance.now();
      const isAccepted = (await status(access)) === 200;
      if (isAccepted) last = begun - from;
      return !isAccepted;
    });
    return last;
  };
  const [first, other] = [await obtainTokens(own, READ), await obtainTokens(own, READ)];
  assert.equal(await status(first.access), 200);

  await revoke(own, first.refresh);
  assert.equal(await status(first.access), 200, 'the answer is remembered');
  assert.ok((await acceptedFor(first.access)) <= REMEMBERED_MS);
  assert.equal(await status(first.access), 401);

  assert.equal(await status(other.access), 200);
  await service.kill();
  assert.equal(await status(other.access), 200, 'the answer is remembered');
  assert.ok((await acceptedFor(other.access)) <= REMEMBERED_MS);
  assert.equal(await status(other.access), 500);
});

/** Headers of the check, which proxies hand on. */
const COPIED = ['X-Latchkey-User', 'X-Latchkey-Client', 'X-Latchkey-Scope', 'X-Latchkey-Token-Id'];

/** Both ask with GET and without a body, say what the request was, and pass on all its headers. */
const ASKED_BY = {
  Caddy: { 'x-forwarded-method': 'POST', 'x-forwarded-uri': '/notes?all', 'x-forwarded-host': 'api.example.org' },
  Traefik: {
    ...{ 'x-forwarded-method': 'DELETE', 'x-forwarded-uri': '/notes/7', 'x-forwarded-host': 'api.example.org' },
    ...{ 'x-forwarded-proto': 'https', 'x-forwarded-server': 'traefik', 'content-type': 'application/json' },
  },
};

for (const [name, headers] of Object.entries(ASKED_BY)) {
  test(`a question as ${name} asks it is answered by the token alone`, async () => {
    const { access, refresh } = await obtainTokens(stage, READ);
    const check = (more: Record<string, string>) =>
      send(`${stage.service.url}/oauth/check?scope=notes:read&resource=${NOTES}`, {
        headers: { ...headers, ...FORGED, 'x-forwarded-for': '203.0.113.9', cookie: 'session=forged', ...more },
      });

    const good = await check({ authorization: `Bearer ${access}` });

    assert.equal(good.status, 204);
    assert.equal(good.headers['x-latchkey-client'], stage.quill.client_id);
    assert.match(good.headers['x-latchkey-user'] ?? '', /^\d{2,}$/);
    assert.equal((await check({})).status, 401);
    for (const method of ['OPTIONS', 'HEAD', 'CONNECT'])
      assert.equal((await check({ 'x-forwarded-method': method, 'x-forwarded-uri': '/health/ready' })).status, 401);
    await revoke(stage, refresh);
    assert.equal((await check({ authorization: `Bearer ${access}` })).status, 401);
  });
}

test('the Traefik configuration removes every spelling of the headers that it copies', () => {
  const shipped = readFileSync(join(root, 'deploy', 'traefik', 'latchkey.yml'), 'utf8');
  const { authResponseHeadersRegex: rule, ...rest } = parse(shipped).http.middlewares['latchkey-notes'].forwardAuth;

  // Traefik removes what fits from the request, and copies what fits of the answer; a list of names leaves other spellings.
  for (const name of [...COPIED, ...Object.keys(FORGED)]) assert.match(name, new RegExp(rule), name);
  assert.doesNotMatch('Authorization', new RegExp(rule));
  assert.deepEqual(Object.keys(rest), ['address']);
});

test('the documents have the configurations of nginx, Caddy and Traefik as they are shipped', () => {
  const files = ['caddy/forward-auth.Caddyfile', 'traefik/latchkey.yml'].map((path) =>
    readFileSync(join(root, 'deploy', path), 'utf8'),
  );
  const api = { baseUrl: 'https://id.example.org', resource: 'https://api.example.org/' };

  for (const { id, write } of API_SNIPPETS) assert.ok(document.includes(`\n${write(api)}\n`), id);
  assert.ok(document.includes(files[0] ?? '-'));
  assert.ok(document.includes('deploy/traefik/latchkey.yml'));
  assert.ok(document.includes(/^ {4}latchkey-notes:\n(?: {6}.*\n)+/m.exec(files[1] ?? '')?.[0] ?? '-'));
});
