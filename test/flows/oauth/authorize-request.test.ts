/** Proves which authorization requests are heard, which go back to the client with an error, and which stop here. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { createApplication } from '../../support/actors.ts';
import { asksToSignIn, openBrowser, type Page, type Pairs } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { agree, authorizeParams, CHALLENGE, callback, codeFields, tokensOf, usualStage } from '../../support/grant.ts';
import { proves } from '../../support/proves.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const { ada } = stage;
  const native = await createApplication(service, {
    owner: ada,
    isPublic: true,
    redirectUris: ['com.example.app:/cb'],
  });
  return { ...stage, native };
});

function assertErrorPage(page: Page): void {
  assert.equal(page.status, 400, `expected an error page, got ${page.status} ${page.location ?? ''}`);
  assert.equal(page.location, undefined);
  assert.match(page.headers['content-type'] ?? '', /^text\/html/);
}

function assertSentBack(page: Page, error: string): void {
  const answer = callback(page);
  assert.ok(page.location?.startsWith('https://app.example.com/cb?'), String(page.location));
  assert.equal(answer.get('error'), error, String(page.location));
  assert.match(answer.get('error_description') ?? '', /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  assert.equal(answer.get('state'), 'xyz');
  assert.equal(answer.has('code'), false);
}

/** What each change to a good request leads back to the client with. */
const sentBack: [sentence: string, change: Record<string, string | null>, error: string][] = [
  ['a request without a response type is invalid', { response_type: null }, 'invalid_request'],
  ['an empty response type counts as missing', { response_type: '' }, 'invalid_request'],
  ['an unknown response type is unsupported', { response_type: 'foo' }, 'unsupported_response_type'],
  ['the implicit flow is not offered', { response_type: 'token' }, 'unsupported_response_type'],
  ['an ID token by itself is not offered', { response_type: 'id_token' }, 'unsupported_response_type'],
  ['a hybrid response type is not offered', { response_type: 'code token' }, 'unsupported_response_type'],
  ['a response type named twice is not a response type', { response_type: 'code code' }, 'unsupported_response_type'],
  ['an unknown scope is invalid', { scope: 'nope' }, 'invalid_scope'],
  ['one unknown scope among known ones is invalid', { scope: 'profile nope' }, 'invalid_scope'],
  ['a scope that the application may not ask for is invalid', { scope: 'openid' }, 'invalid_scope'],
  ['a scope in other letters is another scope', { scope: 'PROFILE' }, 'invalid_scope'],
  ['a scope with a quotation mark is invalid', { scope: 'a"b' }, 'invalid_scope'],
  ['a scope with a backslash is invalid', { scope: 'a\\b' }, 'invalid_scope'],
  ['a template in a scope is only an unknown scope', { scope: '{{7*7}}' }, 'invalid_scope'],
  [
    'the plain challenge method is refused',
    { code_challenge: CHALLENGE, code_challenge_method: 'plain' },
    'invalid_request',
  ],
  ['a challenge without its method would be plain and is refused', { code_challenge: CHALLENGE }, 'invalid_request'],
  [
    'an unknown challenge method is refused',
    { code_challenge: CHALLENGE, code_challenge_method: 'S512' },
    'invalid_request',
  ],
  [
    'a challenge method in small letters is refused',
    { code_challenge: CHALLENGE, code_challenge_method: 's256' },
    'invalid_request',
  ],
  [
    'a challenge method with a blank is refused',
    { code_challenge: CHALLENGE, code_challenge_method: 'S256 ' },
    'invalid_request',
  ],
  ['a challenge method without a challenge is refused', { code_challenge_method: 'S256' }, 'invalid_request'],
  [
    'a challenge of 42 characters is refused',
    { code_challenge: CHALLENGE.slice(1), code_challenge_method: 'S256' },
    'invalid_request',
  ],
  [
    'a challenge of 44 characters is refused',
    { code_challenge: `${CHALLENGE}A`, code_challenge_method: 'S256' },
    'invalid_request',
  ],
  [
    'a padded challenge is refused',
    { code_challenge: `${CHALLENGE.slice(1)}=`, code_challenge_method: 'S256' },
    'invalid_request',
  ],
  [
    'a challenge in the other alphabet is refused',
    { code_challenge: `${CHALLENGE.slice(1)}+`, code_challenge_method: 'S256' },
    'invalid_request',
  ],
  [
    'a challenge with a slash is refused',
    { code_challenge: `${CHALLENGE.slice(1)}/`, code_challenge_method: 'S256' },
    'invalid_request',
  ],
];

for (const [sentence, change, error] of sentBack) {
  test(
    `${sentence}, and the client is told ${error}`,
    on(async ({ browser, quill }) => {
      const params = Object.entries({ ...authorizeParams(quill), ...change }).filter(
        (pair): pair is [string, string] => pair[1] !== null,
      );

      assertSentBack(await browser.authorize(params), error);
    }),
  );
}

/** What never leads anywhere but to a page of our own. */
const stopped: [sentence: string, change: Record<string, string | null>][] = [
  ['a request without a client stops at a page', { client_id: null }],
  ['a request with an empty client stops at a page', { client_id: '' }],
  ['an unknown client stops at a page', { client_id: 'nope' }],
  ['a client id with a control character stops at a page', { client_id: 'nope\u0000' }],
  ['a redirect URI that is not registered stops at a page', { redirect_uri: 'https://evil.example/cb' }],
  ['a request without a redirect URI stops at a page, even where one is registered', { redirect_uri: null }],
  [
    'the redirect URI is judged before everything else',
    { redirect_uri: 'https://evil.example/cb', response_type: 'foo', scope: 'nope' },
  ],
  ['no prompt sends anyone to a foreign redirect URI', { redirect_uri: 'https://evil.example/cb', prompt: 'none' }],
];

for (const [sentence, change] of stopped) {
  test(
    sentence,
    on(async ({ service, browser, quill }) => {
      const params = Object.entries({ ...authorizeParams(quill), ...change }).filter(
        (pair): pair is [string, string] => pair[1] !== null,
      );

      assertErrorPage(await browser.authorize(params));
      const stranger = await openBrowser(service.url).get(`/oauth/authorize?${new URLSearchParams(params)}`);
      assert.ok(stranger.status === 400 || asksToSignIn(stranger), `${stranger.status} ${stranger.location}`);
    }),
  );
}

proves(
  'RFC 6749 §3.1',
  'Request and response parameters MUST NOT be included more than once.',
  on(async ({ browser, quill }) => {
    for (const name of ['response_type', 'scope', 'state', 'code_challenge']) {
      const params: Pairs = [...Object.entries(authorizeParams(quill)), [name, 'code'], [name, 'code']];

      const page = await browser.authorize(params);

      assert.equal(
        page.location === undefined ? null : callback(page).get('error'),
        page.location === undefined ? null : 'invalid_request',
      );
      assert.ok(page.location !== undefined || page.status === 400, `${name} twice answered ${page.status}`);
    }
  }),
);

test(
  'a client or a redirect URI given twice stops at a page',
  on(async ({ browser, quill }) => {
    const good = Object.entries(authorizeParams(quill));

    assertErrorPage(await browser.authorize([...good, ['client_id', quill.client_id]]));
    assertErrorPage(await browser.authorize([...good, ['redirect_uri', 'https://evil.example/cb']]));
    assertErrorPage(await browser.authorize([['redirect_uri', 'https://evil.example/cb'], ...good]));
  }),
);

proves(
  'RFC 6749 §3.1',
  'The authorization server MUST ignore unrecognized request parameters.',
  on(async ({ browser, quill }) => {
    const page = await agree(
      browser,
      authorizeParams(quill, { foo: 'bar', 'scope[a]': 'b', Scope: 'nope', __proto__x: '1' }),
    );

    assert.ok(callback(page).get('code'));
  }),
);

proves(
  'RFC 6749 §3.1',
  'Parameters sent without a value MUST be treated as if they were omitted from the request.',
  on(async ({ browser, quill }) => {
    const page = await agree(browser, authorizeParams(quill, { state: '' }));

    assert.equal(callback(page).has('state'), false);
  }),
);

test(
  'a parameter with control characters or broken text never yields a code',
  on(async ({ browser, quill }) => {
    const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
    for (const name of ['state', 'scope', 'response_type', 'code_challenge', 'code_challenge_method']) {
      for (const broken of ['%00', '%0a', '%0d%0aLocation:%20x', '%ff', '%ed%a0%80', '%c0%af']) {
        const { [name]: value = '', ...params } = authorizeParams(quill, pkce);
        const page = await browser.get(`/oauth/authorize?${new URLSearchParams(params)}&${name}=${value}${broken}`);

        assert.ok(
          page.status === 400 || callback(page).has('error'),
          `${name}=${broken}: ${page.status} ${page.location}`,
        );
      }
    }
  }),
);

test(
  'a line break in a parameter is told as one, not as an encoding that is wrong',
  on(async ({ browser, quill }) => {
    const page = await browser.get(`/oauth/authorize?${new URLSearchParams(authorizeParams(quill))}%0A`);

    assert.equal(page.status, 400);
    assert.match(page.body, /contains a line break or another control character/);
  }),
);

proves(
  'RFC 6749 §3.3',
  'If the client omits the scope parameter when requesting authorization, the authorization server MUST either process the request using a pre-defined default value or fail the request indicating an invalid scope.',
  on(async ({ service, browser, quill }) => {
    const { scope: _scope, ...params } = authorizeParams(quill);

    const code = callback(await agree(browser, params)).get('code') ?? '';

    assert.equal(tokensOf(await token(service.url, codeFields(quill, code))).scope, 'profile');
  }),
);

proves(
  'RFC 9700 §2.1.1',
  'Public clients MUST use PKCE.',
  on(async ({ browser, native }) => {
    const page = await browser.authorize(authorizeParams(native));

    assert.equal(callback(page).get('error'), 'invalid_request');
    assert.ok(page.location?.startsWith('com.example.app:/cb?'));
  }),
);

test(
  'somebody who is not signed in is never bounced to a client with an error',
  on(async ({ service, quill }) => {
    const params = new URLSearchParams(authorizeParams(quill, { scope: 'nope' }));

    const page = await openBrowser(service.url).get(`/oauth/authorize?${params}`);

    assert.ok(page.status === 400 || asksToSignIn(page), `${page.status} ${page.location}`);
  }),
);

test(
  'a request object by reference is never fetched',
  on(async ({ browser, quill }) => {
    let connections = 0;
    const trap = createServer(() => {
      connections += 1;
    });
    const port = await new Promise<number>((resolve) => {
      trap.listen(0, '127.0.0.1', () => {
        const address = trap.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });

    await browser.authorize(authorizeParams(quill, { request_uri: `http://127.0.0.1:${port}/` }));

    assert.equal(connections, 0);
    trap.close();
  }),
);

test(
  'no response mode makes a page that posts to the client',
  on(async ({ browser, quill }) => {
    const page = await browser.authorize(authorizeParams(quill, { response_mode: 'form_post' }));

    assert.doesNotMatch(page.body, /action="https:\/\/app\.example\.com/);
  }),
);

test(
  'POST with the parameters of a request means the same as GET and grants nothing silently',
  on(async ({ service, browser, quill }) => {
    const asked = await browser.post('/oauth/authorize', authorizeParams(quill, { prompt: 'consent' }));
    const foreign = await openBrowser(service.url).post('/oauth/authorize', authorizeParams(quill));

    assert.equal(asked.status, 200);
    assert.match(asked.body, /name="decision"/);
    assert.ok(asksToSignIn(foreign), `${foreign.status} ${foreign.location}`);
  }),
);
