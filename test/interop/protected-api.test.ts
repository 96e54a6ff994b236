/** Proves that the programs of "Protect your API" run as they are printed: Node.js with the packed guard, and Python. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { API_SNIPPETS } from '../../src/pages/docs/snippets/protected-api.ts';
import { packGuard, root } from '../guard/packed.ts';
import { spawnChild } from '../support/children.ts';
import { serverProgram } from '../support/debian-package.ts';
import { eventually } from '../support/eventually.ts';
import { obtainTokens, revoke } from '../support/grant.ts';
import { send } from '../support/http-client.ts';
import { freePort } from '../support/postgres-home.ts';
import { machineToken, NOTES, RESOURCE_SCOPES, type ResourceStage, resourceStage } from '../support/resources.ts';
import { startService } from '../support/service.ts';

let stage: ResourceStage;
mkdirSync(join(root, 'tmp'), { recursive: true });
const folder = mkdtempSync(join(root, 'tmp', 'protected-api-'));
after(() => rmSync(folder, { recursive: true, force: true }));

before(async () => {
  stage = await resourceStage(await startService({ database: 'sqlite', env: { LATCHKEY_SCOPES: RESOURCE_SCOPES } }));
});

/** Runs a program of the page for the API of the stage; answers its address. */
async function run(program: string, file: string, id: string): Promise<string> {
  const snippet = API_SNIPPETS.find((each) => each.id === id);
  assert.ok(snippet, id);
  writeFileSync(join(folder, file), snippet.write({ baseUrl: stage.service.url, resource: NOTES }));
  const port = await freePort();
  const { client_id, client_secret } = stage.notes;
  const env = { PATH: process.env.PATH ?? '', PORT: String(port) };
  const child = spawnChild(program, [join(folder, file)], {
    cwd: folder,
    env: { ...env, LATCHKEY_CLIENT_ID: client_id, LATCHKEY_CLIENT_SECRET: client_secret },
  });
  let told = '';
  child.stderr.on('data', (text) => {
    told = `${told}${text}`.slice(-2000);
  });
  child.once('exit', (code) => {
    if (code !== null && code !== 0) process.stderr.write(told);
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually('the API listens', () => send(url).then(Boolean, () => false));
  return `${url}/notes`;
}

/** What everybody expects of an API that is protected. */
async function assertProtected(url: string): Promise<void> {
  const ask = (value: string) => send(url, { headers: value === '' ? {} : { authorization: `Bearer ${value}` } });
  const { access, refresh } = await obtainTokens(stage, { resource: NOTES, scope: 'notes:read' });
  const { access: writer } = await obtainTokens(stage, { resource: NOTES, scope: 'notes:write' });
  const { access: plain } = await obtainTokens(stage);
  const { access_token: machine } = JSON.parse(
    (await machineToken(stage, { resource: NOTES, scope: 'notes:read' })).body,
  );

  const good = await ask(access);
  assert.equal(good.status, 200, good.body);
  assert.match(JSON.parse(good.body).user, /^\d+$/);
  assert.deepEqual(JSON.parse((await ask(machine)).body), { user: null });
  for (const wrong of ['', 'invented', plain]) {
    const refused = await ask(wrong);
    assert.equal(refused.status, 401, wrong);
    assert.match(refused.headers['www-authenticate'] ?? '', /^Bearer /);
  }
  const lacking = await ask(writer);
  assert.equal(lacking.status, 403);
  assert.match(lacking.headers['www-authenticate'] ?? '', /insufficient_scope.*scope="notes:read"/);
  await revoke(stage, refresh);
  await eventually('the revoked token is refused', async () => (await ask(access)).status === 401);
}

test('the program for Node.js protects an Express API as printed, with the guard as it is packed', async () => {
  mkdirSync(join(folder, 'node_modules', '@latchkey'), { recursive: true });
  execFileSync('tar', ['-xzf', packGuard(), '-C', folder]);
  symlinkSync(join(folder, 'package'), join(folder, 'node_modules', '@latchkey', 'guard'));

  await assertProtected(await run(process.execPath, 'api.mjs', 'node'));
});

test('the program for Python protects an API as printed', async () => {
  await assertProtected(await run(await serverProgram('python3'), 'api.py', 'python'));
});
