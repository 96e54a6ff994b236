/** Cookies are read and written so that nobody can slip one in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearCookie, readCookie, sessionCookieName, setCookie } from '../../../src/http/browser/cookies.ts';
import { assertLinear } from '../../support/linear-time.ts';

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

test('a cookie header of many thousand pairs is read in linear time', () => {
  const headerOf = (count: number) => `${'a=b; '.repeat(count)}latchkey=x`;

  assert.equal(readCookie(headerOf(20_000), 'latchkey'), 'x');
  assertLinear((header) => readCookie(header, 'latchkey'), headerOf, 20_000);
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
