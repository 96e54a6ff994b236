/** Proves which redirect URIs are trusted and what an answer looks like on them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { redirectWith, trustRedirect } from '../../../src/protocol/clients/redirect-uri.ts';
import { proves } from '../../support/proves.ts';

const REGISTERED = 'https://app.example.com/cb';
const NATIVE = ['http://127.0.0.1/cb', 'http://[::1]:8080/cb?x=1', 'http://localhost', 'com.example.app:/cb'];

proves('RFC 9700 §2.1', 'Redirect URIs are compared by exact string matching.', () => {
  // SECURITY-CASES: 45 strings, many of which a URL parser would make equal to the registered one.
  const strangers = `
    https://app.example.com/cb/ https://app.example.com/cb?x=1 https://app.example.com/cb? https://app.example.com/cb#x
    https://app.example.com/cb# https://app.example.com/cb%23 https://app.example.com/CB https://app.example.com/c%62
    https://app.example.com:443/cb https://app.example.com:8443/cb https://app.example.com:/cb http://app.example.com/cb
    HTTPS://app.example.com/cb https://APP.example.com/cb https://app.example.com/a/../cb https://app.example.com/./cb
    https://app.example.com/a/%2e%2e/cb https://app.example.com//cb https://app.example.com/cb;x=1
    https://app.example.com/%252e%252e/cb https://app.example.com/%2563b https://user@app.example.com/cb
    https://u:p@app.example.com/cb https://app.example.com:443@evil.com/cb http://localhost:80@evil.com/
    https://app.example.com\\@evil.com/cb https://evil.com\\.app.example.com/cb https:\\\\evil.com
    https://app.example.com./cb https://appaexample.com/cb https://app.example.com.evil.com/cb https://evil.com/cb
    https://app。example.com/cb https://ａpp.example.com/cb https://app.exam\u00adple.com/cb https://app.exam\u200dple.com/cb
    https://аpp.example.com/cb https:/app.example.com/cb https:app.example.com/cb https:///app.example.com/cb
    //app.example.com/cb /cb cb null undefined`
    .trim()
    .split(/\s+/);
  const spaced = ['', ` ${REGISTERED}`, `${REGISTERED} `, `${REGISTERED}\n`, `\t${REGISTERED}`];
  const inside = ['https://app.exa\tmple.com/cb', 'https://app.example.com/\r\ncb', `${REGISTERED}\u0000`];
  for (const uri of [...strangers, ...spaced, ...inside]) {
    assert.equal(trustRedirect(uri, [REGISTERED]), undefined, JSON.stringify(uri));
  }
  assert.equal(trustRedirect(REGISTERED, [REGISTERED]), REGISTERED);
});

proves('RFC 8252 §7.3', 'Any port may be specified at the time of the request for loopback IP redirect URIs.', () => {
  const welcome = `http://127.0.0.1:51004/cb http://127.0.0.1/cb http://127.0.0.1:1/cb http://127.0.0.1:65535/cb
    http://[::1]:8080/cb?x=1 http://[::1]:9/cb?x=1 http://[::1]/cb?x=1 http://localhost http://localhost:3000`;
  for (const uri of welcome.split(/\s+/)) assert.equal(trustRedirect(uri, NATIVE), uri);
});

test('nothing but the port of a loopback redirect may vary', () => {
  // SECURITY-CASES, NA-02, NA-03, NA-05.
  const strangers = `http://127.0.0.1:0/cb http://127.0.0.1:65536/cb http://127.0.0.1:99999/cb http://127.0.0.1:-1/cb
    http://127.0.0.1:/cb http://127.0.0.1:80:81/cb http://127.0.0.1:080/cb http://127.0.0.1:123456/cb
    http://127.0.0.1:+80/cb http://127.0.0.1:8O/cb http://127.0.0.1:٣/cb http://127.0.0.1:1/cb2 http://127.0.0.1:1/
    http://127.0.0.1:1 http://127.0.0.1:1/cb?x=1 http://127.0.0.1:1/cb#x http://x@127.0.0.1:1/cb
    http://127.0.0.1:1@evil.com/cb http://127.0.0.1:80.evil.com/cb http://127.0.0.1.evil.com/cb https://127.0.0.1:1/cb
    HTTP://127.0.0.1:1/cb http://localhost:1/cb http://127.0.0.2:1/cb http://127.1:1/cb http://2130706433:1/cb
    http://0.0.0.0:1/cb http://[::ffff:127.0.0.1]:1/cb http://[0:0:0:0:0:0:0:1]:1/cb?x=1 http://[::1]:1/cb
    http://localhost:1/ http://localhost.:1 http://LOCALHOST:1 http://localhostile:1 com.example.app:/cb2
    com.example.app://cb com.example.app:1/cb`;
  for (const uri of strangers.split(/\s+/)) assert.equal(trustRedirect(uri, NATIVE), undefined, uri);
});

test('the port of any other host is part of the address', () => {
  const registered = ['https://app.example.com/cb', 'https://127.0.0.1/cb', 'https://localhost:1/cb'];
  for (const uri of ['https://app.example.com:8443/cb', 'https://127.0.0.1:2/cb', 'https://localhost:2/cb']) {
    assert.equal(trustRedirect(uri, registered), undefined, uri);
  }
});

test('the order of a registered query is part of the address', () => {
  assert.equal(trustRedirect('https://a.example/cb?b=2&a=1', ['https://a.example/cb?a=1&b=2']), undefined);
});

test('matching never accepts anything but the same string or a loopback redirect with another port', () => {
  const piece = fc.constantFrom(
    ...':@/\\?#. %0189aA[]',
    '://',
    '//',
    ':80',
    ':0',
    ':65536',
    '127.0.0.1',
    'evil.com',
    '%40',
  );
  const known = fc.constantFrom(REGISTERED, ...NATIVE);
  let accepted = 0;
  fc.assert(
    fc.property(known, piece, fc.nat(32), fc.nat(2), (registered, inserted, at, cut) => {
      const requested = registered.slice(0, at) + inserted + registered.slice(at + cut);
      if (trustRedirect(requested, [registered]) === undefined || requested === registered) return;
      accepted += 1;
      const [before, after] = [new URL(registered), new URL(requested)];
      assert.match(before.host, /^(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?$/);
      assert.equal(after.protocol, 'http:');
      assert.equal(requested.replace(/:[0-9]+(?=\/cb|$)/, ''), registered.replace(/:[0-9]+(?=\/cb|$)/, ''));
      before.port = after.port;
      assert.equal(after.href, before.href);
    }),
    { numRuns: 5000 },
  );
  assert.ok(accepted > 0);
});

proves('RFC 6749 §3.1.2', 'A query component of the registered URI is retained when parameters are added.', () => {
  const cases = [
    ['https://a.example/cb', 'https://a.example/cb?code=c&state=s'],
    ['https://a.example/cb?k=v%20w', 'https://a.example/cb?k=v%20w&code=c&state=s'],
    ['https://a.example/cb?', 'https://a.example/cb?code=c&state=s'],
    ['https://a.example/cb?k=v&', 'https://a.example/cb?k=v&code=c&state=s'],
    ['https://a.example/cb?k', 'https://a.example/cb?k&code=c&state=s'],
    ['https://blank.html', 'https://blank.html?code=c&state=s'],
    ['myapp://oauth', 'myapp://oauth?code=c&state=s'],
    ['myapp://', 'myapp://?code=c&state=s'],
    ['com.example.app:/cb', 'com.example.app:/cb?code=c&state=s'],
    ['http://127.0.0.1:7/', 'http://127.0.0.1:7/?code=c&state=s'],
  ] as const;
  for (const [uri, expected] of cases) {
    assert.equal(
      redirectWith(trusted(uri), [
        ['code', 'c'],
        ['state', 's'],
      ]),
      expected,
    );
  }
  assert.equal(redirectWith(trusted('https://a.example/cb?k=v'), []), 'https://a.example/cb?k=v');
});

proves('RFC 6749 §4.1.2', 'The state is the exact value received from the client.', () => {
  const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index));
  const state = `${printable}%&=+#;%25+ é 中 😀`;

  const location = redirectWith(trusted(REGISTERED), [['state', state]]);

  assert.equal(new URL(location).searchParams.get('state'), state);
  assert.equal(decodeURIComponent(location.slice(`${REGISTERED}?state=`.length)), state);
  assert.match(location, /^[\x21-\x7e]+$/);
});

test('an answer keeps the registered prefix byte for byte and carries its parameters unchanged', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => value.isWellFormed());
  const suffix = fc.constantFrom('', '?', '?a=1', '?a=%20b&', '?a=b+c', '?%ff', '?;', '?a=1&a=1');
  fc.assert(
    fc.property(suffix, fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (query, parameters) => {
      const uri = `https://a.example/p%41th/../x${query}`;

      const location = redirectWith(trusted(uri), parameters);

      assert.ok(location.startsWith(uri));
      assert.match(location, /^[\x21-\x7e]+$/);
      const ours = [...new URLSearchParams(location.slice(location.indexOf('?') + 1))].slice(-parameters.length);
      assert.deepEqual(ours, parameters);
    }),
  );
});

function trusted(uri: string) {
  const redirect = trustRedirect(uri, [uri]);
  assert.ok(redirect);
  return redirect;
}
