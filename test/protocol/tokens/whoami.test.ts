/** Proves the body of the identity endpoint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whoamiBody } from '../../../src/protocol/tokens/answers.ts';

const url = 'https://login.example.org';
const PLACE = { id: 42, url };
const account: Parameters<typeof whoamiBody>[0] = {
  nickname: 'alice',
  name: 'Alice Liddell',
  email: 'alice@example.com',
  emailVerifiedAt: 1_700_000_000,
  website: 'https://alice.example/',
  avatarUrl: 'https://alice.example/me.png',
  pictureDigest: null,
  locale: 'en-GB',
  onlineAt: 1_794_751_500,
};

test('the body has exactly the fields of D11, in their order', () => {
  const picture = 'https://alice.example/me.png';
  const image = { x160: picture, x148: picture, x80: picture, x64: picture, x48: picture, x32: picture, x16: picture };
  assert.equal(
    JSON.stringify(whoamiBody(account, { scope: ['profile'], isWhole: false, ...PLACE })),
    JSON.stringify({
      id: 42,
      nickname: 'alice',
      name: 'Alice Liddell',
      avatar: picture,
      image,
      url: `${url}/users/42`,
      website: 'https://alice.example/',
      locale: 'en-GB',
      last_online_at: '2026-11-15T14:05:00.000Z',
    }),
  );
});

test('the e-mail address is told only to tokens with the scope email', () => {
  const body = whoamiBody(account, { scope: ['profile', 'email'], isWhole: false, ...PLACE });
  assert.deepEqual([body.email, body.email_verified], ['alice@example.com', true]);
  assert.deepEqual(Object.keys(body).slice(-2), ['email', 'email_verified']);
  const unverified = whoamiBody({ ...account, emailVerifiedAt: null }, { scope: ['email'], isWhole: false, ...PLACE });
  assert.equal(unverified.email_verified, false);
  for (const scope of [[], ['profile'], ['EMAIL'], ['emails']]) {
    assert.equal('email' in whoamiBody(account, { scope, isWhole: true, ...PLACE }), false);
  }
});

test('a token without the scope profile is told the number of the account, and what its other scopes guard', () => {
  const body = whoamiBody(account, { scope: ['notes'], isWhole: false, ...PLACE });
  const withEmail = whoamiBody(account, { scope: ['notes', 'email'], isWhole: false, ...PLACE });

  assert.deepEqual(body, { id: 42 });
  assert.deepEqual(withEmail, { id: 42, email: 'alice@example.com', email_verified: true });
});

test('a token whose request named no scope is told the profile, and no address', () => {
  const body = whoamiBody(account, { scope: ['notes'], isWhole: true, ...PLACE });

  assert.equal(body.nickname, 'alice');
  assert.equal('email' in body, false);
});

test('what a person has not said is null, and a missing picture is drawn by us', () => {
  const silent = { ...account, name: '', website: '', avatarUrl: '', locale: '', onlineAt: null };

  const body = whoamiBody(silent, { scope: [], isWhole: true, ...PLACE });

  assert.deepEqual([body.name, body.website, body.locale, body.last_online_at], [null, null, null, null]);
  assert.equal(body.avatar, `${url}/avatars/42.svg`);
  assert.deepEqual(body.image, {
    x160: `${url}/avatars/42-x160.svg`,
    x148: `${url}/avatars/42-x148.svg`,
    x80: `${url}/avatars/42-x80.svg`,
    x64: `${url}/avatars/42-x64.svg`,
    x48: `${url}/avatars/42-x48.svg`,
    x32: `${url}/avatars/42-x32.svg`,
    x16: `${url}/avatars/42-x16.svg`,
  });
});

test('an uploaded picture is told in every size, whatever address was typed', () => {
  const body = whoamiBody({ ...account, pictureDigest: 'Abc' }, { scope: ['profile'], isWhole: false, ...PLACE });

  assert.equal(body.avatar, `${url}/avatars/Abc.png`);
  assert.deepEqual([...new Set(Object.values(body.image as object))], [body.avatar]);
});
