/** Proves what the User-Agent header is for: accepted when missing, shown where it was used, or required on request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../support/actors.ts';
import { eachDatabase, everyEngine } from '../../support/each-database.ts';
import { codeFields, obtainCode, obtainTokens, tokensOf, usualStage, whoami } from '../../support/grant.ts';
import { json, send } from '../../support/http-client.ts';
import { type Engine, startService } from '../../support/service.ts';
import { encode, token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage);
const requiring = eachDatabase(usualStage, { LATCHKEY_USER_AGENT: 'required' });

test(
  'requests without a User-Agent are served',
  on(async ({ service, browser, quill }) => {
    const { type, body } = encode(codeFields(quill, await obtainCode(browser, quill)), 'multipart');

    const answer = await send(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });

    const { access } = tokensOf(answer);
    const me = await send(`${service.url}/api/users/whoami`, { headers: { authorization: `Bearer ${access}` } });
    assert.equal(me.status, 200);
  }),
);

const uses = new Map<Engine, ReturnType<typeof useAndRestart>>();

/** Both tests look at the same use. */
function afterUse(engine: Engine): ReturnType<typeof useAndRestart> {
  const known = uses.get(engine) ?? useAndRestart(engine, `Quill-${engine}/1.0 ${'x'.repeat(400)}`);
  uses.set(engine, known);
  return known;
}

/** What is noted beside the request's own path is written at the latest when the service stops. */
async function useAndRestart(engine: Engine, agent: string) {
  const first = await startService({ database: engine });
  const stage = await usualStage(first);
  await whoami(first, (await obtainTokens(stage)).access, { 'user-agent': agent });
  await first.stop();
  const service = await startService({ database: engine, sharedWith: first });
  return { ...stage, service, browser: await signedIn(service, stage.ada) };
}

test('the header of a token’s last use is shown to the user, and no more than 255 characters of it', () =>
  everyEngine(async (engine) => {
    const { browser } = await afterUse(engine);

    const { body } = await browser.get('/oauth/authorized_applications');

    assert.ok(body.includes(`Quill-${engine}`) && body.includes('127.0.0.1'), 'the page shows header and address');
    assert.ok(!body.includes('x'.repeat(256)));
  }));

test('the header of a token’s last use is shown to the developer', () =>
  everyEngine(async (engine) => {
    const { browser, quill } = await afterUse(engine);

    const { body } = await browser.get(`/oauth/applications/${encodeURIComponent(quill.client_id)}`);

    assert.ok(body.includes(`Quill-${engine}`), 'the page shows the header');
  }));

test(
  'where the header is required, its absence is told with 403',
  requiring(async (stage) => {
    const { service, quill } = stage;
    const { access } = await obtainTokens(stage);
    const { type, body } = encode({ grant_type: 'client_credentials', ...quill, redirect_uris: '' }, 'urlencoded');
    const refusals = [
      await send(`${service.url}/api/users/whoami`, { headers: { authorization: `Bearer ${access}` } }),
      await send(`${service.url}/oauth/token`, { method: 'POST', headers: { 'content-type': type }, body }),
    ];

    for (const answer of refusals) {
      assert.equal(answer.status, 403);
      assert.match(String(json(answer).error_description), /User-Agent/);
    }
    assert.equal((await whoami(service, access)).status, 200);
    tokensOf(
      await token(service.url, {
        grant_type: 'client_credentials',
        client_id: quill.client_id,
        client_secret: quill.client_secret,
      }),
    );
  }),
);
