/** Proves that the comparison with the database finds every kind of row that the history does not explain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from './history.ts';
import type { FamilyRow, PairRow, Rows } from './rows.ts';
import { checkRows } from './rows-check.ts';
import { begun, gives, LOST, told } from './told.ts';

const RULES = { leewaySeconds: 10, codeSeconds: 600 };

function pairRow(id: number, name: string, more: Partial<PairRow> = {}): PairRow {
  return {
    id,
    familyId: 7,
    parentId: null,
    accessDigest: `access ${name}`,
    refreshDigest: `refresh ${name}`,
    issuedAt: 2,
    usedAt: null,
    renewedAt: null,
    supersededAt: null,
    revokedAt: null,
    ...more,
  };
}

/** The family of `begun()`, refreshed once and its successor used. */
function usual(change: { family?: Partial<FamilyRow>; more?: Partial<Rows>; pairs?: PairRow[] } = {}): Rows {
  return {
    codes: [{ digest: 'code', familyId: 7 }],
    families: [{ id: 7, account: 1, client: 'quill', revokedBecause: null, ...change.family }],
    pairs: change.pairs ?? [ROOT, CHILD],
    events: [
      { kind: 'code.exchanged', familyId: 7 },
      { kind: 'token.refreshed', familyId: 7 },
    ],
    damage: [],
    ...change.more,
  };
}

const ROOT = pairRow(1, 'one', { usedAt: 4, renewedAt: 4, supersededAt: 6 });
const CHILD = pairRow(2, 'two', { parentId: 1, issuedAt: 4, usedAt: 6 });
const LATE = pairRow(3, 'three', { parentId: 1, issuedAt: 40, usedAt: 41 });
const HISTORY = [
  ...begun(),
  told('refresh', 'refresh one', [3, 4], gives('two')),
  told('whoami', 'access two', [5, 6]),
];

function says(rows: Rows, history: readonly Operation[] = HISTORY): string {
  return checkRows(rows, history, RULES)
    .map((violation) => violation.says)
    .join('; ');
}

test('rows that the history explains pass', () => {
  assert.equal(says(usual()), '');
});

test('a damaged database is found', () => {
  assert.match(says(usual({ more: { damage: ['row 3 missing from index'] } })), /row 3 missing/);
});

test('an acknowledged pair that is gone, or somebody else’s, is found', () => {
  assert.match(says(usual({ pairs: [{ ...ROOT, supersededAt: null }] })), /not in the database/);
  assert.match(says(usual({ family: { account: 2 } })), /another account/);
  assert.match(says(usual({ pairs: [ROOT, { ...CHILD, parentId: null }] })), /descends from another/);
});

test('a family from no code, or with two first pairs, is found', () => {
  assert.match(says(usual({ more: { codes: [] } })), /0 codes/);
  assert.match(says(usual({ pairs: [ROOT, CHILD, pairRow(3, 'three')] })), /2 first pairs/);
});

test('a pair that was issued to nobody needs a lost answer, and must not have been used', () => {
  const rows = (usedAt: number | null) =>
    usual({
      pairs: [ROOT, CHILD, pairRow(3, 'lost', { parentId: 1, issuedAt: 5, usedAt })],
      more: { events: [...usual().events, { kind: 'token.retried', familyId: 7 }] },
    });
  const lost = [...HISTORY, told('refresh', 'refresh one', [4, 5], LOST)];

  assert.equal(says(rows(null), lost), '');
  assert.match(says(rows(null)), /issued to nobody/);
  assert.match(says(rows(6), lost), /nobody was given it/);
});

test('a family that was ended without a cause, or not ended though it was answered so, is found', () => {
  assert.match(says(usual({ family: { revokedBecause: 'refresh_token_reused' } })), /nothing explains/);
  assert.match(says(usual(), [...HISTORY, told('revoke', 'access two', [7, 8])]), /is not ended/);
});

test('a missing or a doubled event is found', () => {
  assert.match(says(usual({ more: { events: [] } })), /0 events of its exchange; 0 events for 1 renewals/);
  const doubled = [...usual().events, { kind: 'token.revoked', familyId: 7 }];
  assert.match(says(usual({ more: { events: doubled } })), /1 events for 0 revocations/);
  const replayed = [...usual().events, { kind: 'code.replayed', familyId: 7 }];
  assert.match(says(usual({ more: { events: replayed } })), /1 events for 0 replays/);
});

test('a live leaf that D5 does not explain is found', () => {
  const late = [...HISTORY, told('refresh', 'refresh one', [39, 40], gives('three'))];
  const unused = [ROOT, { ...CHILD, usedAt: null }, LATE];

  assert.match(says(usual({ pairs: [ROOT, CHILD, LATE] }), late), /after its parent’s time/);
  assert.match(says(usual({ pairs: unused }), late), /unused beside a newer sibling/);
  assert.match(says(usual({ pairs: [{ ...ROOT, supersededAt: null }, CHILD] })), /did not end its time/);
  assert.match(says(usual({ pairs: [ROOT, { ...CHILD, usedAt: null }] })), /without a cause/);
  assert.match(says(usual({ pairs: [{ ...ROOT, renewedAt: null }, CHILD] })), /was not renewed/);
});
