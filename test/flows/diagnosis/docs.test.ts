/** Proves that the documentation inside the service is open to everybody and speaks of this very service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFUSAL_WORDS } from '../../../src/protocol/refusals/words.ts';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { codeFields, obtainCode, obtainTokens, tokensOf, usualStage, whoami } from '../../support/grant.ts';
import { decodeEntities, links, text } from '../../support/html.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(async (service) => ({ service, browser: openBrowser(service.url) }), {
  LATCHKEY_REFRESH_LEEWAY_SECONDS: '45',
  LATCHKEY_CODE_SECONDS: '300',
});

const PAGES = [
  '/docs',
  '/docs/endpoints',
  '/docs/tokens',
  '/docs/scopes',
  '/docs/errors',
  '/docs/clients',
  '/docs/protect',
  '/docs/webhooks',
  '/docs/api',
];

test(
  'every page is there without an account, and sets no cookie',
  on(async ({ browser }) => {
    for (const path of PAGES) {
      const page = await browser.get(path);
      assert.equal(page.status, 200, path);
      assert.deepEqual(page.setCookies, [], path);
    }
  }),
);

test(
  'addresses, lifetimes and scopes are those of this service',
  on(async ({ service, browser }) => {
    const clients = decodeEntities((await browser.get('/docs/clients')).body);
    const tokens = text((await browser.get('/docs/tokens')).body);
    const scopes = text((await browser.get('/docs/scopes')).body);

    assert.ok(clients.includes(`${service.url}/oauth/token`));
    assert.doesNotMatch(clients, /id\.example/);
    const apis = decodeEntities((await browser.get('/docs/protect')).body);
    for (const path of ['introspect', 'check', 'revocations']) assert.ok(apis.includes(`${service.url}/oauth/${path}`));
    assert.ok(tokens.includes('45 seconds') && tokens.includes('5 minutes') && tokens.includes('120 days'));
    assert.ok(scopes.includes('offline_access'));
  }),
);

test(
  'who has an application reads its values in the snippets, and nobody else does',
  on(async ({ service, browser }) => {
    const [ada, bob] = [await createUser(service), await createUser(service)];
    const quill = await createApplication(service, { owner: ada });
    const newer = await createApplication(service, { owner: ada, name: 'Newer' });
    const [own, other] = [await signedIn(service, ada), await signedIn(service, bob)];

    for (const path of ['/docs', '/docs/endpoints', '/docs/clients', '/docs/webhooks', '/docs/api']) {
      const { body } = await own.get(path);
      assert.ok(body.includes(newer.client_id) && text(body).includes('filled in with the values of Newer'), path);
      assert.ok(links(body).includes(`${path}?client=${quill.client_id}`), path);
      const chosen = await own.get(`${path}?client=${quill.client_id}`);
      assert.match(text(chosen.body), /filled in with the values of Quill/);
      for (const secret of [quill.client_secret, newer.client_secret])
        assert.ok(secret && !body.includes(secret) && !chosen.body.includes(secret));
      for (const reader of [other, browser]) {
        const page = await reader.get(`${path}?client=${quill.client_id}`);
        assert.ok(page.body.includes('YOUR_CLIENT_ID') && !page.body.includes(quill.client_id), path);
      }
    }
  }),
);

test(
  'the documentation shows the token answer and the identity answer with the fields of real ones',
  on(async ({ service }) => {
    const stage = await usualStage(service);
    const answer = await token(
      service.url,
      codeFields(stage.quill, await obtainCode(stage.browser, stage.quill, { scope: 'profile email' })),
    );
    const who = await whoami(service, tokensOf(answer).access);
    const { body } = await stage.browser.get(`/docs?client=${stage.quill.client_id}`);
    const shown = (id: string) =>
      JSON.parse(decodeEntities(body.match(new RegExp(`<code id="${id}">([^<]*)`))?.[1] ?? ''));

    for (const [id, real] of [
      ['answer-exchange', JSON.parse(answer.body)],
      ['answer-whoami', JSON.parse(who.body)],
    ]) {
      assert.deepEqual(Object.keys(shown(id)), Object.keys(real));
      assert.deepEqual(Object.keys(shown(id).image ?? {}), Object.keys(real.image ?? {}));
    }
    assert.equal(shown('answer-exchange').expires_in, JSON.parse(answer.body).expires_in);
  }),
);

test(
  'the page of scopes says which fields of the identity answer each scope adds, as answers have them',
  on(async ({ service, browser }) => {
    const stage = await usualStage(service);
    const page = text((await browser.get('/docs/scopes')).body);
    const fieldsOf = async (scope: string) =>
      Object.keys(JSON.parse((await whoami(service, (await obtainTokens(stage, { scope })).access)).body)).slice(1);

    for (const scope of ['profile', 'email'])
      assert.ok(page.includes(`${scope} ${(await fieldsOf(scope)).join(' , ')}`), scope);
  }),
);

test(
  'every reason to refuse a client is explained',
  on(async ({ browser }) => {
    const errors = text((await browser.get('/docs/errors')).body).replaceAll(/_\s+/g, '_');

    for (const reason of Object.keys(REFUSAL_WORDS)) assert.ok(errors.includes(reason), reason);
  }),
);

test(
  'an error leads to the part of the documentation that explains it',
  on(async ({ browser }) => {
    const all = (await browser.get('/docs/errors')).body;
    const explained = links((await browser.get('/errors/invalid_grant')).body);
    const untrusted = links((await browser.get('/oauth/authorize?client_id=nobody')).body);

    assert.ok(explained.includes('/docs/tokens') && explained.includes('/docs/errors#sent-invalid_grant'));
    assert.ok(untrusted.includes('/docs/endpoints') && untrusted.includes('/docs/errors#sent-untrusted_request'));
    for (const id of ['sent-invalid_grant', 'sent-untrusted_request', 'page-client_unknown'])
      assert.ok(all.includes(`id="${id}"`), id);
    const start = links((await browser.get('/docs')).body);
    for (const path of PAGES) assert.ok(start.includes(path), path);
    assert.ok(links((await browser.get('/docs/api')).body).includes('/openapi.json'));
  }),
);

test(
  'who is signed in and sends a form too late keeps the way to every place; a stranger has the page alone',
  on(async ({ service, browser }) => {
    const ada = await signedIn(service, await createUser(service));

    await browser.get('/sign-in');
    const late = { form_token: 'late' };
    const [own, other] = [await ada.post('/account', late), await browser.post('/sign-in', late)];

    assert.deepEqual([own.status, other.status], [403, 403]);
    assert.ok(links(own.body).includes('/docs') && text(own.body).includes('This form has expired'));
    assert.ok(!links(other.body).includes('/docs') && text(other.body).includes('This form has expired'));
  }),
);

test(
  'it is told in the reader’s language',
  on(async ({ browser }) => {
    for (const path of PAGES) {
      const page = await browser.get(path, { 'accept-language': 'ru' });
      assert.match(page.body, /<html lang="ru"/, path);
      assert.match(text(page.body), /Документация|Быстрый старт/, path);
    }
  }),
);

test(
  'every part of the pages is shown side by side where the service runs on its own computer',
  on(async ({ browser }) => {
    const page = await browser.get('/docs/parts');

    assert.equal(page.status, 200);
    for (const name of ['button', 'field', 'choice', 'notice', 'timeline', 'difference', 'codeTabs', 'confirmation']) {
      assert.match(page.body, new RegExp(`<h2><code>[^<]*\\b${name}\\b`), name);
    }
  }),
);
