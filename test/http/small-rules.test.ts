/** Cookies, origins, redirects: small rules that guard much. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearCookie, readCookie, sessionCookieName, setCookie } from '../../src/http/browser/cookies.ts';
import { isOwnOrigin } from '../../src/http/browser/origin.ts';
import { seeOther } from '../../src/http/replying/redirect.ts';
import type { Request } from '../../src/http/request.ts';

test('a cookie is found by its whole name', () => {
  const header = 'xlatchkey=1; latchkeyx=2; latchkey=a=b ;other';

  assert.equal(readCookie(header, 'latchkey'), 'a=b');
  assert.equal(readCookie(header, 'other'), undefined);
  assert.equal(readCookie('', 'latchkey'), undefined);
  assert.equal(readCookie(undefined, 'latchkey'), undefined);
  assert.equal(readCookie('latchkey=', 'latchkey'), '');
});

test('a cookie that comes twice is none', () => {
  assert.equal(readCookie('latchkey=a; x=1; latchkey=b', 'latchkey'), undefined);
  assert.equal(readCookie('latchkey=a;latchkey=a', 'latchkey'), undefined);
});

test('a cookie header of many thousand pairs is read quickly', () => {
  const before = performance.now();
  assert.equal(readCookie(`${'a=b; '.repeat(20_000)}latchkey=x`, 'latchkey'), 'x');

  assert.ok(performance.now() - before < 500);
});

test('the session cookie is bound to our host where there is https', () => {
  const name = sessionCookieName(true);

  assert.equal(name, '__Host-latchkey');
  assert.equal(
    setCookie(name, 'abc', { secure: true, sameSite: 'Lax', maxAgeSeconds: 60 }),
    '__Host-latchkey=abc; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60',
  );
});

test('on loopback http the cookie is plain, since browsers would refuse it otherwise', () => {
  const name = sessionCookieName(false);

  assert.equal(
    setCookie(name, 'abc', { secure: false, sameSite: 'Strict' }),
    'latchkey=abc; Path=/; HttpOnly; SameSite=Strict',
  );
});

test('a cleared cookie is empty and over', () => {
  const cleared = clearCookie('latchkey', { secure: true, sameSite: 'Lax' });

  assert.equal(cleared, 'latchkey=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0');
});

test('a cookie value that could end the cookie is a defect', () => {
  for (const value of ['a;b', 'a b', 'a\r\nb', 'é', 'a,b', '"a"']) {
    assert.throws(() => setCookie('latchkey', value, { secure: true, sameSite: 'Lax' }), /forbidden/);
  }
});

const from = (headers: Request['headers']): boolean =>
  isOwnOrigin({ headers } as Request /* only its headers are looked at */, 'https://id.example.org');

test('a form of our own pages is known by Origin, by Sec-Fetch-Site, or left to its token', () => {
  assert.equal(from({ origin: 'https://id.example.org', 'sec-fetch-site': 'same-origin' }), true);
  assert.equal(from({ origin: 'https://id.example.org' }), true);
  assert.equal(from({ 'sec-fetch-site': 'none' }), true);
  assert.equal(from({}), true);
});

test('a form of another origin is refused', () => {
  assert.equal(from({ origin: 'https://evil.example' }), false);
  assert.equal(from({ origin: 'https://sub.id.example.org' }), false);
  assert.equal(from({ origin: 'http://id.example.org' }), false);
  assert.equal(from({ origin: 'https://id.example.org:8443' }), false);
  assert.equal(from({ origin: 'https://id.example.org, https://evil.example' }), false);
  assert.equal(from({ origin: '' }), false);
  assert.equal(from({ origin: 'https://id.example.org', 'sec-fetch-site': 'cross-site' }), false);
  assert.equal(from({ 'sec-fetch-site': 'same-site' }), false);
  assert.equal(from({ 'sec-fetch-site': 'same-origin, cross-site' }), false);
});

test('an origin without a name is ours only where the browser says that it is', () => {
  assert.equal(from({ origin: 'null' }), false);
  assert.equal(from({ origin: 'null', 'sec-fetch-site': 'none' }), false);
  assert.equal(from({ origin: 'null', 'sec-fetch-site': 'cross-site' }), false);
  // What browsers send from a page with the referrer policy that ours have.
  assert.equal(from({ origin: 'null', 'sec-fetch-site': 'same-origin' }), true);
});

test('a redirect goes where it was told, byte for byte', () => {
  const location = 'myapp://oauth?code=a%20b&state=~!*\'();:@,/?[]{}|"<>';

  assert.deepEqual(seeOther(location), { status: 303, headers: { Location: location } });
});

test('what a header cannot carry is percent-encoded in a redirect', () => {
  const { headers } = seeOther('https://a.example/é☃?x=\r\nSet-Cookie: a\0\ud800');

  assert.equal(headers?.Location, 'https://a.example/%C3%A9%E2%98%83?x=%0D%0ASet-Cookie:%20a%00%EF%BF%BD');
});
