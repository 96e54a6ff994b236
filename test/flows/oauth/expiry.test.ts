/** Proves that lifetimes end by themselves, at use, with nobody sweeping. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';
import { eventually, secondsPass } from '../../support/eventually.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  codeFields,
  INVALID_TOKEN,
  obtainCode,
  obtainTokens,
  refresh,
  tokensOf,
  usualStage,
  whoami,
} from '../../support/grant.ts';
import { json } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { comparable, token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage, {
  LATCHKEY_ACCESS_TOKEN_SECONDS: '2',
  LATCHKEY_CODE_SECONDS: '2',
  LATCHKEY_REFRESH_IDLE_SECONDS: '4',
});

test(
  'an expired access token is answered with the specification’s 401, and refreshing helps',
  on(async (stage) => {
    const tokens = await obtainTokens(stage);
    await assertAlive(stage.service, tokens.access);

    await eventually(
      'the end of the access token',
      async () => (await whoami(stage.service, tokens.access)).status === 401,
    );

    const answer = await whoami(stage.service, tokens.access);
    assert.deepEqual(json(answer), INVALID_TOKEN);
    await assertAlive(stage.service, tokensOf(await refresh(stage, tokens.refresh)).access);
  }),
);

test(
  'unknown, malformed, expired and revoked access tokens are answered alike, byte for byte',
  on(async (stage) => {
    const { service, quill } = stage;
    const [expired, revoked] = [await obtainTokens(stage), await obtainTokens(stage)];
    const fields = { client_id: quill.client_id, client_secret: quill.client_secret, token: revoked.access };
    await token(service.url, fields, { path: '/oauth/revoke' });
    const dead = await whoami(service, revoked.access);
    await eventually('the end of the access token', async () => (await whoami(service, expired.access)).status === 401);

    const unknown = `${expired.access.slice(0, -1)}${expired.access.endsWith('A') ? 'B' : 'A'}`;
    for (const value of [expired.access, unknown, 'x', 'not~a.token+/=', 'a'.repeat(5000)]) {
      assert.deepEqual(comparable(await whoami(service, value)), comparable(dead), value.slice(0, 60));
    }
  }),
);

test(
  'the answer announces the lifetime that is set',
  on(async ({ service, browser, quill }) => {
    const answer = await token(service.url, codeFields(quill, await obtainCode(browser, quill)));

    assert.equal(json(answer).expires_in, 2);
  }),
);

proves(
  'RFC 6749 §4.1.2',
  'The authorization code MUST expire shortly after it is issued to mitigate the risk of leaks.',
  on(async ({ service, browser, quill }) => {
    const code = await obtainCode(browser, quill);

    await secondsPass(2);

    assertRefused(await token(service.url, codeFields(quill, code)), 400, 'invalid_grant');
  }),
);

test(
  'a refresh token that nobody used for its idle time has expired, and refreshing starts the time anew',
  on(async (stage) => {
    const forgotten = await obtainTokens(stage);
    let kept = await obtainTokens(stage);

    for (let round = 0; round < 3; round += 1) {
      await secondsPass(1);
      kept = tokensOf(await refresh(stage, kept.refresh));
    }

    assertRefused(await refresh(stage, forgotten.refresh), 400, 'invalid_grant');
    await assertAlive(stage.service, kept.access);
    await assertDead(stage.service, forgotten.access);
  }),
);
