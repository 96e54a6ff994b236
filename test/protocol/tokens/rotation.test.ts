/** Refresh rotation as SPEC D5 has it, rule by rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessLiveUntil, scopeOf } from '../../../src/protocol/tokens/liveness.ts';
import { isRefreshLive, judgeRefresh, refreshExpiry } from '../../../src/protocol/tokens/rotation.ts';
import { proves } from '../../support/proves.ts';
import { holding, NOW } from './holding.ts';

const LEEWAY = 30;

test('a refresh token that was never renewed may be renewed', () => {
  assert.deepEqual(judgeRefresh(holding({}), NOW, LEEWAY), { may: 'renew', isRetry: false, isFirstUse: true });
});

test('a refresh token whose successors are all unused may be renewed again, however late', () => {
  const lost = holding({ renewedAt: NOW - 86_400, usedAt: NOW - 86_400 });

  assert.deepEqual(judgeRefresh(lost, NOW, LEEWAY), { may: 'renew', isRetry: true, isFirstUse: false });
});

test('for the leeway after a successor was first used, the old refresh token still works', () => {
  const superseded = holding({ renewedAt: NOW - 50, supersededAt: NOW - LEEWAY + 1 });

  assert.equal(judgeRefresh(superseded, NOW, LEEWAY).may, 'renew');
});

proves(
  'RFC 9700 §4.14.2',
  'If a refresh token is compromised and subsequently used by both the attacker and the legitimate client, one of them will present an invalidated refresh token.',
  () => {
    const superseded = holding({ renewedAt: NOW - 50, supersededAt: NOW - LEEWAY });

    assert.deepEqual(judgeRefresh(superseded, NOW, LEEWAY), { may: 'not', because: 'refresh_token_reused' });
  },
);

test('with a leeway of 0 the old refresh token is reuse in the very second a successor was used', () => {
  assert.deepEqual(judgeRefresh(holding({ supersededAt: NOW }), NOW, 0), {
    may: 'not',
    because: 'refresh_token_reused',
  });
});

test('a pair revoked by itself has no grace and does not end its family', () => {
  const revoked = holding({ pairRevokedAt: NOW - 1, supersededAt: NOW - 3600 });

  assert.deepEqual(judgeRefresh(revoked, NOW, LEEWAY), { may: 'not', because: 'refresh_token_revoked' });
});

test('an idle refresh token expires exactly at its time', () => {
  assert.equal(judgeRefresh(holding({ refreshExpiresAt: NOW + 1 }), NOW, LEEWAY).may, 'renew');
  assert.deepEqual(judgeRefresh(holding({ refreshExpiresAt: NOW }), NOW, LEEWAY), {
    may: 'not',
    because: 'refresh_token_expired',
  });
});

test('whatever ends above the pair ends the refresh token and the access token', () => {
  const ends = [
    'familyRevokedAt',
    'familyEndsAt',
    'consentRevokedAt',
    'consentEndsAt',
    'clientDeletedAt',
    'clientSuspendedAt',
    'accountEndedAt',
  ] as const;

  for (const end of ends) {
    const ended = holding({ [end]: NOW });
    assert.deepEqual(judgeRefresh(ended, NOW, LEEWAY), { may: 'not', because: 'refresh_token_revoked' }, end);
    assert.ok(accessLiveUntil(ended) <= NOW, end);
  }
});

test('a family with an absolute end lives until that second', () => {
  assert.equal(accessLiveUntil(holding({ familyEndsAt: NOW + 1 })), NOW + 1);
  assert.equal(isRefreshLive(holding({ familyEndsAt: NOW + 1 }), NOW, LEEWAY), true);
});

test('a consent with an end lives until that second, and its tokens with it', () => {
  assert.equal(accessLiveUntil(holding({ consentEndsAt: NOW + 1 })), NOW + 1);
  assert.equal(accessLiveUntil(holding({ consentEndsAt: NOW + 2, familyEndsAt: NOW + 1 })), NOW + 1);
  assert.equal(isRefreshLive(holding({ consentEndsAt: NOW + 1 }), NOW, LEEWAY), true);
  assert.equal(isRefreshLive(holding({ consentEndsAt: NOW }), NOW, LEEWAY), false);
});

test('a family whose last permission was taken back can neither be used nor renewed', () => {
  const emptied = holding({ familyScope: 'email', consentScope: 'profile' });

  assert.equal(accessLiveUntil(emptied), 0);
  assert.deepEqual(judgeRefresh(emptied, NOW, LEEWAY), { may: 'not', because: 'refresh_token_revoked' });
});

test('a client’s own token has no consent that could narrow or end it', () => {
  const own = holding({ consentId: null, accountId: null, consentScope: null, familyScope: '', pairScope: 'email' });

  assert.equal(accessLiveUntil(own), own.accessExpiresAt);
  assert.equal(scopeOf(own), 'email');
});

test('an access token lives until its last second and not into the next', () => {
  assert.equal(accessLiveUntil(holding({ accessExpiresAt: NOW + 1 })), NOW + 1);
  assert.equal(accessLiveUntil(holding({ accessExpiresAt: NOW, familyEndsAt: NOW + 1 })), NOW);
});

test('the old access token dies the moment a successor is first used, without a leeway', () => {
  assert.equal(accessLiveUntil(holding({ supersededAt: NOW })), 0);
});

test('a pair revoked by itself has a dead access token', () => {
  assert.equal(accessLiveUntil(holding({ pairRevokedAt: NOW })), 0);
});

test('a refresh token never outlives the absolute end of its family', () => {
  assert.equal(refreshExpiry(NOW, 100, null), NOW + 100);
  assert.equal(refreshExpiry(NOW, 100, NOW + 50), NOW + 50);
  assert.equal(refreshExpiry(NOW, 100, NOW + 500), NOW + 100);
});
