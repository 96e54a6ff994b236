/** Proves how the answer of the authorization page reaches the client: order, state, issuer, registered queries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  agree,
  authorizeParams,
  CHALLENGE,
  callback,
  codeFields,
  obtainCode,
  tokensOf,
  usualStage,
} from '../../support/grant.ts';
import { formWith, text } from '../../support/html.ts';
import { proves } from '../../support/proves.ts';
import { token } from '../../support/token-client.ts';

const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob';
const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const { ada: owner } = stage;
  const [plain, imported, odd] = await Promise.all([
    createApplication(service, { owner, noIss: true }),
    createApplication(service, { owner, clientId: 'a'.repeat(43), clientSecret: 'b'.repeat(43) }),
    createApplication(service, {
      owner,
      noIss: true,
      redirectUris: ['https://query.example.com/cb?k=v%20w&l', 'myapp://oauth', 'https://blank.html', OUT_OF_BAND],
    }),
  ]);
  return { ...stage, plain, imported, odd };
});

const namesIn = (page: { location: string | undefined }) =>
  [...(page.location ?? '').matchAll(/[?&]([^=&]+)=/g)].map(([, name]) => name);

test(
  'the callback carries the issuer, then the code, then the state, and nothing else',
  on(async ({ service, browser, quill }) => {
    const page = await agree(browser, authorizeParams(quill));

    assert.deepEqual(namesIn(page), ['iss', 'code', 'state']);
    assert.equal(callback(page).get('iss'), service.url);
  }),
);

test(
  'the callback of an application without the issuer carries the code, then the state, and nothing else',
  on(async ({ browser, plain }) => {
    assert.deepEqual(namesIn(await agree(browser, authorizeParams(plain))), ['code', 'state']);
  }),
);

test(
  'an application with a preset id starts without the issuer',
  on(async ({ browser, imported }) => {
    assert.equal(imported.client_id, 'a'.repeat(43));
    assert.deepEqual(namesIn(await agree(browser, authorizeParams(imported))), ['code', 'state']);
  }),
);

proves(
  'RFC 9207 §2',
  'The iss parameter value is the issuer identifier of the authorization server that created the authorization response, in error responses too.',
  on(async ({ service, browser, quill }) => {
    const page = await browser.authorize(authorizeParams(quill, { scope: 'nope' }));

    assert.equal(callback(page).get('iss'), service.url);
  }),
);

proves(
  'RFC 6749 §4.1.2',
  'state: REQUIRED if the "state" parameter was present in the client authorization request. The exact value received from the client.',
  on(async ({ browser, plain }) => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
    for (const state of [printable, 'x'.repeat(2048), 'y'.repeat(4000), 'ünïcödé ✓', 'a+b c%20d', '{"a":"b&c=d"}']) {
      const page = await agree(browser, authorizeParams(plain, { state }));

      assert.equal(callback(page).get('state'), state);
    }
  }),
);

test(
  'a refusal carries the error, its description and the state, in this order',
  on(async ({ browser, plain }) => {
    const page = await browser.authorize(authorizeParams(plain, { prompt: 'consent' }));

    const denied = await browser.deny(page);

    assert.deepEqual(namesIn(denied), ['error', 'error_description', 'error_uri', 'state']);
    assert.equal(callback(denied).get('error'), 'access_denied');
    assert.equal(callback(denied).get('state'), 'xyz');
  }),
);

proves(
  'RFC 6749 §3.1.2',
  'The endpoint URI MAY include a query component, which MUST be retained when adding additional query parameters.',
  on(async ({ browser, odd }) => {
    const page = await agree(browser, authorizeParams(odd));

    assert.match(page.location ?? '', /^https:\/\/query\.example\.com\/cb\?k=v%20w&l&code=[^&]+&state=xyz$/);
  }),
);

test(
  'a custom scheme and a bare host are answered exactly as registered',
  on(async ({ browser, odd }) => {
    const scheme = await agree(browser, authorizeParams(odd, { redirect_uri: 'myapp://oauth' }));
    const host = await agree(browser, authorizeParams(odd, { redirect_uri: 'https://blank.html' }));

    assert.match(scheme.location ?? '', /^myapp:\/\/oauth\?code=[^&]+&state=xyz$/);
    assert.match(host.location ?? '', /^https:\/\/blank\.html\/?\?code=[^&]+&state=xyz$/);
  }),
);

test(
  'codes are URL-safe, of one length, and never the same',
  on(async ({ browser, plain }) => {
    const codes: string[] = [];
    for (let index = 0; index < 20; index += 1) codes.push(await obtainCode(browser, plain));

    assert.equal(new Set(codes).size, 20);
    assert.equal(new Set(codes.map((code) => code.length)).size, 1);
    for (const code of codes) assert.match(code, /^[A-Za-z0-9_-]{32,}$/);
  }),
);

test(
  'the out-of-band page shows the code, and its path ends in the bare code',
  on(async ({ service, browser, odd }) => {
    const page = await browser.follow(await agree(browser, authorizeParams(odd, { redirect_uri: OUT_OF_BAND })));
    const code = page.path.replace(/^\/oauth\/authorize\//, '');

    assert.equal(page.status, 200);
    assert.ok(text(page.body).includes(code) || page.body.includes(`value="${code}"`), 'the page shows its code');
    assert.match(code, /^[A-Za-z0-9_-]{32,}$/);
    const answer = await token(service.url, { ...codeFields(odd, code), redirect_uri: OUT_OF_BAND });
    assert.ok(tokensOf(answer).access);
  }),
);

test(
  'the out-of-band page shows no code that is invented or belongs to somebody else',
  on(async ({ service, browser, odd }) => {
    const page = await browser.follow(await agree(browser, authorizeParams(odd, { redirect_uri: OUT_OF_BAND })));
    const stranger = await openBrowser(service.url).get(page.path);
    const invented = await browser.get('/oauth/authorize/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');

    assert.notEqual(stranger.status, 200);
    assert.equal(invented.status, 404);
    const ordinary = await obtainCode(browser, odd);
    assert.equal((await browser.get(`/oauth/authorize/${ordinary}`)).status, 404);
  }),
);

test(
  'a refusal out of band is a page of our own, which calmly says which app got no access',
  on(async ({ browser, odd }) => {
    const page = await browser.authorize(authorizeParams(odd, { redirect_uri: OUT_OF_BAND, prompt: 'consent' }));

    const denied = await browser.follow(await browser.deny(page));

    assert.equal(denied.status, 400);
    assert.equal(denied.location, undefined);
    assert.match(denied.headers['content-type'] ?? '', /^text\/html/);
    const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(denied.body) ?? [];
    assert.match(text(main), /^Quill got no access .*close this page, or go back to the app\.$/);
  }),
);

test(
  'a wrong request out of band is answered on a page that names the application and the scope',
  on(async ({ service, odd }) => {
    const visitor = await signedIn(service, await createUser(service));
    const page = await visitor.authorize(authorizeParams(odd, { redirect_uri: OUT_OF_BAND, scope: 'everything' }));

    assert.equal(page.status, 400);
    assert.match(text(page.body), /Quill sent you here with a request that cannot be fulfilled/);
    assert.match(text(page.body), /scope everything/);
  }),
);

test(
  'a form post is always answered with 303, so that no browser repeats it at the client',
  on(async ({ service, browser, ada, quill }) => {
    const asked = await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));
    const approved = await browser.approve(asked);
    const denied = await browser.deny(await browser.authorize(authorizeParams(quill, { prompt: 'consent' })));
    const signIn = await openBrowser(service.url).signIn(ada);

    assert.deepEqual([approved.status, denied.status, signIn.status], [303, 303, 303]);
  }),
);

test(
  'after sign-in the user lands on the original request, all parameters intact',
  on(async ({ service, ada, plain }) => {
    const browser = openBrowser(service.url);
    const state = 'a b&c=d%25+"é✓';
    const params = authorizeParams(plain, { state, scope: 'profile email', foo: 'bär', ...pkce });
    const asked = await browser.authorize(params);

    const signedIn = await browser.submit(asked, formWith(asked.body, 'nickname', 'password'), {
      set: { nickname: ada.nickname, password: ada.password },
    });

    assert.ok(signedIn.location?.startsWith('/oauth/authorize?'), String(signedIn.location));
    const kept = Object.fromEntries(new URLSearchParams(signedIn.location?.split('?')[1]));
    assert.deepEqual(kept, params);
    const page = await browser.follow(signedIn);
    const answer = page.location ? page : await browser.approve(page);
    assert.equal(callback(answer).get('state'), state);
  }),
);

test(
  'the answer and the consent page stay out of caches and send no referrer',
  on(async ({ browser, quill }) => {
    const page = await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));
    const answer = await browser.approve(page);

    for (const { headers } of [page, answer]) {
      assert.match(headers['cache-control'] ?? '', /no-store/);
      assert.equal(headers['referrer-policy'], 'no-referrer');
    }
  }),
);

test(
  'the page of a code says until when it can be used, and shows it no longer',
  onMovedClock(
    async (clocked) => {
      const ada = await clocked.createUser('ada');
      const pocket = await clocked.createApplication(ada, { redirectUri: OUT_OF_BAND });
      const browser = await clocked.signedIn(ada);
      const given = await agree(browser, authorizeParams(pocket, { redirect_uri: OUT_OF_BAND }));
      const path = given.location ?? '';

      const page = await browser.get(path);

      const [, until = ''] = /It works once, for 5 minutes: until <time [^>]*datetime="([^"]+)"/.exec(page.body) ?? [];
      const left = Date.parse(until) / 1000 - clocked.world.now();
      assert.ok(left > 240 && left <= 300, `${until}: ${left}`);
      clocked.pass(left);
      assert.equal((await browser.get(path)).status, 404);
    },
    { LATCHKEY_CODE_SECONDS: '300' },
  ),
);
