/** Proves what the consent page shows, remembers and refuses to be talked into. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import { asksToSignIn, filled, openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  agree,
  authorizeParams,
  CHALLENGE,
  callback,
  codeFields,
  tokensOf,
  usualStage,
  VERIFIER,
} from '../../support/grant.ts';
import { formTo, formWith, text } from '../../support/html.ts';
import { proves } from '../../support/proves.ts';
import { token } from '../../support/token-client.ts';

const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
const HOSTILE = '<img src=x onerror=alert(1)>"\'&{{7*7}}';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const { ada: owner } = stage;
  const [bob, native, hosted, local, hostile] = await Promise.all([
    createUser(service),
    createApplication(service, { owner, isPublic: true, redirectUris: ['com.example.app:/cb'] }),
    createApplication(service, { owner, isPublic: true, redirectUris: ['https://app.example.net/cb'] }),
    createApplication(service, { owner, isPublic: true, redirectUris: ['https://localhost/cb'] }),
    createApplication(service, { owner, name: HOSTILE }),
  ]);
  return { ...stage, bob, native, hosted, local, hostile };
});

/** A user of one's own, so that no consent of another test counts. */
async function newcomer(service: Parameters<typeof createUser>[0]) {
  return signedIn(service, await createUser(service));
}

test(
  'the consent page names the application, its owner, where the answer goes, and each scope',
  on(async ({ browser, ada, quill }) => {
    const page = await browser.authorize(authorizeParams(quill, { scope: 'profile email', prompt: 'consent' }));

    const words = text(page.body);
    for (const word of ['Quill', ada.nickname, 'app.example.com'])
      assert.ok(words.includes(word), `${word} is missing`);
    const form = formWith(page.body, 'decision');
    assert.deepEqual(
      form.buttons
        .filter(({ name }) => name === 'decision')
        .map(({ value }) => value)
        .sort(),
      ['approve', 'deny'],
    );
    assert.ok(
      form.fields.some(
        ({ name, value, type, checked }) => name === 'scope' && value === 'email' && type === 'checkbox' && checked,
      ),
    );
  }),
);

test(
  'the user may untick a scope, and the token carries what was granted',
  on(async ({ service, quill }) => {
    const browser = await newcomer(service);
    const page = await browser.authorize(authorizeParams(quill, { scope: 'profile email' }));

    const answer = await browser.approve(page, { untick: ['email'] });

    const code = callback(answer).get('code') ?? '';
    assert.equal(tokensOf(await token(service.url, codeFields(quill, code))).scope, 'profile');
  }),
);

test(
  'a consent with nothing ticked grants nothing',
  on(async ({ browser, quill }) => {
    const page = await browser.authorize(authorizeParams(quill, { scope: 'email', prompt: 'consent' }));

    const answer = await browser.approve(page, { untick: ['email', 'profile'] });

    if (answer.location)
      assert.ok(callback(answer).get('code'), 'where the only scope cannot be unticked it is granted');
    else assert.ok(answer.status >= 200 && answer.status < 500);
  }),
);

test(
  'a scope that the page did not offer cannot be ticked into the grant',
  on(async ({ service, quill }) => {
    const browser = await newcomer(service);
    const page = await browser.authorize(authorizeParams(quill, { scope: 'profile' }));
    const form = formWith(page.body, 'decision');

    const answer = await browser.post('/oauth/authorize', [
      ...filled(form, { button: { name: 'decision', value: 'approve' } }),
      ['scope', 'email'],
      ['scope', 'openid'],
    ]);

    if (!answer.location) return;
    const code = callback(answer).get('code');
    if (code) assert.equal(tokensOf(await token(service.url, codeFields(quill, code))).scope, 'profile');
  }),
);

test(
  'a confidential application with a live grant for the same or wider scopes is not asked about again',
  on(async ({ service, quill }) => {
    const browser = await newcomer(service);
    await agree(browser, authorizeParams(quill, { scope: 'profile email' }));

    const narrower = await browser.authorize(authorizeParams(quill, { scope: 'profile' }));
    const same = await browser.authorize(authorizeParams(quill, { scope: 'email profile' }));

    assert.ok(callback(narrower).get('code'));
    assert.ok(callback(same).get('code'));
  }),
);

test(
  'a wider request asks again',
  on(async ({ service, quill }) => {
    const browser = await newcomer(service);
    await agree(browser, authorizeParams(quill, { scope: 'profile' }));

    const wider = await browser.authorize(authorizeParams(quill, { scope: 'profile email' }));

    assert.equal(wider.status, 200);
    assert.ok(formWith(wider.body, 'decision'));
  }),
);

test(
  'prompt=consent asks even where a grant lives',
  on(async ({ browser, quill }) => {
    await agree(browser, authorizeParams(quill));

    const page = await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));

    assert.ok(formWith(page.body, 'decision'));
  }),
);

proves(
  'RFC 6749 §10.2',
  'The authorization server SHOULD NOT process repeated authorization requests automatically without authenticating the client: a public application with a private-use redirect always asks.',
  on(async ({ browser, native }) => {
    await agree(browser, authorizeParams(native, pkce));

    const again = await browser.authorize(authorizeParams(native, pkce));

    assert.equal(again.status, 200);
    assert.ok(formWith(again.body, 'decision'));
  }),
);

// RFC 8252 §8.6 accepts such a redirect as proof of identity (SPEC D21).
test(
  'a public application with an https redirect beyond loopback is remembered',
  on(async ({ browser, hosted }) => {
    await agree(browser, authorizeParams(hosted, pkce));

    const again = await browser.authorize(authorizeParams(hosted, pkce));

    assert.ok(callback(again).get('code'));
  }),
);

test(
  'a public application on loopback always asks, also over https',
  on(async ({ browser, local }) => {
    await agree(browser, authorizeParams(local, pkce));

    const again = await browser.authorize(authorizeParams(local, pkce));

    assert.equal(again.status, 200);
    assert.ok(formWith(again.body, 'decision'));
  }),
);

/** Each is the person's own machine, whatever it is called there. */
const OWN_MACHINE = `https://localhost./cb https://app.localhost/cb https://app.localhost./cb https://127.1.2.3/cb
  https://0.0.0.0/cb https://[::1]/cb https://[::]/cb https://[::ffff:7f00:1]/cb https://[::ffff:0:0]/cb https://[::7f00:1]/cb`.split(
  /\s+/,
);

test(
  'a public application on loopback always asks, however loopback is spelt',
  on(async ({ service, ada, browser }) => {
    for (const redirectUri of OWN_MACHINE) {
      const local = await createApplication(service, { owner: ada, isPublic: true, redirectUris: [redirectUri] });
      await agree(browser, authorizeParams(local, pkce));

      const again = await browser.authorize(authorizeParams(local, pkce));

      assert.equal(again.status, 200, redirectUri);
      assert.ok(formWith(again.body, 'decision'), redirectUri);
    }
    const hosted = ['https://localhost.example.org/cb', 'https://128.0.0.1/cb', 'https://[2001:db8::7f00:1]/cb'];
    for (const redirectUri of hosted) {
      const application = await createApplication(service, { owner: ada, isPublic: true, redirectUris: [redirectUri] });
      await agree(browser, authorizeParams(application, pkce));
      assert.ok(callback(await browser.authorize(authorizeParams(application, pkce))).get('code'), redirectUri);
    }
  }),
);

test(
  'one consent does not answer for another user',
  on(async ({ service, browser, quill, bob }) => {
    await agree(browser, authorizeParams(quill));

    const page = await (await signedIn(service, bob)).authorize(authorizeParams(quill));

    assert.ok(formWith(page.body, 'decision'));
  }),
);

proves(
  'RFC 6749 §10.12',
  'The authorization server MUST implement CSRF protection for its authorization endpoint.',
  on(async ({ service, browser, bob, quill }) => {
    const page = await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));
    const other = await signedIn(service, bob);
    const foreign = await other.authorize(authorizeParams(quill, { prompt: 'consent' }));
    const approve = { button: { name: 'decision', value: 'approve' } };
    const own = filled(formWith(page.body, 'decision'), approve);
    const theirs = filled(formWith(foreign.body, 'decision'), approve);
    const request = Object.entries(authorizeParams(quill)) as [string, string][];

    const bare = await browser.post('/oauth/authorize', [...request, ['decision', 'approve']]);
    const borrowed = await browser.post('/oauth/authorize', theirs);
    const crossSite = await browser.post('/oauth/authorize', own, {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    });

    assert.deepEqual([bare.status, borrowed.status, crossSite.status], [403, 403, 403]);
    for (const { location } of [bare, borrowed, crossSite]) assert.equal(location, undefined);
  }),
);

test(
  'consent cannot be given by GET',
  on(async ({ service, quill }) => {
    const browser = await newcomer(service);
    const page = await browser.authorize(authorizeParams(quill));
    const fields = filled(formWith(page.body, 'decision'), { button: { name: 'decision', value: 'approve' } });

    const answer = await browser.get(`/oauth/authorize?${new URLSearchParams(fields)}`);

    assert.equal(answer.location?.includes('code=') ?? false, false);
  }),
);

test(
  'a consent form that was changed after it was shown never yields what was not shown',
  on(async ({ service, quill }) => {
    const browser = await newcomer(service);
    for (const set of [
      { redirect_uri: 'https://evil.example/cb' },
      { client_id: 'nope' },
      { response_type: 'token' },
    ] as Record<string, string>[]) {
      const page = await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));
      const answer = await browser.approve(page, { set });

      assert.doesNotMatch(answer.location ?? '', /evil\.example|access_token/);
      assert.ok(
        !answer.location || callback(answer).has('error') || answer.location.startsWith('https://app.example.com/cb'),
      );
    }
  }),
);

test(
  'two tabs: approving one request does not approve the other',
  on(async ({ service, quill }) => {
    const browser = await newcomer(service);
    const first = await browser.authorize(authorizeParams(quill, { state: 'first', prompt: 'consent' }));
    const second = await browser.authorize(authorizeParams(quill, { state: 'second', prompt: 'consent' }));

    const answers = [await browser.approve(second), await browser.deny(first)];

    assert.deepEqual(
      answers.map((answer) => callback(answer).get('state')),
      ['second', 'first'],
    );
    assert.deepEqual(
      answers.map((answer) => callback(answer).has('code')),
      [true, false],
    );
  }),
);

test(
  'a form shown to one user cannot be submitted by the next who signs in',
  on(async ({ service, bob, quill }) => {
    const browser = await newcomer(service);
    const page = await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));
    browser.cookies.clear();
    await browser.signIn(bob);

    const answer = await browser.approve(page);

    assert.equal(answer.location?.includes('code=') ?? false, false, String(answer.location));
  }),
);

test(
  'without a session no post yields a code',
  on(async ({ service, browser, quill }) => {
    const page = await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));
    const fields = filled(formWith(page.body, 'decision'), { button: { name: 'decision', value: 'approve' } });

    const answer = await openBrowser(service.url).post('/oauth/authorize', fields);

    assert.equal(answer.location?.includes('code=') ?? false, false, String(answer.location));
  }),
);

test(
  'a hostile application name is shown as text',
  on(async ({ browser, hostile }) => {
    const page = await browser.authorize(authorizeParams(hostile, { prompt: 'consent' }));

    assert.doesNotMatch(page.body, /<img src=x/);
    assert.ok(text(page.body).includes(HOSTILE), 'the name is shown whole');
  }),
);

test(
  '"Not you?" signs out and comes back to the same request, to be answered by another account',
  on(async ({ service, bob, quill }) => {
    const browser = await newcomer(service);
    const params = authorizeParams(quill, { scope: 'profile email', state: 'a b+c&d=é', nonce: '%2F', ...pkce });
    const page = await browser.authorize(params);

    const out = await browser.follow(await browser.submit(page, formTo(page.body, '/sign-out')));
    assert.ok(asksToSignIn(out), `${out.status} ${out.location}`);
    const set = { nickname: bob.nickname, password: bob.password };
    const consent = await browser.follow(
      await browser.submit(out, formWith(out.body, 'nickname', 'password'), { set }),
    );

    assert.ok(text(consent.body).includes(bob.nickname));
    const shown = new URLSearchParams(consent.path.slice(consent.path.indexOf('?') + 1));
    assert.deepEqual(Object.fromEntries(shown), params);
    const answer = callback(await browser.approve(consent));
    assert.equal(answer.get('state'), params.state);
    const code = answer.get('code') ?? '';
    const granted = await token(service.url, { ...codeFields(quill, code), code_verifier: VERIFIER });
    assert.equal(tokensOf(granted).scope, 'profile email');
  }),
);

test(
  'signing out leads to pages of this service alone',
  on(async ({ service }) => {
    for (const target of ['https://evil.example/', '//evil.example/']) {
      const browser = await newcomer(service);
      const page = await browser.get('/');

      const out = await browser.submit(page, formTo(page.body, '/sign-out'), { set: { return_to: target } });

      assert.equal(out.location, '/?done=signed_out', target);
    }
  }),
);
