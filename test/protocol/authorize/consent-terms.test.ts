/** The terms of a consent: what may be left out, how long it lasts, when to ask once more, how it is shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chosenScope,
  endOf,
  examineRequiredScope,
  isLooping,
  lastsAgain,
  optionalScope,
  readLasts,
} from '../../../src/protocol/authorize/consent-terms.ts';
import { groupScopes } from '../../../src/protocol/authorize/scope-groups.ts';
import { NOW } from '../tokens/holding.ts';

const asked = { scope: ['profile', 'email', 'openid'], required: ['profile'] };

test('a form without a choice of end means until it is removed, and an invented choice means nothing', () => {
  assert.equal(readLasts(undefined), 'until_removed');
  assert.equal(readLasts('day'), 'day');
  assert.equal(readLasts('toString'), undefined);
});

test('a day and 30 days end to the second, until removed does not end', () => {
  assert.equal(endOf('day', NOW), NOW + 86_400);
  assert.equal(endOf('month', NOW), NOW + 2_592_000);
  assert.equal(endOf('until_removed', NOW), null);
});

test('who is asked again finds the end chosen before, never a longer one', () => {
  assert.equal(lastsAgain({ endsAt: null, chosenAt: NOW }), 'until_removed');
  for (const lasts of ['day', 'month'] as const) {
    assert.equal(lastsAgain({ endsAt: endOf(lasts, NOW), chosenAt: NOW }), lasts);
  }
  assert.equal(lastsAgain({ endsAt: NOW + 2_592_000, chosenAt: NOW + 259_200 }), 'month', 'changed on the third day');
  assert.equal(lastsAgain({ endsAt: NOW, chosenAt: NOW + 5 }), 'day');
});

test('required permissions and a single one have no box', () => {
  assert.deepEqual(optionalScope(asked), ['email', 'openid']);
  assert.deepEqual(optionalScope({ scope: ['email'], required: [] }), []);
  assert.deepEqual(optionalScope({ scope: ['profile', 'email'], required: [] }), ['profile', 'email']);
});

const choose = (required: readonly string[], ticked: readonly string[], shown: readonly string[] = []) =>
  chosenScope({ ...asked, required }, { ticked, shown });

test('what the page showed as required or left ticked is granted', () => {
  assert.deepEqual(choose(['profile'], [], ['profile']), { ok: true, value: ['profile'] });
  assert.deepEqual(choose(['profile'], ['openid'], ['profile']), { ok: true, value: ['profile', 'openid'] });
  assert.deepEqual(choose(['profile'], ['openid', 'profile']), { ok: true, value: ['profile', 'openid'] });
  assert.deepEqual(choose([], ['openid'], ['profile']), { ok: true, value: ['profile', 'openid'] });
});

test('what is required and was not shown is not granted', () => {
  assert.deepEqual(choose(['profile'], ['email', 'openid']), { ok: false, refusal: 'permission_not_shown' });
  assert.deepEqual(choose(['profile'], [], ['email']), { ok: false, refusal: 'permission_not_shown' });
});

test('where nothing is required not everything may be left out', () => {
  assert.deepEqual(choose([], []), { ok: false, refusal: 'permission_missing' });
  assert.deepEqual(choose(['applications'], []), { ok: false, refusal: 'permission_missing' });
  assert.deepEqual(choose([], [], ['applications']), { ok: false, refusal: 'permission_missing' });
});

test('a permission that was not asked for cannot be ticked', () => {
  assert.deepEqual(choose(['profile'], ['profile', 'applications']), { ok: false, refusal: 'permission_not_asked' });
});

test('an application can require only what it may ask for', () => {
  assert.deepEqual(examineRequiredScope(['email'], ['profile', 'email']), { ok: true, value: ['email'] });
  assert.deepEqual(examineRequiredScope(['openid'], ['profile']), { ok: false, refusal: 'required_scope_unknown' });
});

test('ten codes in an hour pass, the eleventh asks', () => {
  assert.equal(isLooping(9, 10), false);
  assert.equal(isLooping(10, 10), true);
  assert.equal(isLooping(1000, 0), false);
});

test('permissions about the same thing stand together, and looking is told apart from changing', () => {
  const scopes = [
    { name: 'notes:read' },
    { name: 'profile', group: 'Your account', access: 'read' as const },
    { name: 'user_rates' },
    { name: 'write_notes' },
    { name: 'email', group: 'Your account' },
  ];

  const groups = groupScopes(scopes).map(({ title, scopes: members }) => [
    title,
    members.map(({ name, access }) => [name, access]),
  ]);

  assert.deepEqual(groups, [
    [
      'notes',
      [
        ['notes:read', 'read'],
        ['write_notes', 'write'],
      ],
    ],
    [
      'Your account',
      [
        ['profile', 'read'],
        ['email', null],
      ],
    ],
    [null, [['user_rates', null]]],
  ]);
});

test('names of inherited properties are no verbs', () => {
  assert.deepEqual(groupScopes([{ name: 'constructor:toString' }])[0]?.title, null);
});
