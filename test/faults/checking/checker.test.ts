/** Proves that the checker flags bad histories of every kind and lets good ones pass. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHistory, type ViolationKind } from './checker.ts';
import type { Operation } from './history.ts';
import { readLines } from './history.ts';
import { begun, DEAD, gives, LOST, NO, told } from './told.ts';
import { CONTENTION, judge, LOST_ANSWERS } from './verdict.ts';

const RULES = { leewaySeconds: 10, codeSeconds: 600, accessSeconds: 3600 };

function flags(name: string, kind: ViolationKind, history: () => Operation[]): void {
  test(`a bad history is flagged: ${name}`, () => {
    const kinds = checkHistory(history(), RULES).map((violation) => violation.kind);

    assert.deepEqual([...new Set(kinds)], [kind]);
  });
}

function passes(name: string, history: () => Operation[]): void {
  test(`a good history passes: ${name}`, () => {
    assert.deepEqual(checkHistory(history(), RULES), []);
  });
}

flags('one code, two token answers', 'double spend', () => [
  ...begun(),
  told('exchange', 'code', [1.5, 3], gives('other')),
]);
flags('a code that was found spent and is accepted later', 'double spend', () => [
  told('authorize', 'session', [0, 1], { issued: { code: 'code' } }),
  told('exchange', 'code', [1, 2], LOST),
  told('exchange', 'code', [3, 4], NO),
  told('exchange', 'code', [5, 6], gives('one')),
]);
flags('a fresh code that is refused', 'lost acknowledgement', () => [
  told('authorize', 'session', [0, 1], { issued: { code: 'code' } }),
  told('exchange', 'code', [1, 2], NO),
]);
flags('a code accepted after its lifetime', 'expired accepted', () => [
  told('authorize', 'session', [0, 1], { issued: { code: 'code' } }),
  told('exchange', 'code', [700, 701], gives('one')),
]);
flags('an access token accepted after its lifetime', 'expired accepted', () => [
  ...begun(),
  told('whoami', 'access one', [3700, 3701]),
]);
flags('an access token refused long before its end', 'lost acknowledgement', () => [
  ...begun(),
  told('whoami', 'access one', [3500, 3501], DEAD),
]);
passes('an access token refused at its end', () => [...begun(), told('whoami', 'access one', [3601, 3602], DEAD)]);
flags('an acknowledged access token that is refused', 'lost acknowledgement', () => [
  ...begun(),
  told('whoami', 'access one', [3, 4], DEAD),
]);
flags('an acknowledged refresh token that is refused', 'lost acknowledgement', () => [
  ...begun(),
  told('refresh', 'refresh one', [3, 4], NO),
]);
flags('a retry within the leeway that is taken for theft', 'lost acknowledgement', () => [
  ...begun(),
  told('refresh', 'refresh one', [3, 4], gives('two')),
  told('whoami', 'access two', [5, 6]),
  told('refresh', 'refresh one', [7, 8], NO),
]);
flags('an access token that lives after its revocation was answered', 'resurrection', () => [
  ...begun(),
  told('revoke', 'refresh one', [3, 4]),
  told('whoami', 'access one', [5, 6]),
]);
flags('a refresh token that lives after its code was replayed', 'resurrection', () => [
  ...begun(),
  told('exchange', 'code', [3, 4], NO),
  told('refresh', 'refresh one', [5, 6], gives('two')),
]);
flags('a family that lives after theft was found', 'resurrection', () => [
  ...begun(),
  told('refresh', 'refresh one', [3, 4], gives('two')),
  told('whoami', 'access two', [5, 6]),
  told('refresh', 'refresh one', [30, 31], NO),
  told('whoami', 'access two', [32, 33]),
]);
flags('an unused sibling that lives after a newer one took its place', 'resurrection', () => [
  ...begun(),
  told('refresh', 'refresh one', [3, 4], gives('two')),
  told('refresh', 'refresh one', [30, 31], gives('three')),
  told('whoami', 'access two', [32, 33]),
]);
flags('an old access token that another instance still accepts', 'stale read', () => [
  ...begun(),
  told('refresh', 'refresh one', [3, 4], gives('two')),
  told('whoami', 'access two', [5, 6], { instance: 'a#1' }),
  told('whoami', 'access one', [7, 8], { instance: 'b#1' }),
]);
flags('a stolen refresh token that is accepted', 'undetected reuse', () => [
  ...begun(),
  told('refresh', 'refresh one', [3, 4], gives('two')),
  told('whoami', 'access two', [5, 6]),
  told('refresh', 'refresh one', [30, 31], gives('three')),
]);
flags('a token that names another account', 'cross-talk', () => [
  ...begun(),
  told('whoami', 'access one', [3, 4], { seenAccount: 2 }),
]);
flags('one secret given to two', 'cross-talk', () => [
  ...begun(),
  told('authorize', 'session', [3, 4], { issued: { code: 'code' } }),
]);
flags('a token that nobody was given', 'phantom', () => [told('whoami', 'access invented', [0, 1])]);
flags('a session that is forgotten', 'lost acknowledgement', () => [
  told('authorize', 'session', [0, 1], { outcome: 'refused', detail: '/sign-in' }),
]);
flags('an answer that a client cannot understand', 'unexpected answer', () => [
  ...begun(),
  told('whoami', 'access one', [3, 4], { outcome: 'unknown', detail: '500' }),
]);
flags('a refusal with another error', 'unexpected answer', () => [
  ...begun(),
  told('revoke', 'access one', [3, 4], { outcome: 'refused', detail: 'invalid_client' }),
]);

passes('a code whose first answer was lost is refused to the retry', () => [
  told('authorize', 'session', [0, 1], { issued: { code: 'code' } }),
  told('exchange', 'code', [1, 2], LOST),
  told('exchange', 'code', [3, 4], NO),
]);
passes('a refresh whose answer was lost is repeated, and both branches go on', () => [
  ...begun(),
  told('refresh', 'refresh one', [3, 4], LOST),
  told('refresh', 'refresh one', [5, 6], gives('two')),
  told('refresh', 'refresh one', [5, 7], gives('three')),
  told('refresh', 'refresh two', [8, 9], gives('four')),
  told('refresh', 'refresh three', [8, 9], gives('five')),
  told('whoami', 'access one', [10, 11], DEAD),
]);
passes('a revocation whose answer was lost may have happened, or not', () => [
  ...begun(),
  told('revoke', 'access one', [3, 4], LOST),
  told('whoami', 'access one', [5, 6]),
  told('whoami', 'access one', [7, 8], DEAD),
]);
passes('theft ends the family', () => [
  ...begun(),
  told('refresh', 'refresh one', [3, 4], gives('two')),
  told('whoami', 'access two', [5, 6]),
  told('refresh', 'refresh one', [30, 31], NO),
  told('whoami', 'access two', [32, 33], DEAD),
]);
passes('a token accepted while its revocation was under way', () => [
  ...begun(),
  told('revoke', 'access one', [3, 6]),
  told('whoami', 'access one', [4, 5]),
]);

test('a run whose faults hit nobody is inconclusive, and one that found something is not excused by that', () => {
  const quiet = begun();
  const bitten = [...quiet, told('whoami', 'access one', [3, 4], LOST)];
  const [violation] = checkHistory([...quiet, told('whoami', 'access one', [3, 4], DEAD)], RULES);
  assert.ok(violation);

  assert.equal(judge(quiet, [], LOST_ANSWERS).result, 'inconclusive');
  assert.equal(judge(quiet, [], CONTENTION).result, 'inconclusive');
  assert.equal(judge(bitten, [], LOST_ANSWERS).result, 'passed');
  assert.equal(judge(quiet, [violation], LOST_ANSWERS).result, 'violated');
});

test('a call without an answer counts as unknown, whenever it may still take effect', () => {
  const { outcome: _outcome, ...call } = told('revoke', 'access one', [3, 4]);
  const [read] = readLines([{ call }]);

  assert.equal(read?.outcome, 'unknown');
  assert.equal(read?.isSettled, false);
});
