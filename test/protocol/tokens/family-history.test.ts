/** What became of a family of tokens: which end counts, and how its timeline is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FamilyEvent, type FamilyState, tellHistory } from '../../../src/protocol/tokens/family-history.ts';
import { NOW } from './holding.ts';

const NOWHERE = { address: null, userAgent: null };

function state(changes: Partial<FamilyState> = {}): FamilyState {
  return {
    startedAt: NOW - 1000,
    scope: 'profile',
    endsAt: null,
    revokedAt: null,
    revokedBecause: null,
    consentEndsAt: null,
    consentRevokedAt: null,
    consentRevokedBecause: null,
    clientSuspendedAt: null,
    expiresAt: NOW + 1000,
    ...changes,
  };
}

function event(kind: FamilyEvent['kind'], at: number, detail: string | null = null): FamilyEvent {
  return { kind, at, familyId: 1, source: { address: '192.0.2.1', userAgent: 'Quill/1' }, detail };
}

function endOf(known: FamilyState) {
  return tellHistory({ state: known, lastUse: null, events: [] }, NOW).end;
}

function endAfter(events: readonly FamilyEvent[]) {
  return tellHistory({ state: null, lastUse: null, events }, NOW).end;
}

test('a family with nothing against it is live', () => {
  assert.equal(endOf(state()), null);
  assert.equal(endOf(state({ endsAt: NOW + 1, consentEndsAt: NOW + 1 })), null);
});

test('each end has its reason', () => {
  const cases: [Partial<FamilyState>, number | null, string][] = [
    [{ revokedAt: NOW - 5, revokedBecause: 'refresh_token_reused' }, NOW - 5, 'refresh_token_reused'],
    [{ consentRevokedAt: NOW - 5, consentRevokedBecause: 'removed_with_all' }, NOW - 5, 'removed_with_all'],
    [{ consentRevokedAt: NOW - 5 }, NOW - 5, 'removed'],
    [{ endsAt: NOW - 5, expiresAt: NOW - 5 }, NOW - 5, 'ended'],
    [{ consentEndsAt: NOW }, NOW, 'ended'],
    [{ expiresAt: NOW - 5 }, NOW - 5, 'unused'],
    [{ expiresAt: null }, null, 'unused'],
    [{ clientSuspendedAt: NOW - 5 }, NOW - 5, 'suspended'],
    [{ scope: '' }, null, 'permissions_removed'],
  ];

  for (const [changes, at, because] of cases) assert.deepEqual(endOf(state(changes)), { at, because });
});

test('of several ends the first one is told', () => {
  const both = state({ revokedAt: NOW - 5, revokedBecause: 'revoked_by_client', consentRevokedAt: NOW - 9 });

  assert.deepEqual(endOf(both), { at: NOW - 9, because: 'removed' });
});

test('once the row is gone the events still say why', () => {
  const reused = [
    event('token.refused', NOW - 1),
    event('token.reuse_detected', NOW - 5),
    event('code.exchanged', NOW - 9),
  ];

  assert.deepEqual(endAfter(reused), { at: NOW - 5, because: 'refresh_token_reused' });
  assert.deepEqual(endAfter([event('token.revoked', NOW, 'revoked_by_operator')])?.because, 'revoked_by_operator');
  const byOwner = endAfter([event('application.family_revoked', NOW, null)]);
  const byAdministrator = endAfter([event('application.family_revoked', NOW, 'by administrator 7')]);
  assert.deepEqual([byOwner?.because, byAdministrator?.because], ['family_revoked_by_owner', 'revoked_by_operator']);
  assert.deepEqual(endAfter([event('token.refreshed', NOW)]), { at: null, because: 'unknown' });
});

test('the timeline is told newest first, with the last use and the end in their places', () => {
  const events = [
    event('token.refused', NOW - 1, 'refresh_token_revoked'),
    event('token.reuse_detected', NOW - 5),
    event('token.retried', NOW - 40),
    event('token.refreshed', NOW - 50),
    event('code.exchanged', NOW - 90),
  ];
  const lastUse = { at: NOW - 30, source: NOWHERE };
  const ended = state({ revokedAt: NOW - 5, revokedBecause: 'refresh_token_reused' });

  const { entries, end } = tellHistory({ state: ended, lastUse, events }, NOW);

  assert.deepEqual(
    entries.map(({ step }) => step),
    ['refused', 'ended', 'reuse_detected', 'used', 'retried', 'rotated', 'issued'],
  );
  assert.equal(entries[0]?.reason, 'refresh_token_revoked');
  assert.deepEqual(entries[1]?.source, { address: '192.0.2.1', userAgent: 'Quill/1' });
  assert.equal(end?.because, 'refresh_token_reused');
});

test('a family without a row and without a beginning is told as far as it is known', () => {
  const { startedAt, end, entries } = tellHistory(
    { state: null, lastUse: null, events: [event('token.refreshed', NOW)] },
    NOW,
  );

  assert.equal(startedAt, null);
  assert.equal(end?.because, 'unknown');
  assert.equal(entries.length, 1);
});

test('an end whose reason was not kept is unknown, and its place too', () => {
  const { end, entries } = tellHistory({ state: state({ revokedAt: NOW - 5 }), lastUse: null, events: [] }, NOW);

  assert.deepEqual(end, { at: NOW - 5, because: 'unknown' });
  assert.deepEqual(entries, [{ step: 'ended', because: 'unknown', reason: null, at: NOW - 5, source: NOWHERE }]);
});

test('each event that ends a family has its reason', () => {
  const because = (kind: FamilyEvent['kind'], detail: string | null = null) =>
    endAfter([event(kind, NOW, detail)])?.because;

  assert.equal(because('token.reuse_detected', 'revoked_by_operator'), 'refresh_token_reused');
  assert.equal(because('code.replayed'), 'code_replayed');
  assert.equal(because('token.revoked', 'revoked_by_client'), 'revoked_by_client');
  assert.equal(because('consent.revoked'), 'removed');
});

test('the first event that ended a family says why, not a later one', () => {
  const events = [event('consent.revoked', NOW), event('code.replayed', NOW - 9)];

  assert.deepEqual(endAfter(events), { at: NOW - 9, because: 'code_replayed' });
});

test('only refusals have a reason, and only events that belong to it are told', () => {
  const events = [
    event('token.refused', NOW, 'why'),
    event('code.replayed', NOW - 1, 'x'),
    event('consent.given', NOW - 2),
  ];

  const { entries } = tellHistory({ state: state(), lastUse: null, events }, NOW);

  assert.deepEqual(
    entries.map(({ step, reason }) => [step, reason]),
    [
      ['refused', 'why'],
      ['code_replayed', null],
    ],
  );
});

test('a family began when its row or its first event says', () => {
  const events = [event('token.refreshed', NOW), event('code.exchanged', NOW - 7), event('consent.given', NOW - 8)];

  assert.equal(tellHistory({ state: state(), lastUse: null, events }, NOW).startedAt, NOW - 1000);
  assert.equal(tellHistory({ state: null, lastUse: null, events }, NOW).startedAt, NOW - 7);
});

test('in one second the events come first, then the last use, then the end', () => {
  const events = [event('token.reuse_detected', NOW - 5), event('token.refreshed', NOW - 5)];
  const lastUse = { at: NOW - 5, source: NOWHERE };
  const revoked = state({ revokedAt: NOW - 5, revokedBecause: 'refresh_token_reused' });

  const { entries } = tellHistory({ state: revoked, lastUse, events }, NOW);

  assert.deepEqual(
    entries.map(({ step }) => step),
    ['ended', 'used', 'reuse_detected', 'rotated'],
  );
});

test('an end has the place of the event that caused it, in that very second', () => {
  const elsewhere = { ...event('token.revoked', NOW - 5), source: { address: '198.51.100.7', userAgent: 'Other/2' } };
  const events = [event('consent.revoked', NOW - 1), event('token.refreshed', NOW - 5), elsewhere];
  const revoked = state({ revokedAt: NOW - 5, revokedBecause: 'revoked_by_client' });

  const ended = tellHistory({ state: revoked, lastUse: null, events }, NOW).entries.find(
    ({ step }) => step === 'ended',
  );

  assert.deepEqual(ended?.source, elsewhere.source);
});
