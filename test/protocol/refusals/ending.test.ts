/** Proves which ending of a token is told: the widest of those that have happened. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDINGS, endingsUntil, factsOfEnding } from '../../../src/protocol/refusals/ending.ts';
import type { TokenState } from '../../../src/protocol/tokens/liveness.ts';
import { holding, NOW } from '../tokens/holding.ts';

const ENDED: readonly (readonly [(typeof ENDINGS)[number], Partial<TokenState>])[] = [
  ['account', { accountEndedAt: NOW - 1 }],
  ['application', { clientDeletedAt: NOW - 2 }],
  ['suspension', { clientSuspendedAt: NOW - 3 }],
  ['consent', { consentRevokedAt: NOW - 4 }],
  ['term', { consentEndsAt: NOW - 5 }],
  ['family', { familyRevokedAt: NOW - 6 }],
  ['limit', { familyEndsAt: NOW - 7 }],
  ['pair', { pairRevokedAt: NOW - 8 }],
];

test('nothing has ended while everything is live', () => {
  assert.deepEqual(factsOfEnding(holding({}), NOW), []);
  assert.deepEqual(factsOfEnding(holding({ consentEndsAt: NOW + 1, familyEndsAt: NOW + 1 }), NOW), []);
});

test('each ending is told with its moment, and a wider one is told instead', () => {
  assert.deepEqual(
    ENDED.map(([name]) => name),
    ENDINGS,
  );
  ENDED.forEach(([name, changes], index) => {
    const narrower = Object.assign({}, ...ENDED.slice(index).map(([, each]) => each));
    const expected = [
      ['ended', name],
      ['ended_at', String(NOW - 1 - index)],
    ];
    assert.deepEqual(factsOfEnding(holding(changes), NOW), expected);
    assert.deepEqual(factsOfEnding(holding(narrower), NOW), expected);
  });
});

test('an end that was set has come in its very second', () => {
  assert.deepEqual(factsOfEnding(holding({ consentEndsAt: NOW }), NOW)[0], ['ended', 'term']);
  assert.deepEqual(factsOfEnding(holding({ familyEndsAt: NOW }), NOW)[0], ['ended', 'limit']);
});

test('what is not known of a code has not ended', () => {
  const { accountEndedAt, clientDeletedAt, clientSuspendedAt, consentRevokedAt, consentEndsAt } = holding({});
  const state = { accountEndedAt, clientDeletedAt, clientSuspendedAt, consentRevokedAt, consentEndsAt };

  assert.deepEqual(factsOfEnding(state, NOW), []);
});

test('what happened in a later second had not happened', () => {
  const later = holding({
    accountEndedAt: NOW + 1,
    familyRevokedAt: NOW + 2,
    supersededAt: NOW + 3,
    pairRevokedAt: NOW,
  });

  const then = { ...later, ...endingsUntil(later, NOW) };

  assert.deepEqual(factsOfEnding(then, NOW)[0], ['ended', 'pair']);
  assert.deepEqual([then.accountEndedAt, then.familyRevokedAt, then.supersededAt], [null, null, null]);
});
