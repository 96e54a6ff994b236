/** Runs a program of "Protect your API" as it is printed, and asks of it what everybody expects of a protected API. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { API_SNIPPETS } from '../../src/pages/docs/snippets/protected-api.ts';
import { root } from '../guard/packed.ts';
import { spawnChild } from '../support/children.ts';
import { eventually } from '../support/eventually.ts';
import { obtainTokens, revoke } from '../support/grant.ts';
import { send } from '../support/http-client.ts';
import { freePort } from '../support/postgres-home.ts';
import { machineToken, NOTES, RESOURCE_SCOPES, type ResourceStage, resourceStage } from '../support/resources.ts';
import { startService } from '../support/service.ts';

export async function apiStage(): Promise<ResourceStage> {
  return await resourceStage(await startService({ database: 'sqlite', env: { LATCHKEY_SCOPES: RESOURCE_SCOPES } }));
}

/** Inside the project, where programs find its packages. It goes with the tests of the file. */
export function openFolder(): string {
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const folder = mkdtempSync(join(root, 'tmp', 'protected-api-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Program {
  /** Which program of the page. */
  readonly id: (typeof API_SNIPPETS)[number]['id'];
  /** The name of its file, in this folder. */
  readonly file: string;
  readonly folder: string;
  /** What runs it, given the path of its file and the port where it should listen. */
  readonly command: (path: string, port: number) => readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program of the page for the API of the stage; answers its address. */
export async function runApi(stage: ResourceStage, { id, file, folder, command, env = {} }: Program): Promise<string> {
  const snippet = API_SNIPPETS.find((each) => each.id === id);
  assert.ok(snippet, id);
  writeFileSync(join(folder, file), snippet.write({ baseUrl: stage.service.url, resource: NOTES }));
  const port = await freePort();
  const { client_id, client_secret } = stage.notes;
  const usual = { PATH: process.env.PATH ?? '', PORT: String(port), ...env };
  const [program, ...words] = command(join(folder, file), port);
  const child = spawnChild(program, words, {
    cwd: folder,
    env: { ...usual, LATCHKEY_CLIENT_ID: client_id, LATCHKEY_CLIENT_SECRET: client_secret },
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
export async function assertProtected(stage: ResourceStage, url: string): Promise<void> {
  const ask = (value: string, scheme = 'Bearer ') =>
    send(url, { headers: value === '' ? {} : { authorization: `${scheme}${value}` } });
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
  // RFC 9110 §11.1 and §11.4: the scheme in any case, and as many blanks behind it as somebody likes.
  assert.equal((await ask(access, 'bearer   ')).status, 200);
  for (const wrong of ['', 'invented', plain, 'x'.repeat(6_000), '\u00e9', `${access} ${access}`]) {
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
