/** Answers packed into a block of bytes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPacked, MOST_PACKED_BYTES } from '../../../src/storage/sqlite/packed.ts';

const question = (key: number | string | null, statement = 1) => ({ statement, key });

test('what was packed comes back as it was, for its question and its stamp alone', () => {
  const packed = createPacked();
  const fields = [
    [1, -0.5, 2 ** 52, null, '', 'a"b\\c\n', 'Лада', '鍵🗝', '\ud800'],
    [2, 0, 1, null, 'x', 'y', 'z', '', ''],
  ];
  packed.note(question('seven'), 5, fields);
  packed.note(question(7), 5, []);

  assert.deepEqual(packed.find(question('seven'), 5), fields);
  assert.deepEqual(packed.find(question(7), 5), []);
  assert.equal(packed.find(question('seven'), 6), undefined);
  assert.equal(packed.find(question('seven'), 4), undefined);
  assert.equal(packed.find(question('seven', 2), 5), undefined);
  assert.equal(packed.find(question('seveN'), 5), undefined);
  assert.equal(packed.find(question(null), 5), undefined);
});

test('what is packed again takes the place of what was packed before', () => {
  const packed = createPacked();
  packed.note(question(1), 1, [['old']]);
  packed.note(question(1), 2, [['newer and longer']]);

  assert.equal(packed.find(question(1), 1), undefined);
  assert.deepEqual(packed.find(question(1), 2), [['newer and longer']]);
  assert.equal(packed.size.entries, 1);
});

test('bytes and numbers that JSON would change are not packed', () => {
  const packed = createPacked();
  for (const field of [Buffer.from('x'), Number.POSITIVE_INFINITY, Number.NaN, 1n, true, undefined]) {
    packed.note(question(1), 1, [[1, field]]);
    assert.equal(packed.find(question(1), 1), undefined, String(field));
  }
});

test('round after round, what is found is what was packed last, and the oldest gives way', () => {
  const packed = createPacked();
  const fieldsOf = (key: number) => [[key, String(key % 10).repeat(900 + (key % 200))]];
  const most = 60_000;
  for (let key = 0; key < most; key += 1) packed.note(question(key), 1, fieldsOf(key));

  const found = Array.from({ length: most }, (_, key) => key).filter((key) => {
    const fields = packed.find(question(key), 1);
    if (fields !== undefined) assert.deepEqual(fields, fieldsOf(key));
    return fields !== undefined;
  });

  const oldest = found[0] ?? 0;
  assert.ok(oldest > most - 26_000 && oldest < most - 20_000, `the oldest is ${oldest}`);
  assert.ok(found.length > 0.98 * (most - oldest), `${found.length} of the last ${most - oldest}`);
  assert.equal(packed.size.entries, found.length);
  assert.ok(packed.size.bytes <= MOST_PACKED_BYTES);
});

test('the block is given back once nothing in it was asked for in a whole term', () => {
  const packed = createPacked();
  packed.note(question(1), 1, [['x']]);
  assert.ok(packed.find(question(1), 1));

  packed.makeRoom();
  assert.ok(packed.size.bytes > 0);
  packed.makeRoom();

  assert.deepEqual(packed.size, { entries: 0, bytes: 0 });
  assert.equal(packed.find(question(1), 1), undefined);
});
