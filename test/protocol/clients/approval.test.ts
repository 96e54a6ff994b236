/** Proves who may register by each setting, and which changes make of an application one that nobody has approved. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayRegister, needsApproval } from '../../../src/protocol/clients/approval.ts';

test('everybody registers, or developers and administrators, or administrators alone', () => {
  const people = [
    { isAdmin: false, isDeveloper: false },
    { isAdmin: false, isDeveloper: true },
    { isAdmin: true, isDeveloper: false },
  ];
  const allowed = (registrars: Parameters<typeof mayRegister>[0]) => people.map((who) => mayRegister(registrars, who));

  assert.deepEqual(allowed('everyone'), [true, true, true]);
  assert.deepEqual(allowed('developers'), [false, true, true]);
  assert.deepEqual(allowed('administrators'), [false, false, true]);
});

test('another name, homepage or kind, a further redirect URI and a further scope need approval; what is taken away does not', () => {
  const homepageUrl = 'https://quill.example/';
  const redirectUris = ['https://a.example/'];
  const before = { name: 'Quill', homepageUrl, kind: 'web', redirectUris, scopes: ['profile', 'email'] };

  for (const change of [
    { name: 'Pen' },
    { homepageUrl: 'https://bank.example/' },
    { kind: 'native' },
    { redirectUris: ['https://a.example/', 'https://b.example/'] },
    { redirectUris: ['https://b.example/'] },
    { scopes: ['profile', 'email', 'openid'] },
  ])
    assert.ok(needsApproval(before, { ...before, ...change }), JSON.stringify(change));
  for (const change of [
    {},
    { homepageUrl: '' },
    { redirectUris: [] },
    { scopes: ['email'] },
    { scopes: ['email', 'profile'] },
  ])
    assert.ok(!needsApproval(before, { ...before, ...change }), JSON.stringify(change));
});
