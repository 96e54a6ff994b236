/** Which answers are remembered where more is asked for than fits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_REMEMBERED_BYTES } from '../../../src/storage/remembering.ts';
import { createMemory, FULL_TERM_MS, USUAL_TERM_MS } from '../../../src/storage/sqlite/answers.ts';

const STAMP = 1;
const rowsOf = (key: number) => [{ id: key, text: 'x'.repeat(500) }];

/** A memory with a clock that stands still, and one statement. */
function stage() {
  let now = 0;
  const memory = createMemory(() => now);
  const answers = memory.addStatement();
  /** As the driver does; true for an answer that was remembered. */
  const ask = (key: number): boolean => {
    memory.makeRoom();
    if (memory.find(answers, key, STAMP) !== undefined) return true;
    memory.note(answers, key, { rows: rowsOf(key), stamp: STAMP });
    return false;
  };
  const lap = (first: number, count: number): number => {
    let hits = 0;
    for (let key = first; key < first + count; key += 1) hits += Number(ask(key));
    return hits;
  };
  return { memory, lap, later: (milliseconds: number) => (now += milliseconds) };
}

test('of more answers than fit, asked for in turn, as many are remembered as fit', () => {
  const { memory, lap } = stage();
  const count = 50_000;

  assert.equal(lap(0, count), 0);
  assert.equal(lap(0, count), 0);
  const hits = lap(0, count);

  assert.ok(hits > count / 5 && hits < count, `${hits} of ${count}`);
  assert.equal(lap(0, count), hits);
  assert.ok(memory.size.bytes <= MOST_REMEMBERED_BYTES, `${memory.size.bytes} bytes`);
});

test('what is not asked for any more makes room for what is, and what still is asked for stays', () => {
  const { memory, lap, later } = stage();
  const [old, fresh] = [0, 100_000];
  for (let times = 0; times < 3; times += 1) lap(old, 40_000);
  const kept = lap(old, 1000);
  assert.ok(kept > 950, `${kept} of 1000: few marks of what was asked give way to others`);

  // The first end of a term begins the one in which only a thousand are asked for.
  later(FULL_TERM_MS);
  lap(old, 1000);
  later(FULL_TERM_MS);
  for (let times = 0; times < 2; times += 1) lap(fresh, 1000);

  assert.equal(lap(fresh, 1000), 1000);
  assert.ok(lap(old, 1000) >= kept);
  assert.ok(memory.size.entries <= 2000, `${memory.size.entries} answers`);
});

test('what nobody asks for any more is forgotten after a while, also where there is room', () => {
  const { memory, lap, later } = stage();
  for (let times = 0; times < 2; times += 1) lap(0, 1000);
  assert.equal(memory.size.entries, 1000);

  later(USUAL_TERM_MS);
  lap(0, 10);
  later(USUAL_TERM_MS);

  assert.equal(lap(0, 10), 10);
  assert.equal(memory.size.entries, 10);
});

test('rows that grow once they are remembered, and many that were not found, stay within the bounds', () => {
  const { memory } = stage();
  const [people, nobody] = [memory.addStatement(), memory.addStatement()];
  const ask = (key: number, text: string, stamp: number) => {
    if (memory.find(people, key, stamp) === undefined) memory.note(people, key, { rows: [{ id: key, text }], stamp });
  };
  for (let key = 0; key < 20_000; key += 1) for (let times = 0; times < 2; times += 1) ask(key, 'x', 1);
  for (let key = 0; key < 20_000; key += 1) ask(key, 'x'.repeat(5000), 2);
  assert.ok(memory.size.bytes <= MOST_REMEMBERED_BYTES, `${memory.size.bytes} bytes`);

  for (let key = 0; key < 60_000; key += 1)
    for (let times = 0; times < 2; times += 1) memory.note(nobody, key, { rows: [], stamp: 1 });

  assert.ok(memory.size.entries <= 20_000, `${memory.size.entries} answers`);
});

test('what is asked for once is not remembered, however much of it there is', () => {
  const { memory, lap } = stage();

  for (let first = 0; first < 1_000_000; first += 100_000) assert.equal(lap(first, 100_000), 0);

  // One in thirty thousand looks as if it had been asked for.
  assert.ok(memory.size.entries < 200, `${memory.size.entries} of a million`);
});

test('the same question of another statement is another one, and texts are told apart', () => {
  const { memory } = stage();
  const [codes, people] = [memory.addStatement(), memory.addStatement()];
  const seen = { rows: rowsOf(1), stamp: STAMP };
  for (const key of [7, 'seven', 'seveN', null, 2 ** 40, 2 ** 40 + 2 ** 33]) {
    memory.note(codes, key, seen);
    memory.note(people, key, seen);
    assert.equal(memory.find(codes, key, STAMP), undefined, String(key));
    memory.note(codes, key, seen);
    assert.equal(memory.find(codes, key, STAMP), seen.rows, String(key));
    assert.equal(memory.find(people, key, STAMP), undefined, String(key));
  }
});

test('a changed table makes an answer be read again, and one that is equal stays the same object', () => {
  const memory = createMemory();
  const answers = memory.addStatement();
  const first = { rows: rowsOf(1), stamp: 1 };
  for (let times = 0; times < 2; times += 1) memory.note(answers, 1, first);

  assert.equal(memory.find(answers, 1, 2), undefined);
  assert.equal(memory.note(answers, 1, { rows: rowsOf(1), stamp: 2 }), first.rows);
  assert.equal(memory.find(answers, 1, 2), first.rows);
});
