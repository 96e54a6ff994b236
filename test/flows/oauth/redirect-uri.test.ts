/** Proves that a code goes only to a redirect URI that equals a registered one, character for character. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { agree, authorizeParams, CHALLENGE, callback, usualStage } from '../../support/grant.ts';
import { send } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';

const LOOPBACKS = ['http://127.0.0.1/cb', 'http://[::1]/cb', 'http://localhost/cb?k=v', 'com.example.app:/cb'];
const WITH_QUERY = 'https://query.example.com/cb?a=1&b=2';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const { ada } = stage;
  const [native, several] = await Promise.all([
    createApplication(service, { owner: ada, isPublic: true, redirectUris: LOOPBACKS }),
    createApplication(service, { owner: ada, redirectUris: [WITH_QUERY, 'https://app.example.com/other'] }),
  ]);
  return { ...stage, native, several };
});

/** Registered is https://app.example.com/cb; a URL parser would call many of these equal to it. */
const foreign: [what: string, uris: string[]][] = [
  ['a trailing slash', ['https://app.example.com/cb/']],
  ['an added query', ['https://app.example.com/cb?x=1', 'https://app.example.com/cb?']],
  ['a fragment', ['https://app.example.com/cb#x', 'https://app.example.com/cb#', 'https://app.example.com/cb%23']],
  ['other letters', ['https://app.example.com/CB', 'HTTPS://app.example.com/cb', 'https://APP.example.com/cb']],
  ['a port', ['https://app.example.com:443/cb', 'https://app.example.com:8443/cb', 'https://app.example.com:/cb']],
  ['another scheme', ['http://app.example.com/cb']],
  ['a longer path', ['https://app.example.com/cb2', 'https://app.example.com/cb/../cb', 'https://app.example.com/']],
  [
    'dots in the path',
    ['https://app.example.com/a/../cb', 'https://app.example.com/./cb', 'https://app.example.com/a/%2e%2e/cb'],
  ],
  ['a doubled slash', ['https://app.example.com//cb', 'https:///app.example.com/cb']],
  ['a path parameter', ['https://app.example.com/cb;x=1']],
  [
    'double encoding',
    ['https://app.example.com/a/%252e%252e/cb', 'https://app.example.com/%2563b', 'https://app.example.com/%63b'],
  ],
  [
    'userinfo',
    ['https://user@app.example.com/cb', 'https://u:p@app.example.com/cb', 'https://app.example.com:443@evil.com/cb'],
  ],
  [
    'a backslash',
    ['https://app.example.com\\@evil.com/cb', 'https://evil.com\\.app.example.com/cb', 'https:\\\\evil.com'],
  ],
  [
    'another host',
    ['https://app.example.com.evil.com/cb', 'https://app.example.com./cb', 'https://appaexample.com/cb'],
  ],
  ['a sister or parent host', ['https://evil.app.example.com/cb', 'https://example.com/cb']],
  ['blanks', [' https://app.example.com/cb', 'https://app.example.com/cb ', 'https://app.exam\tple.com/cb']],
  ['line breaks', ['https://app.example.com/cb\n', '\r\nhttps://app.example.com/cb', 'https://app.example.com/c\nb']],
  [
    'look-alikes',
    [
      'https://app。example.com/cb',
      'https://ａpp.example.com/cb',
      'https://a\u00adpp.example.com/cb',
      'https://аpp.example.com/cb',
    ],
  ],
  ['missing slashes', ['https:/app.example.com/cb', 'https:app.example.com/cb']],
  ['a relative reference', ['//app.example.com/cb', '/cb', 'cb', 'null', 'undefined']],
  ['broken names', ['https://xn--iñvalid/cb', 'https://xn--/cb', 'https://[::::/cb', 'https://[/cb']],
  ['a script', ['javascript:alert(1)', 'data:text/html,x']],
];

for (const [what, uris] of foreign) {
  test(
    `${what} makes another redirect URI, and that stops at a page`,
    on(async ({ browser, quill }) => {
      for (const uri of uris) {
        const page = await browser.authorize(authorizeParams(quill, { redirect_uri: uri }));

        assert.equal(page.status, 400, `${JSON.stringify(uri)} answered ${page.status} ${page.location ?? ''}`);
        assert.equal(page.location, undefined);
      }
    }),
  );
}

test(
  'a redirect URI under another parameter name counts as missing',
  on(async ({ browser, quill }) => {
    const { redirect_uri: uri = '', ...rest } = authorizeParams(quill);
    for (const name of ['redirect_uri[]', 'redirect_uri[0]', 'Redirect_Uri', 'redirect_uri.x']) {
      const page = await browser.authorize({ ...rest, [name]: uri });

      assert.equal(page.status, 400, name);
    }
  }),
);

test(
  'a redirect URI of 64 KiB is refused at once',
  on(async ({ service, quill }) => {
    const { redirect_uri: _uri, ...rest } = authorizeParams(quill);
    const long = `https://app.example.com/${'%252e'.repeat(13_000)}`;

    const answer = await send(`${service.url}/oauth/authorize?${new URLSearchParams(rest)}&redirect_uri=${long}`);

    assert.ok([400, 414, 431].includes(answer.status), String(answer.status));
  }),
);

test(
  'each of several redirect URIs is heard, and only as registered',
  on(async ({ browser, several }) => {
    for (const uri of several.redirect_uris) {
      const page = await agree(browser, authorizeParams(several, { redirect_uri: uri }));
      assert.ok(page.location?.startsWith(uri), String(page.location));
    }

    const swapped = await browser.authorize(
      authorizeParams(several, { redirect_uri: 'https://query.example.com/cb?b=2&a=1' }),
    );
    assert.equal(swapped.status, 400);
  }),
);

proves(
  'RFC 8252 §7.3',
  'The authorization server MUST allow any port to be specified at the time of the request for loopback IP redirect URIs.',
  on(async ({ browser, native }) => {
    for (const uri of [
      'http://127.0.0.1:51004/cb',
      'http://[::1]:61023/cb',
      'http://localhost:8080/cb?k=v',
      'http://127.0.0.1/cb',
      'http://127.0.0.1:65535/cb',
      'http://127.0.0.1:80/cb',
    ]) {
      const page = await agree(browser, authorizeParams(native, { redirect_uri: uri, ...pkce }));

      assert.ok(page.location?.startsWith(uri), `${uri} led to ${page.location ?? page.status}`);
      assert.ok(callback(page).get('code'));
    }
  }),
);

const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

const notLoopback: [what: string, uris: string[]][] = [
  [
    'an impossible port',
    ['http://127.0.0.1:65536/cb', 'http://127.0.0.1:-1/cb', 'http://127.0.0.1:80:81/cb', 'http://127.0.0.1:x/cb'],
  ],
  ['another path', ['http://127.0.0.1:1234/cb2', 'http://127.0.0.1:1234/', 'http://127.0.0.1:1234/cb/']],
  ['another query', ['http://127.0.0.1:1234/cb?x', 'http://localhost:1234/cb', 'http://localhost:1234/cb?k=w']],
  [
    'userinfo',
    ['http://x@127.0.0.1:1234/cb', 'http://127.0.0.1:80@evil.com/cb', 'http://localhost:80@evil.com/cb?k=v'],
  ],
  ['https', ['https://127.0.0.1:1234/cb']],
  ['another loopback address', ['http://127.0.0.2/cb', 'http://127.1/cb', 'http://2130706433/cb', 'http://0.0.0.0/cb']],
  ['an address in other words', ['http://[::ffff:127.0.0.1]/cb', 'http://[0:0:0:0:0:0:0:1]/cb', 'http://localhost/cb']],
  ['a longer name', ['http://localhost.evil.com/cb?k=v', 'http://127.0.0.1.evil.com/cb']],
  ['a fragment', ['http://127.0.0.1:1234/cb#x']],
  [
    'another private-use path',
    ['com.example.app:/cb2', 'com.example.app://cb', 'com.example.app:/cb/', 'com.example.appx:/cb'],
  ],
];

for (const [what, uris] of notLoopback) {
  test(
    `only the port of a loopback redirect may vary: ${what} stops at a page`,
    on(async ({ browser, native }) => {
      for (const uri of uris) {
        const page = await browser.authorize(authorizeParams(native, { redirect_uri: uri, ...pkce }));

        assert.equal(page.status, 400, `${uri} answered ${page.status} ${page.location ?? ''}`);
      }
    }),
  );
}

test(
  'registration takes https, private-use schemes, loopback http and the out-of-band address',
  on(async ({ service, ada }) => {
    const uris = [
      'https://blank.html',
      'myapp://oauth',
      'com.example.app:/cb',
      'http://127.0.0.1/cb',
      'urn:ietf:wg:oauth:2.0:oob',
    ];

    const made = await createApplication(service, { owner: ada, redirectUris: uris });

    assert.deepEqual(made.redirect_uris, uris);
  }),
);
