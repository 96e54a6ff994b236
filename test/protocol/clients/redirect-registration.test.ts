/** Proves which redirect URIs may be registered, and that every refusal says which rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  brokenRules,
  examineRedirectUri,
  type RedirectRule,
} from '../../../src/protocol/clients/redirect-registration.ts';
import { trustRedirect } from '../../../src/protocol/clients/redirect-uri.ts';
import { proves } from '../../support/proves.ts';

const OWN = 'https://login.example.org';

test('https, private-use schemes, loopback http and out-of-band are accepted as they are written', () => {
  const welcome = `https://app.example.com/cb https://app.example.com https://app.example.com/ https://blank.html
    https://app.example.com:8443/cb https://app.example.com:443/cb https://App.Example.com/CB https://a.example/cb?
    https://a.example/cb?k=v%20w&x=a+b https://a.example/cb?my_code=1&State=2 https://10.0.0.7/cb https://[2001:db8::1]/cb
    https://localhost:3000/cb https://xn--bcher-kva.example/cb https://a.example/u@v/cb https://a.example/?to=u@v
    http://127.0.0.1/cb http://127.0.0.1 http://127.0.0.1:8000/cb http://[::1]/cb http://[::1]:1/cb?x=1
    http://localhost:65535/cb http://localhost?x myapp://cb myapp://h:65535/cb myapp://[::1]/cb myapp://oauth/callback?x=1 myapp:/cb myapp:// MyApp://cb
    com.example.app:/cb com.example.app://cb com.example.app:/oauth2redirect/example urn:ietf:wg:oauth:2.0:oob`;
  for (const uri of welcome.split(/\s+/)) {
    assert.deepEqual(examineRedirectUri(uri, OWN), { ok: true, value: uri }, uri);
  }
});

proves('RFC 6749 §3.1.2', 'The redirection endpoint URI MUST be an absolute URI.', () => {
  refuses('relative', ['/cb', '//app/cb', 'cb', 'null', '?x=1', '1app:/cb', '://a/cb', '+x:/cb', 'app.example.com/cb']);
  refuses('missing_slash', ['https:app.example.com/cb', 'https:/app.example.com/cb', 'localhost:3000/cb', 'myapp:cb']);
  refuses('missing_slash', ['myapp:', 'http:', 'app.example.com:8080/cb']);
  refuses('empty', ['']);
});

proves('RFC 6749 §3.1.2', 'The endpoint URI MUST NOT include a fragment component.', () => {
  refuses('fragment', ['https://a/cb#x', 'https://a/cb#', 'myapp://cb#', 'https://a/#/cb', '#']);
});

proves(
  'RFC 9700 §2.6',
  'Authorization servers MUST NOT allow redirection URIs that use the http scheme except for native clients that use loopback interface redirection.',
  () => {
    const hosts = `example.com app.example.com:80 127.0.0.2 127.1 2130706433 0x7f000001 0.0.0.0 [::ffff:127.0.0.1]
    [0:0:0:0:0:0:0:1] localhost.example localhost. LOCALHOST 127.0.0.1.evil.com 192.168.0.1`;
    refuses(
      'insecure_http',
      hosts.split(/\s+/).map((host) => `http://${host}/cb`),
    );
    refuses('insecure_http', ['http://', 'http:///cb']);
    const ports = ['0', '65536', '-1', '', '080', '80:81', '8x', '99999'];
    refuses(
      'bad_port',
      ports.map((port) => `http://127.0.0.1:${port}/cb`),
    );
  },
);

test('schemes that mean something else than an app are refused, in every spelling', () => {
  const schemes = 'javascript data vbscript file blob about filesystem view-source urn intent ftp ws wss mailto tel';
  for (const scheme of schemes.split(' ')) {
    refuses('forbidden_scheme', [`${scheme}:x`, `${scheme}://a/cb`, `${scheme.toUpperCase()}:alert(1)`]);
  }
  refuses('forbidden_scheme', ['urn:ietf:wg:oauth:2.0:oob:auto', 'URN:ietf:wg:oauth:2.0:oob', 'jAvAsCrIpT://a/cb']);
  refuses('forbidden_character', [' javascript:alert(1)', 'java\tscript:alert(1)', '\u0001javascript:alert(1)']);
});

test('user names, wildcards and unreadable hosts are refused', () => {
  refuses('userinfo', [
    'https://u:p@a/cb',
    'https://u@a/cb',
    'https://@a/cb',
    'http://x@127.0.0.1/cb',
    'myapp://u@h/cb',
  ]);
  refuses('userinfo', ['https://app.example.com:443@evil.com/cb', 'http://localhost:80@evil.com/']);
  refuses('wildcard', ['https://*', 'https://*.example.com/cb', 'https://app.example.com/*', 'myapp://*']);
  refuses('bad_host', [
    'https://',
    'https:///app/cb',
    'https://?x',
    'https://a:/cb',
    'https://a:99999/cb',
    'https://a:08/cb',
  ]);
  refuses('bad_host', [
    'https://127.1/cb',
    'https://2130706433/cb',
    'https://0x7f.1/cb',
    'https://[::0001]/cb',
    'https://a%2eb/cb',
  ]);
  const unreadable = ['h:99999', 'h:65536', 'h:8x', 'h:80:80', '[::1', 'a[b', '[::1]x'];
  refuses(
    'bad_host',
    unreadable.map((authority) => `myapp://${authority}/cb`),
  );
  refuses('upper_case_scheme', ['HTTPS://app.example.com/cb', 'Http://127.0.0.1/cb']);
  refuses('international_host', ['https://bücher.example/cb', 'https://аpp.example.com/cb', 'myapp://bücher/cb']);
});

test('invisible and unsafe characters, broken escapes and excess length are refused', () => {
  const characters = [
    ' ',
    '\t',
    '\n',
    '\r',
    '\0',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\u200d',
    '\u202e',
  ];
  for (const character of [...characters, '\ufeff', '\ud800', '\\', '"', '<', '>', '^', '`', '{', '|', '}']) {
    refuses('forbidden_character', [`https://a.example/c${character}b`, `https://a.example/cb${character}`]);
  }
  refuses('broken_percent', ['https://a.example/%', 'https://a.example/%2', 'https://a.example/%zz', 'myapp://%u0041']);
  const longest = `https://a.example/${'x'.repeat(2048 - 18)}`;
  assert.equal(examineRedirectUri(longest, OWN).ok, true);
  refuses('too_long', [`${longest}x`, `https://a.example/${'é'.repeat(400)}`, 'x'.repeat(1 << 20)]);
});

test('a path beyond ASCII is percent-encoded once and then compared like any other', () => {
  const answer = examineRedirectUri('https://a.example/café/%C3%A9?q=中😀', OWN);

  const stored = 'https://a.example/caf%C3%A9/%C3%A9?q=%E4%B8%AD%F0%9F%98%80';
  assert.deepEqual(answer, { ok: true, value: stored });
  assert.deepEqual(examineRedirectUri(stored, OWN), answer);
});

test('a redirect back to this service is refused, however its address is spelt', () => {
  const own = ['https://login.example.org/oauth/token', 'https://LOGIN.example.org', 'https://login.example.org:443/x'];
  refuses('own_address', [...own, 'https://login.example.org./x']);
  for (const uri of ['https://login.example.org:8443/cb', 'https://example.org/cb']) {
    assert.equal(examineRedirectUri(uri, OWN).ok, true, uri);
  }
  for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
    const refusal = { ok: false, refusal: 'own_address' };
    assert.deepEqual(examineRedirectUri(`http://${host}:3000/cb`, 'http://127.0.0.1:3000'), refusal);
    assert.equal(examineRedirectUri(`http://${host}:3001/cb`, 'http://127.0.0.1:3000').ok, true);
  }
});

proves('RFC 6749 §3.1', 'Response parameters MUST NOT be included more than once.', () => {
  for (const name of ['code', 'state', 'error', 'error_description', 'iss', 'c%6fde', 'x=1&iss']) {
    refuses('reserved_parameter', [
      `https://a.example/cb?${name}=1`,
      `https://a.example/cb?${name}`,
      `myapp://cb?${name}=`,
    ]);
  }
});

test('a service on this machine is not led to by any other spelling of loopback', () => {
  const spellings = ['127.0.0.2', '127.255.255.254', '0.0.0.0', '[::]', '[::1]', '[::ffff:7f00:1]', '[::7f00:1]'];
  const names = ['localhost', 'localhost.', 'id.localhost', 'id.localhost.'];

  for (const ownUrl of [
    'http://127.0.0.1:3000',
    'http://localhost:3000',
    'http://[::1]:3000',
    'http://id.localhost:3000',
  ])
    for (const host of [...spellings, ...names]) {
      const own = examineRedirectUri(`https://${host}:3000/cb`, ownUrl);
      assert.deepEqual(own, { ok: false, refusal: 'own_address' }, `${host} for ${ownUrl}`);
      assert.ok(examineRedirectUri(`https://${host}:3001/cb`, ownUrl).ok, host);
    }
  assert.ok(examineRedirectUri('https://127.0.0.2:3000/cb', 'https://login.example.org:3000').ok);
});

test('the parts of an address are found where they stand, and nowhere else', () => {
  for (const uri of ['myapp:/a@b', 'myapp:/é', 'https://a.example//u@v', 'https://a.example?u@v', 'myapp:///u@v'])
    assert.equal(examineRedirectUri(uri, OWN).ok, true, uri);
  refuses('userinfo', ['myapp://u@v/x', 'https://u@a.example?x']);
  refuses('international_host', ['myapp://é/x', 'https://é.example?x']);
  refuses('bad_host', ['https://', 'https:///cb', 'https://?x', 'https://a.example:0443/']);
  refuses('reserved_parameter', ['myapp:/?code']);
  assert.equal(examineRedirectUri('myapp:/code=1', OWN).ok, true);
  assert.equal(examineRedirectUri('code:/state', OWN).ok, true);
});

test('a port that is not written is the scheme’s own', () => {
  const own = (uri: string, ownUrl: string) => !examineRedirectUri(uri, ownUrl).ok;

  assert.equal(own('https://id.example/cb', 'https://id.example:443'), true);
  assert.equal(own('http://localhost/cb', 'http://127.0.0.1:80'), true);
  assert.equal(own('https://localhost/cb', 'http://127.0.0.1'), false);
  assert.equal(own('https://localhost:80/cb', 'http://127.0.0.1'), true);
  assert.equal(own('http://127.0.0.1:443/cb', 'https://localhost'), true);
  assert.equal(own('https://localhost:3000/cb', 'http://[::1]:3000'), true);
  assert.equal(own('https://a.example:3000/cb', 'http://[::1]:3000'), false);
  assert.equal(own('https://id.example/cb', 'http://id.example'), false);
});

test('whatever may be registered is pure ASCII, registers again unchanged and matches itself', () => {
  const start = fc.constantFrom(
    'https://a.example',
    'myapp://',
    'com.example.app:/',
    'http://127.0.0.1:1',
    'http://[::1]',
  );
  fc.assert(
    fc.property(start, fc.string({ unit: 'grapheme' }), (prefix, rest) => {
      const answer = examineRedirectUri(`${prefix}/${rest}`, OWN);
      if (!answer.ok) return;
      assert.match(answer.value, /^[\x21-\x7e]+$/);
      assert.deepEqual(examineRedirectUri(answer.value, OWN), answer);
      assert.equal(trustRedirect(answer.value, [answer.value]), answer.value);
    }),
    { numRuns: 1000 },
  );
});

function refuses(rule: RedirectRule, uris: readonly string[]): void {
  for (const uri of uris) {
    assert.deepEqual(examineRedirectUri(uri, OWN), { ok: false, refusal: rule }, JSON.stringify(uri).slice(0, 99));
  }
}

test('a parameter of ours counts in the query alone', () => {
  for (const uri of ['myapp:/x&code=1', 'https://a.example/code=1&state=2', 'https://a.example/&iss'])
    assert.equal(examineRedirectUri(uri, OWN).ok, true, uri);
});

test('every rule that an address breaks is told at once', () => {
  const broken = (uri: string) => brokenRules(uri, 'https://id.example');

  assert.deepEqual(broken('http://app.example.com/cb#done'), ['fragment', 'insecure_http']);
  assert.deepEqual(broken('HTTP://me:pw@*.example.com/100%?code=1'), [
    'wildcard',
    'broken_percent',
    'upper_case_scheme',
    'userinfo',
    'insecure_http',
    'reserved_parameter',
  ]);
  assert.deepEqual(broken('http://id.example/cb'), ['insecure_http', 'own_address']);
  assert.deepEqual(broken('javascript:alert(1)#x'), ['fragment', 'forbidden_scheme']);
  assert.deepEqual(broken('https://app.example.com/cb'), []);
});
