/** Proves the forward check (SPEC D77): asked directly, and by the real nginx with the configuration of the documents. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { spawnChild } from '../../support/children.ts';
import { serverProgram } from '../../support/debian-package.ts';
import { everyEngine } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import { obtainTokens, revoke } from '../../support/grant.ts';
import { send } from '../../support/http-client.ts';
import { freePort } from '../../support/postgres-home.ts';
import {
  FILES,
  machineToken,
  NOTES,
  RESOURCE_SCOPES,
  type ResourceStage,
  resourceStage,
} from '../../support/resources.ts';
import { type Engine, startService, temporaryDirectory } from '../../support/service.ts';

const stageOn = async (engine: Engine): Promise<ResourceStage> =>
  resourceStage(await startService({ database: engine, env: { LATCHKEY_SCOPES: RESOURCE_SCOPES } }));

const READ = { resource: NOTES, scope: 'notes:read' };
const QUERY = `?scope=notes:read&resource=${encodeURIComponent(NOTES)}`;

test('the check tells a proxy whose token it is, and refuses others with the right challenge', () =>
  everyEngine(async (engine) => {
    const stage = await stageOn(engine);
    const check = (access: string, query = QUERY) =>
      send(`${stage.service.url}/oauth/check${query}`, { headers: { authorization: `Bearer ${access}` } });
    const { access, refresh } = await obtainTokens(stage, READ);
    const { access: foreign } = await obtainTokens(stage, { resource: FILES, scope: 'files:read' });
    const { access: plain } = await obtainTokens(stage);

    const good = await check(access);

    assert.equal(good.status, 204);
    assert.match(good.headers['x-latchkey-user'] ?? '', /^\d+$/);
    assert.equal(good.headers['x-latchkey-client'], stage.quill.client_id);
    assert.equal(good.headers['x-latchkey-scope'], 'notes:read');
    assert.match(good.headers['x-latchkey-token-id'] ?? '', /^\d+$/);
    assert.match(good.headers['cache-control'] ?? '', /no-store/);
    for (const wrong of [foreign, plain, 'invented', '']) assert.equal((await check(wrong)).status, 401, wrong);
    const lacking = await check(access, `?scope=notes:write&resource=${encodeURIComponent(NOTES)}`);
    assert.equal(lacking.status, 403);
    assert.match(lacking.headers['www-authenticate'] ?? '', /insufficient_scope.*scope="notes:write"/);
    assert.equal((await check(access, `${QUERY}&scope=notes:write`)).status, 403);
    assert.equal((await check(access, `${QUERY}&resource=${encodeURIComponent(FILES)}`)).status, 400);
    assert.equal((await check(access, '?resource=https://nowhere.example/')).status, 400);
    assert.equal((await check(plain, '')).status, 204);
    assert.equal((await check(access, '')).status, 401);
    await revoke(stage, refresh);
    assert.equal((await check(access)).status, 401);
    await stage.service.stop();
  }));

test('a token that an application holds for itself passes without a user', async () => {
  const stage = await stageOn('sqlite');
  const { access_token } = JSON.parse((await machineToken(stage, READ)).body) as { access_token: string };

  const answer = await send(`${stage.service.url}/oauth/check${QUERY}`, {
    headers: { authorization: `Bearer ${access_token}`, 'x-latchkey-user': '1', 'x-original-method': 'OPTIONS' },
  });

  assert.equal(answer.status, 204);
  assert.equal(answer.headers['x-latchkey-user'], undefined);
  await stage.service.stop();
});

let nginx = '';
before(async () => {
  nginx = await serverProgram('nginx');
});

/** The API behind the proxy answers with the headers that reached it. */
async function openApi(): Promise<number> {
  const server = createServer((req, res) => res.end(JSON.stringify({ method: req.method, headers: req.headers })));
  server.on('upgrade', (_req, socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\n', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Runs the nginx of the documents, with the ports of this test. */
async function openProxy(service: string, api: number): Promise<string> {
  const folder = temporaryDirectory();
  const port = await freePort();
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'protect-your-api.md'), 'utf8');
  const shown = /```nginx\n(server \{[\s\S]*?)```/.exec(page)?.[1] ?? '';
  const own = shown
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('http://127.0.0.1:3000', service)
    .replace('https://api.example.org/', NOTES)
    .replace('http://127.0.0.1:9000', `http://127.0.0.1:${api}`)
    .replace('proxy_set_header Host id.example.org;', '');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // One process, so that nothing is left when it is killed.
  const head = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
  writeFileSync(join(folder, 'nginx.conf'), `${head}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${own}\n}\n`);
  spawnChild(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], { cwd: folder });
  const url = `http://127.0.0.1:${port}`;
  await eventually('nginx answers', () => send(`${url}/`).then(Boolean, () => false));
  return url;
}

test('behind the real nginx the API hears who calls, whatever the caller pretends, and nobody else gets through', async () => {
  const stage = await stageOn('sqlite');
  const url = await openProxy(stage.service.url, await openApi());
  const { access, refresh } = await obtainTokens(stage, READ);
  const { access: writer } = await obtainTokens(stage, { resource: NOTES, scope: 'notes:write' });
  const forged = {
    'x-latchkey-user': '1',
    'X-LATCHKEY-CLIENT': 'mallory',
    x_latchkey_scope: 'admin',
    'x-latchkey-token-id': '7',
  };
  const bearer = (value: string) => ({ authorization: `Bearer ${value}`, ...forged });

  for (const method of ['GET', 'POST'] as const) {
    const answer = await send(`${url}/notes`, { method, headers: bearer(access) });
    assert.equal(answer.status, 200, answer.body);
    const heard = JSON.parse(answer.body) as { method: string; headers: IncomingHttpHeaders };
    assert.equal(heard.method, method);
    assert.match(String(heard.headers['x-latchkey-user']), /^\d{2,}$/);
    assert.equal(heard.headers['x-latchkey-client'], stage.quill.client_id);
    assert.equal(heard.headers['x-latchkey-scope'], 'notes:read');
    assert.notEqual(heard.headers['x-latchkey-token-id'], '7');
    assert.equal(heard.headers.x_latchkey_scope, undefined);
  }
  assert.equal((await send(`${url}/notes`, { method: 'HEAD', headers: bearer(access) })).status, 200);
  assert.equal(await upgraded(`${url}/notes`, access), 101);
  const none = await send(`${url}/notes`, { headers: forged });
  assert.equal(none.status, 401);
  assert.match(none.headers['www-authenticate'] ?? '', /^Bearer realm=.*resource_metadata=/);
  const lacking = await send(`${url}/notes`, { headers: bearer(writer) });
  assert.equal(lacking.status, 403);
  assert.match(lacking.headers['www-authenticate'] ?? '', /insufficient_scope/);
  await revoke(stage, refresh);
  assert.equal((await send(`${url}/notes`, { headers: bearer(access) })).status, 401);
  assert.equal(await upgraded(`${url}/notes`, access), 401);
  await stage.service.stop();
});

/** The status of an attempt to change to another protocol. */
function upgraded(url: string, access: string): Promise<number> {
  const headers = { authorization: `Bearer ${access}`, connection: 'Upgrade', upgrade: 'echo' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false });
    sent.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}
