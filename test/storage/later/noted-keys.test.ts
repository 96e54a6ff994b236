/** Proves that last uses are noted once a minute each, however many there are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNotedKeys } from '../../../src/storage/later/noted-keys.ts';

const MINUTE = 29_000_000;
const COUNT = 120_000;

const keys = (first: number) => Array.from({ length: COUNT }, (_, index) => `use:${first + 17 * index}`);

test('of more than a hundred thousand keys nearly all are known for the minute, and none in the next', () => {
  const noted = createNotedKeys();
  for (const key of keys(0)) noted.add(key, MINUTE);

  const known = keys(0).filter((key) => noted.has(key, MINUTE)).length;
  const later = keys(0).filter((key) => noted.has(key, MINUTE + 1)).length;

  assert.ok(known > 0.95 * COUNT, `${known} of ${COUNT}`);
  assert.equal(later, 0);
});

test('what was noted in an earlier minute makes room', () => {
  const noted = createNotedKeys();
  for (let minute = MINUTE; minute < MINUTE + 5; minute += 1) for (const key of keys(minute)) noted.add(key, minute);

  const known = keys(MINUTE + 4).filter((key) => noted.has(key, MINUTE + 4)).length;

  assert.ok(known > 0.95 * COUNT, `${known} of ${COUNT}`);
});

test('of as many keys that were not noted hardly one is taken for another', () => {
  const noted = createNotedKeys();
  for (const key of keys(0)) noted.add(key, MINUTE);

  const mistaken = keys(1_000_000_000_000).filter((key) => noted.has(key, MINUTE)).length;

  assert.ok(mistaken <= 12, `${mistaken} of ${COUNT}`);
});
