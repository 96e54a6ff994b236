/** Which answers are remembered where more is asked for than fits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemory, FULL_TERM_MS, MOST_KNOWN_BYTES, USUAL_TERM_MS } from '../../../src/storage/sqlite/answers.ts';
import { MOST_PACKED_BYTES } from '../../../src/storage/sqlite/packed.ts';

const MOST_BYTES = MOST_KNOWN_BYTES + MOST_PACKED_BYTES;
const STAMP = 1;
const LONG = 'x'.repeat(500);
const fieldsOf = (key: number) => [[key, LONG]];
const makeRow = (fields: readonly unknown[]) => Object.freeze({ id: fields[0], text: fields[1] });

/** A memory with a clock that stands still, and one statement. */
function stage() {
  let now = 0;
  const memory = createMemory(() => now);
  const answers = memory.addStatement(makeRow);
  /** As the driver does; true for an answer that was remembered. */
  const ask = (key: number): boolean => {
    memory.makeRoom();
    if (memory.find(answers, key, STAMP) !== undefined) return true;
    memory.note(answers, key, { fields: fieldsOf(key), stamp: STAMP });
    return false;
  };
  const lap = (first: number, count: number): number => {
    let hits = 0;
    for (let key = first; key < first + count; key += 1) hits += Number(ask(key));
    return hits;
  };
  return { memory, lap, later: (milliseconds: number) => (now += milliseconds) };
}

test('of more answers than are kept as rows, asked for in turn, nearly all are remembered', () => {
  const { memory, lap } = stage();
  const count = 50_000;

  assert.equal(lap(0, count), 0);
  assert.equal(lap(0, count), 0);
  const hits = lap(0, count);

  // Some meet in one bucket of the marks or of the table, where the oldest gives way.
  assert.ok(hits > 0.95 * count && hits <= count, `${hits} of ${count}`);
  assert.ok(memory.size.entries > 0.95 * count && memory.size.entries <= count, `${memory.size.entries} entries`);
  assert.ok(memory.size.bytes <= MOST_BYTES, `${memory.size.bytes} bytes`);
});

test('of more answers than fit in any form, asked for in turn, those that are kept as rows stay', () => {
  const { memory, lap } = stage();
  for (let times = 0; times < 2; times += 1) lap(0, 100_000);

  for (let times = 0; times < 2; times += 1) {
    const hits = lap(0, 100_000);
    assert.ok(hits > 5000 && hits < 50_000, `${hits} of 100000`);
  }
  assert.ok(memory.size.bytes <= MOST_BYTES, `${memory.size.bytes} bytes`);
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
  const [people, nobody] = [memory.addStatement(makeRow), memory.addStatement(makeRow)];
  const ask = (key: number, text: string, stamp: number) => {
    if (memory.find(people, key, stamp) === undefined) memory.note(people, key, { fields: [[key, text]], stamp });
  };
  for (let key = 0; key < 20_000; key += 1) for (let times = 0; times < 2; times += 1) ask(key, 'x', 1);
  for (let key = 0; key < 20_000; key += 1) ask(key, 'x'.repeat(5000), 2);
  assert.ok(memory.size.bytes <= MOST_BYTES, `${memory.size.bytes} bytes`);

  for (let key = 0; key < 60_000; key += 1)
    for (let times = 0; times < 2; times += 1) memory.note(nobody, key, { fields: [], stamp: 1 });

  assert.ok(memory.size.entries <= 80_000, `${memory.size.entries} answers`);
  assert.ok(memory.size.bytes <= MOST_BYTES, `${memory.size.bytes} bytes`);
});

test('while every commit changes a table, nothing is packed in vain', () => {
  const { memory } = stage();
  const answers = memory.addStatement(makeRow);
  for (let stamp = 1; stamp <= 3; stamp += 1)
    for (let key = 0; key < 30_000; key += 1)
      memory.note(answers, key, { fields: fieldsOf(key), stamp: stamp + Math.floor(key / 200) });
  const settling = memory.size.entries;
  for (let key = 0; key < 30_000; key += 1) memory.note(answers, key, { fields: fieldsOf(key), stamp: 1000 });

  assert.ok(settling < 10_000, `${settling} answers`);
  assert.ok(memory.size.entries > 28_000, `${memory.size.entries} answers`);
});

test('what is asked for once is not remembered, however much of it there is', () => {
  const { memory, lap } = stage();

  for (let first = 0; first < 1_000_000; first += 100_000) assert.equal(lap(first, 100_000), 0);

  // One in thirty thousand looks as if it had been asked for.
  assert.ok(memory.size.entries < 200, `${memory.size.entries} of a million`);
});

test('the same question of another statement is another one, and texts are told apart', () => {
  const { memory } = stage();
  const [codes, people] = [memory.addStatement(makeRow), memory.addStatement(makeRow)];
  const seen = { fields: fieldsOf(1), stamp: STAMP };
  for (const key of [7, 'seven', 'seveN', null, 2 ** 40, 2 ** 40 + 2 ** 33]) {
    memory.note(codes, key, seen);
    memory.note(people, key, seen);
    assert.equal(memory.find(codes, key, STAMP), undefined, String(key));
    const rows = memory.note(codes, key, seen);
    assert.equal(memory.find(codes, key, STAMP), rows, String(key));
    assert.equal(memory.find(people, key, STAMP), undefined, String(key));
  }
});

test('a changed table makes an answer be read again, and one that is equal stays the same object', () => {
  const memory = createMemory();
  const answers = memory.addStatement(makeRow);
  memory.note(answers, 1, { fields: fieldsOf(1), stamp: 1 });
  const first = memory.note(answers, 1, { fields: fieldsOf(1), stamp: 1 });

  assert.equal(memory.find(answers, 1, 2), undefined);
  assert.equal(memory.note(answers, 1, { fields: fieldsOf(1), stamp: 2 }), first);
  assert.equal(memory.find(answers, 1, 2), first);
});
