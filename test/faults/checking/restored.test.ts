/** Proves that a backup is judged by what was acknowledged before it began, and by nothing that came later. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHistory } from './checker.ts';
import type { Operation } from './history.ts';
import { historyIn } from './restored.ts';
import { begun, DEAD, gives, NO, told } from './told.ts';

const RULES = { leewaySeconds: 2, codeSeconds: 600 };
/** The backup is taken from the tenth to the twelfth second, and looked at from the hundredth on. */
const SPAN = { from: 10_000, to: 12_000 };

function kindsOf(history: readonly Operation[], looks: readonly Operation[]): readonly string[] {
  return checkHistory([...historyIn(history, SPAN), ...looks], RULES).map(({ kind }) => kind);
}

test('a token that was acknowledged before the backup and is refused by the restored instance was lost', () => {
  assert.deepEqual(kindsOf(begun(), [told('whoami', 'access one', [100, 101], DEAD)]), ['lost acknowledgement']);
});

test('a token that was revoked before the backup and is accepted by the restored instance has come back', () => {
  const history = [...begun(), told('revoke', 'refresh one', [5, 6])];

  assert.deepEqual(kindsOf(history, [told('whoami', 'access one', [100, 101])]), ['resurrection']);
});

test('what was revoked during the backup may be alive or dead in it', () => {
  const history = [...begun(), told('revoke', 'refresh one', [11, 11.5])];

  assert.deepEqual(kindsOf(history, [told('whoami', 'access one', [100, 101])]), []);
  assert.deepEqual(kindsOf(history, [told('whoami', 'access one', [100, 101], DEAD)]), []);
});

test('what was revoked after the backup must be alive in it', () => {
  const history = [...begun(), told('revoke', 'refresh one', [13, 14])];

  assert.deepEqual(kindsOf(history, [told('whoami', 'access one', [100, 101], DEAD)]), ['lost acknowledgement']);
});

test('a successor that was used during the backup may have ended its parent there', () => {
  const history = [
    ...begun(),
    told('refresh', 'refresh one', [10.5, 11], gives('two')),
    told('whoami', 'access two', [11.2, 11.4]),
  ];

  assert.deepEqual(kindsOf(history, [told('whoami', 'access one', [100, 101], DEAD)]), []);
  assert.deepEqual(kindsOf(history, [told('refresh', 'refresh one', [100, 101], NO)]), []);
});
