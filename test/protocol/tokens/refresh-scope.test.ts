/** Which scope a refresh gives once a user has taken permissions back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grantEndsAt, grantedScope, scopeOf } from '../../../src/protocol/tokens/liveness.ts';
import { earliest, refreshScope } from '../../../src/protocol/tokens/rotation.ts';
import { proves } from '../../support/proves.ts';
import { holding, NOW } from './holding.ts';

const whole = holding({ familyScope: 'profile email', consentScope: 'profile email' });
const narrowed = holding({ familyScope: 'profile', familyRemovedScope: 'email', consentScope: 'profile' });

test('a refresh without a scope gives all that the family may have', () => {
  for (const requested of [undefined, '', ' ']) {
    assert.deepEqual(refreshScope(requested, whole), {
      ok: true,
      value: { granted: 'profile email', narrowed: null },
    });
  }
});

proves(
  'RFC 6749 §6',
  'The requested scope MUST NOT include any scope not originally granted by the resource owner.',
  () => {
    assert.deepEqual(refreshScope('profile openid', whole), { ok: false, refusal: 'scope_exceeds_grant' });
    assert.deepEqual(refreshScope('profile "', whole), { ok: false, refusal: 'scope_malformed' });
  },
);

test('a refresh may ask for less for its access token', () => {
  assert.deepEqual(refreshScope('email', whole), { ok: true, value: { granted: 'profile email', narrowed: 'email' } });
});

test('after a permission was taken back the next refresh carries less', () => {
  assert.deepEqual(refreshScope(undefined, narrowed), { ok: true, value: { granted: 'profile', narrowed: null } });
});

proves(
  'RFC 6749 §3.3',
  'The authorization server MAY fully or partially ignore the scope requested by the client: what the user took back is left out, the rest is given.',
  () => {
    assert.deepEqual(refreshScope('profile email', narrowed), {
      ok: true,
      value: { granted: 'profile', narrowed: null },
    });
  },
);

test('a refresh that asks only for what was taken back is refused', () => {
  assert.deepEqual(refreshScope('email', narrowed), { ok: false, refusal: 'scope_exceeds_grant' });
});

test('an access token loses at once what the consent no longer has, a narrowed one too', () => {
  const state = { familyScope: 'profile email openid', consentScope: 'email profile' };

  assert.equal(grantedScope(state), 'profile email');
  assert.equal(scopeOf({ ...state, pairScope: null }), 'profile email');
  assert.equal(scopeOf({ ...state, pairScope: 'openid email' }), 'email');
});

test('a later consent to more does not widen what a family had', () => {
  const state = holding({ familyScope: 'profile', familyRemovedScope: 'email', consentScope: 'profile email openid' });

  assert.equal(scopeOf(state), 'profile');
  assert.deepEqual(refreshScope('profile email', state), { ok: true, value: { granted: 'profile', narrowed: null } });
});

test('of several ends the first counts', () => {
  assert.equal(earliest(NOW + 10, null, NOW + 5, NOW + 7), NOW + 5);
  assert.equal(earliest(NOW + 1, null), NOW + 1);
  assert.equal(grantEndsAt({ familyEndsAt: null, consentEndsAt: null }), null);
  assert.equal(grantEndsAt({ familyEndsAt: NOW, consentEndsAt: null }), NOW);
  assert.equal(grantEndsAt({ familyEndsAt: NOW + 2, consentEndsAt: NOW + 1 }), NOW + 1);
});
