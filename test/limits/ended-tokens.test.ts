/** Proves that a token that has ended is no attack: it counts toward no limit, and never turns into 429. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sweep } from '../../src/tokens/sweep.ts';
import { type Clocked, onMovedClock } from '../support/clocked.ts';
import { codeFields, introspect, obtainCode, obtainTokens, refresh, revoke, whoami } from '../support/grant.ts';
import type { Answer } from '../support/http-client.ts';
import { token } from '../support/token-client.ts';

const TIGHT = { LATCHKEY_FAILURES_PER_NETWORK: '5', LATCHKEY_TOKEN_REQUESTS_PER_CLIENT: '5' };
const DAY_SECONDS = 86_400;

async function stageOf(clocked: Clocked) {
  const ada = await clocked.createUser('ada');
  const quill = await clocked.createApplication(ada, { scopes: ['profile', 'offline_access'] });
  return { service: { ...clocked } as never, browser: await clocked.signedIn(ada), quill, ada };
}

async function statusesOf(ask: () => Promise<Answer>): Promise<readonly number[]> {
  const statuses = new Set<number>();
  for (let index = 0; index < 12; index += 1) statuses.add((await ask()).status);
  return [...statuses];
}

test(
  'an expired access token is answered with 401 for ever, and hinders no other request of its network',
  onMovedClock(async (clocked) => {
    const stage = await stageOf(clocked);
    const { access } = await obtainTokens(stage);
    clocked.pass(DAY_SECONDS + 1);

    assert.deepEqual(await statusesOf(() => whoami(stage.service, access)), [401]);
    assert.deepEqual(await statusesOf(() => introspect(stage, access)), [200]);

    assert.equal((await whoami(stage.service, 'invented')).status, 401, 'nothing was counted');
  }, TIGHT),
);

test(
  'an expired or revoked token that has been swept is not taken for an invented one',
  onMovedClock(async (clocked) => {
    const stage = await stageOf(clocked);
    const own = {
      grant_type: 'client_credentials',
      client_id: stage.quill.client_id,
      client_secret: stage.quill.client_secret,
    };
    const short = String(JSON.parse((await token(clocked.url, own)).body).access_token);
    const { access, refresh: kept } = await obtainTokens(stage);
    await revoke(stage, access);
    clocked.pass(3 * DAY_SECONDS);
    await sweep(clocked.world);

    for (const value of [short, access]) {
      assert.deepEqual(await statusesOf(() => whoami(stage.service, value)), [401]);
    }
    assert.deepEqual(await statusesOf(() => refresh(stage, kept)), [400]);
  }, TIGHT),
);

test(
  'an expired code or refresh token is answered with invalid_grant for ever, and a good one works beside it',
  onMovedClock(async (clocked) => {
    const stage = await stageOf(clocked);
    const tokens = await obtainTokens(stage);
    const code = await obtainCode(stage.browser, stage.quill);
    clocked.pass(130 * DAY_SECONDS);

    assert.deepEqual(await statusesOf(() => refresh(stage, tokens.refresh)), [400]);
    assert.deepEqual(await statusesOf(() => token(clocked.url, codeFields(stage.quill, code))), [400]);

    const again = { ...stage, browser: await clocked.signedIn(stage.ada) };
    const fresh = await obtainTokens(again);
    assert.equal((await refresh(stage, fresh.refresh)).status, 200);
  }, TIGHT),
);

test(
  'invented tokens still count, and a valid one is not hindered by them',
  onMovedClock(async (clocked) => {
    const stage = await stageOf(clocked);
    const { access } = await obtainTokens(stage);

    assert.deepEqual(await statusesOf(() => whoami(stage.service, 'invented')), [401, 429]);
    assert.equal((await whoami(stage.service, access)).status, 200);
  }, TIGHT),
);
