/** Proves that our strings are found in any text, and nothing else is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findStrings } from '../../../src/protocol/tokens/found-strings.ts';
import { isAccessWorthEnding, isRefreshWorthEnding } from '../../../src/protocol/tokens/leak.ts';
import type { TokenState } from '../../../src/protocol/tokens/liveness.ts';
import { formatSecret, formatToken, SECRET_RANDOM_BYTES } from '../../../src/protocol/tokens/token-string.ts';
import { holding } from './holding.ts';

const random = Buffer.alloc(SECRET_RANDOM_BYTES, 7);
const ACCESS = formatToken('access', 42, random);
const REFRESH = formatToken('refresh', 43, random);
const CODE = formatToken('code', 44, random);
const SECRET = formatSecret(random);

test('strings of each kind are found wherever they stand, and said to be what they are', () => {
  const text = `{"access_token":"${ACCESS}","refresh_token":"${REFRESH}"} ?code=${CODE}&client_secret=${SECRET}`;

  const found = findStrings(text);

  assert.deepEqual(
    found.map(({ kind, text: string }) => [kind, string]),
    [
      ['access', ACCESS],
      ['refresh', REFRESH],
      ['code', CODE],
      ['secret', SECRET],
    ],
  );
  assert.equal(found[0]?.at, text.indexOf(ACCESS));
});

test('a string is found between letters, and within what only looks like another one', () => {
  assert.deepEqual(
    findStrings(`xxlka_${ACCESS}yy`).map(({ text }) => text),
    [ACCESS],
  );
});

test('a secret in the header of HTTP Basic is found behind its encoding', () => {
  const header = `Authorization: Basic ${Buffer.from(`quill:${SECRET}`).toString('base64')}\r\n`;

  assert.deepEqual(
    findStrings(header).map(({ kind, text, at }) => [kind, text, at]),
    [['secret', SECRET, 'Authorization: '.length]],
  );
});

test('a string with one other character, or cut off, is none of ours', () => {
  const changed = `${ACCESS.slice(0, 30)}${ACCESS[30] === 'A' ? 'B' : 'A'}${ACCESS.slice(31)}`;

  for (const text of [changed, ACCESS.slice(0, -1), ACCESS.slice(1), ACCESS.replace('lka_', 'lkx_'), ''])
    assert.deepEqual(findStrings(text), [], text);
});

const LIVE = holding({ issuedAt: 1000, accessExpiresAt: 2000, refreshExpiresAt: 9000 });

test('a leaked access token is worth ending until it expires, a refresh token as long as it could be presented', () => {
  assert.equal(isAccessWorthEnding(LIVE, 1999), true);
  assert.equal(isAccessWorthEnding(LIVE, 2000), false);
  assert.equal(isRefreshWorthEnding(LIVE, 8999), true);
  assert.equal(isRefreshWorthEnding(LIVE, 9000), false);
  assert.equal(isAccessWorthEnding({ ...LIVE, supersededAt: 1500 }, 1600), false);
  assert.equal(isRefreshWorthEnding({ ...LIVE, supersededAt: 1500 }, 1600), true);
  assert.equal(isRefreshWorthEnding({ ...LIVE, refreshExpiresAt: null }, 1600), false);
});

test('a leaked token is worth ending while its application or its user is suspended: both may come back', () => {
  for (const state of [{ clientSuspendedAt: 1100 }, { accountEndedAt: 1100 }]) {
    assert.equal(isAccessWorthEnding({ ...LIVE, ...state }, 1500), true);
    assert.equal(isRefreshWorthEnding({ ...LIVE, ...state }, 1500), true);
  }
});

test('a leaked token whose grant has ended in any way is not ended again', () => {
  const ends: readonly Partial<TokenState>[] = [
    { pairRevokedAt: 1100 },
    { familyRevokedAt: 1100 },
    { consentRevokedAt: 1100 },
    { clientDeletedAt: 1100 },
    { familyEndsAt: 1100 },
    { consentEndsAt: 1100 },
  ];
  for (const state of ends) {
    assert.equal(isAccessWorthEnding({ ...LIVE, ...state }, 1500), false);
    assert.equal(isRefreshWorthEnding({ ...LIVE, ...state }, 1500), false);
  }
});
