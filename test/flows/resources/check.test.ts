/** Proves the forward check (SPEC D77), asked directly; proxies.test.ts has the proxies that ask it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyEngine } from '../../support/each-database.ts';
import { obtainTokens, revoke } from '../../support/grant.ts';
import { json, send } from '../../support/http-client.ts';
import {
  FILES,
  machineToken,
  NOTES,
  RESOURCE_SCOPES,
  type ResourceStage,
  resourceStage,
} from '../../support/resources.ts';
import { type Engine, startService } from '../../support/service.ts';

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
    const partly = await check(access, `${QUERY}&scope=notes:write`);
    assert.equal(partly.status, 403);
    assert.equal(json(partly).error_description, 'The access token lacks the scope notes:write');
    assert.match(partly.headers['www-authenticate'] ?? '', /scope="notes:read notes:write"/);
    assert.equal((await check(access, `${QUERY}&resource=${encodeURIComponent(FILES)}`)).status, 400);
    for (const empty of ['?resource=', `${QUERY}&scope=`, `?scope=&resource=${encodeURIComponent(NOTES)}`])
      assert.equal((await check(plain, empty)).status, 400, 'what a template leaves empty lets nobody in');
    assert.equal((await check(access, '?resource=https://nowhere.example/')).status, 400);
    assert.equal((await check(plain, '')).status, 204);
    assert.equal((await check(access, '')).status, 401);
    await revoke(stage, refresh);
    assert.equal((await check(access)).status, 401);
    await stage.service.stop();
  }));

test('the check speaks for the API that it names: of its scopes alone, and in its name', () =>
  everyEngine(async (engine) => {
    const stage = await stageOn(engine);
    const { access } = await obtainTokens(stage, { resource: NOTES, scope: 'notes:read profile' });
    const check = (scope: string, bearer = access) =>
      send(`${stage.service.url}/oauth/check?scope=${scope}&resource=${encodeURIComponent(NOTES)}`, {
        headers: { authorization: `Bearer ${bearer}` },
      });

    const good = await check('notes:read');
    const foreign = await check('profile');
    const unknown = await check('notes:read', 'invented');

    assert.equal(good.headers['x-latchkey-scope'], 'notes:read');
    assert.equal(foreign.status, 403);
    assert.equal(unknown.status, 401);
    for (const answer of [foreign, unknown]) {
      const challenge = answer.headers['www-authenticate'] ?? '';
      assert.ok(challenge.startsWith(`Bearer realm="${NOTES}"`), challenge);
      const [, address = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
      assert.equal(JSON.parse((await send(address)).body).resource, NOTES);
    }
    await stage.service.stop();
  }));

test('a token that an application holds for itself passes, and its user is empty', async () => {
  const stage = await stageOn('sqlite');
  const { access_token } = JSON.parse((await machineToken(stage, READ)).body) as { access_token: string };

  const answer = await send(`${stage.service.url}/oauth/check${QUERY}`, {
    headers: { authorization: `Bearer ${access_token}`, 'x-latchkey-user': '1', 'x-original-method': 'OPTIONS' },
  });

  assert.equal(answer.status, 204);
  assert.equal(answer.headers['x-latchkey-user'], '');
  await stage.service.stop();
});
