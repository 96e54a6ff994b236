/** Proves resource indicators (RFC 8707): whom tokens are for, at every step from the consent page to whoami. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  authorizeParams,
  callback,
  codeFields,
  introspect,
  obtainCode,
  obtainTokens,
  refresh,
  tokensOf,
} from '../../support/grant.ts';
import { text } from '../../support/html.ts';
import { json } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { answerOf, FILES, machineToken, NOTES, RESOURCE_SCOPES, resourceStage } from '../../support/resources.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(resourceStage, { LATCHKEY_SCOPES: RESOURCE_SCOPES });

proves(
  'RFC 8707 §2',
  'The value of the "resource" parameter is an absolute URI of a resource the server knows; "invalid_target" otherwise.',
  on(async ({ browser, quill }) => {
    const unknown = [
      'https://unknown.example/',
      `${NOTES}/`,
      `${NOTES}#x`,
      'notes',
      `${NOTES}?`,
      'https://notes.example:443/api',
    ];

    for (const resource of [...unknown, `${NOTES}${'x'.repeat(10_000)}`]) {
      const answer = await browser.authorize(authorizeParams(quill, { resource }));
      const told = callback(answer);
      assert.deepEqual(
        [told.get('error'), told.get('state'), told.get('code')],
        ['invalid_target', 'xyz', null],
        resource,
      );
    }
  }),
);

test(
  'the consent page names the API, and sign-in leads back to the same request',
  on(async ({ service, quill, ada }) => {
    const stranger = openBrowser(service.url);
    const params = authorizeParams(quill, { resource: NOTES, scope: 'notes:read', prompt: 'consent' });

    await stranger.authorize(params);
    await stranger.signIn(ada);
    const page = await stranger.authorize(params);
    const code = callback(await stranger.approve(page)).get('code') ?? '';

    assert.match(text(page.body), /For use with Notes \( https:\/\/notes\.example\/api \), and nothing else/);
    const { access } = tokensOf(await token(service.url, codeFields(quill, code)));
    await assertDead(service, access);
  }),
);

test(
  'a token for a resource is told with its audience, and is no good at whoami',
  on(async (stage) => {
    const { service, notes } = stage;
    const { access, scope } = await obtainTokens(stage, { resource: NOTES, scope: 'notes:read notes:write' });

    const own = json(await introspect(stage, access));
    const told = await answerOf(service, notes, access);

    assert.equal(scope, 'notes:read notes:write');
    assert.deepEqual([own.active, own.aud, told.active, told.aud], [true, NOTES, true, NOTES]);
    await assertDead(service, access);
  }),
);

test(
  'without a resource all is as before: no audience, and whoami answers',
  on(async (stage) => {
    const { access } = await obtainTokens(stage, { scope: 'profile notes:read' });

    const own = json(await introspect(stage, access));

    assert.equal('aud' in own, false);
    await assertAlive(stage.service, access);
  }),
);

test(
  'scheme and host may be written in capitals, the service’s own address means no resource, and nothing else is alike',
  on(async (stage) => {
    const { service, notes } = stage;
    const shouted = await obtainTokens(stage, { resource: 'HTTPS://NOTES.example/api', scope: 'notes:read' });
    const own = await obtainTokens(stage, { resource: service.url, scope: 'profile' });

    assert.equal((await answerOf(service, notes, shouted.access)).aud, NOTES);
    await assertAlive(service, own.access);
  }),
);

test(
  'a scope that is not the resource’s is invalid there, and an absent scope means what is the resource’s own',
  on(async (stage) => {
    const { browser, quill } = stage;
    const foreign = await browser.authorize(authorizeParams(quill, { resource: NOTES, scope: 'files:read' }));
    const unasked = await obtainTokens(stage, { resource: FILES });

    assert.equal(callback(foreign).get('error'), 'invalid_scope');
    assert.equal(unasked.scope, 'notes:read files:read');
  }),
);

test(
  'a consent for one API covers neither another one nor none: the person is asked for each',
  on(async (stage) => {
    const { service, ada, browser } = stage;
    const quill = await createApplication(service, { owner: ada, scope: 'notes:read' });
    const params = (more: Record<string, string>) => authorizeParams(quill, { scope: 'notes:read', ...more });
    await obtainTokens({ ...stage, quill }, { scope: 'notes:read', resource: NOTES });

    const again = await browser.authorize(params({ resource: NOTES, prompt: 'none' }));
    const files = await browser.authorize(params({ resource: FILES, prompt: 'none' }));
    const none = await browser.authorize(params({ prompt: 'none' }));

    assert.ok(callback(again).get('code'));
    for (const answer of [files, none]) assert.equal(callback(answer).get('error'), 'consent_required');
  }),
);

proves(
  'RFC 8707 §2.2',
  'A token request may name a resource within what was granted; beyond it is "invalid_target", and the code survives.',
  on(async (stage) => {
    const { service, browser, quill, notes } = stage;
    const code = await obtainCode(browser, quill, { resource: NOTES, scope: 'notes:read' });
    const exchange = (more: Record<string, string> = {}) => token(service.url, { ...codeFields(quill, code), ...more });
    const { client_id, client_secret } = quill;

    for (const resource of [FILES, 'https://unknown.example/', service.url])
      assertRefused(await exchange({ resource }), 400, 'invalid_target');
    const doubled = [...Object.entries(codeFields(quill, code)), ['resource', NOTES], ['resource', FILES]];
    assertRefused(await token(service.url, doubled as [string, string][]), 400, 'invalid_target');
    const first = tokensOf(await exchange({ resource: NOTES }));
    const fields = { grant_type: 'refresh_token', client_id, client_secret, refresh_token: first.refresh };
    assertRefused(await token(service.url, { ...fields, resource: FILES }), 400, 'invalid_target');
    const second = tokensOf(await token(service.url, { ...fields, resource: NOTES }));
    const third = tokensOf(await refresh(stage, second.refresh));

    for (const { access } of [second, third]) assert.equal((await answerOf(service, notes, access)).aud, NOTES);
  }),
);

test(
  'a grant for no API in particular cannot be turned into one for an API',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const code = await obtainCode(browser, quill, { scope: 'notes:read' });

    assertRefused(await token(service.url, { ...codeFields(quill, code), resource: NOTES }), 400, 'invalid_target');
    const { refresh: value } = tokensOf(await token(service.url, codeFields(quill, code)));
    const { client_id, client_secret } = quill;
    const fields = { grant_type: 'refresh_token', client_id, client_secret, refresh_token: value, resource: NOTES };
    assertRefused(await token(service.url, fields), 400, 'invalid_target');
  }),
);

test(
  'an application’s own token may be for an API, and for no scope but its own',
  on(async (stage) => {
    const { service, notes, files } = stage;
    const { access } = tokensOf(await machineToken(stage, { resource: NOTES, scope: 'notes:read' }));

    const told = await answerOf(service, notes, access);

    assert.deepEqual([told.active, told.aud, told.scope, 'sub' in told], [true, NOTES, 'notes:read', false]);
    assert.deepEqual(await answerOf(service, files, access), { active: false });
    assertRefused(await machineToken(stage, { resource: NOTES, scope: 'files:read' }), 400, 'invalid_scope');
    assertRefused(await machineToken(stage, { resource: 'https://unknown.example/' }), 400, 'invalid_target');
  }),
);
