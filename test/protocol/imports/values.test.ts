/** Proves how single values of another service's tables are read, and what is left of secrets and hashes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digest } from '../../../src/protocol/digest.ts';
import {
  digestOfKept,
  isAmbiguous,
  isPresentableSecret,
  isPresentableToken,
  isSlowHash,
} from '../../../src/protocol/imports/kept-secret.ts';
import { canonicalHash } from '../../../src/protocol/imports/password-hash.ts';
import { readNumber, readTime, readTruth } from '../../../src/protocol/imports/values.ts';

const NOON = Date.UTC(2026, 10, 15, 12, 0, 0) / 1000;

test('a time is read as Rails, PostgreSQL and MySQL write it, and as seconds; without a zone it is UTC', () => {
  for (const text of [
    '2026-11-15 12:00:00',
    '2026-11-15 12:00:00.123456',
    '2026-11-15T12:00:00Z',
    '2026-11-15 12:00:00 UTC',
    '2026-11-15 13:00:00+01',
    '2026-11-15 17:30:00+0530',
    '2026-11-15T03:30:00-08:30',
    String(NOON),
    `${NOON}.75`,
  ])
    assert.equal(readTime(text), NOON, text);
});

test('nothing is no time, and what is no time is not taken for one', () => {
  for (const nothing of [null, undefined, '']) assert.equal(readTime(nothing), null);
  for (const text of [
    'yesterday',
    '2026-11-15',
    '2026-13-40 99:00:00',
    '-5',
    '999999999999',
    '2026-11-15 12:00',
    'NaN',
  ])
    assert.equal(readTime(text), undefined, text);
});

test('a truth is read in the spellings of three databases, and a table that does not say leaves it open', () => {
  for (const text of ['0', 'f', 'false', 'FALSE', 'no', 'n']) assert.equal(readTruth(text, true), false, text);
  for (const text of ['1', 't', 'true', 'yes', 'on']) assert.equal(readTruth(text, false), true, text);
  for (const nothing of [null, undefined, '']) {
    assert.equal(readTruth(nothing, true), true);
    assert.equal(readTruth(nothing, false), false);
  }
});

test('the number of a person is a whole number above zero that can be kept exactly', () => {
  assert.equal(readNumber('4000000000'), 4_000_000_000);
  for (const text of [
    null,
    '',
    '0',
    '-1',
    '1.5',
    '1e3',
    '9007199254740993',
    'a1',
    ' 1',
    '6f1c1d9e-0000-4000-8000-000000000000',
  ])
    assert.equal(readNumber(text), undefined, String(text));
});

test('a token is found by the same digest, whether the source kept it or its SHA-256', () => {
  const token = 'Zk3h9d-a_token.of~old+times/==';
  const kept = Buffer.from(digest(token), 'base64url').toString('hex');

  assert.equal(digestOfKept(token, 'plain', isPresentableToken), digest(token));
  assert.equal(digestOfKept(kept, 'sha256', isPresentableToken), digest(token));
  assert.notEqual(digestOfKept(kept, 'plain', isPresentableToken), digest(token));
});

test('what nobody could present is not kept: blanks, other letters, too many of them', () => {
  for (const text of ['', 'a token', 'tökén', 'a\nb', 'x'.repeat(1025)])
    assert.equal(isPresentableToken(text), false, text);
  assert.equal(digestOfKept('a token', 'plain', isPresentableToken), undefined);
  assert.ok(isPresentableToken('x'.repeat(1024)));
  for (const text of ['', 'ключ', 'a\tb', 'x'.repeat(256)]) assert.equal(isPresentableSecret(text), false, text);
  assert.ok(isPresentableSecret('with a blank'));
});

test('64 hexadecimal digits may be a hash or the string itself, and bcrypt is recognised', () => {
  assert.ok(isAmbiguous('0123456789abcdef'.repeat(4)));
  for (const text of ['0123456789ABCDEF'.repeat(4), 'f'.repeat(63), 'g'.repeat(64)])
    assert.equal(isAmbiguous(text), false);
  assert.ok(isSlowHash(`$2a$12$${'a'.repeat(53)}`));
  for (const text of [`$2x$12$${'a'.repeat(53)}`, `$2a$12$${'a'.repeat(52)}`, '$argon2id$'])
    assert.equal(isSlowHash(text), false);
});

test('hashes of one kind get one spelling, whichever program wrote them', () => {
  const bcrypt = `$2y$10$${'b'.repeat(53)}`;
  assert.equal(canonicalHash(bcrypt), bcrypt);
  const argon2 = '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2g';
  assert.equal(canonicalHash(argon2), argon2);
  for (const label of ['argon2', '{argon2}', '{argon2@SpringSecurity_v5_8}'])
    assert.equal(canonicalHash(label + argon2), argon2);
  for (const label of ['bcrypt$', '{bcrypt}']) assert.equal(canonicalHash(label + bcrypt), bcrypt);
  const pbkdf2 = '$pbkdf2-sha256$i=29000$c2FsdA$aGFzaA';
  assert.equal(canonicalHash('$pbkdf2-sha256$29000$c2FsdA$aGFzaA'), pbkdf2);
  assert.equal(canonicalHash('pbkdf2_sha256$29000$salt$aGFzaA=='), pbkdf2);
  assert.equal(canonicalHash('pbkdf2:sha256:29000$salt$68617368'), pbkdf2);
  const scrypt = '$scrypt$ln=15,r=8,p=1$c2FsdA$aGFzaA';
  assert.equal(canonicalHash(scrypt), scrypt);
  assert.equal(canonicalHash('scrypt$32768$salt$8$1$aGFzaA=='), scrypt);
  assert.equal(canonicalHash('scrypt:32768:8:1$salt$68617368'), scrypt);
  assert.equal(canonicalHash('$pbkdf2$1000$c2.0$aG.z'), '$pbkdf2-sha1$i=1000$c2+0$aG+z');
});

test('what is no hash of a known family is none: MD5, a plain password, rounds that are no power of two', () => {
  for (const text of [
    '',
    'hunter2',
    '5f4dcc3b5aa765d61d8327deb882cf99',
    'scrypt:1000:8:1$salt$68617368',
    'scrypt$1000$salt$8$1$aGFzaA==',
    '$1$salt$hash',
    '!',
    // SHA-256 before bcrypt, and PBKDF2 in another shape.
    `bcrypt_sha256$$2b$10$${'b'.repeat(53)}`,
    '{pbkdf2}5d923b44a6d129f3ddf3e3c8d29412723dcbde72445e8ef6bf3b508fbf17fa4ed4d6b99ca763d8dc',
    '{noop}hunter2',
  ])
    assert.equal(canonicalHash(text), undefined, text);
});
