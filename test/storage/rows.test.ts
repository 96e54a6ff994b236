/** The rows that both drivers hand out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RowWriter, rowMaker } from '../../src/storage/rows.ts';

const NAMES = ['id', 'clientId', 'constructor', 'count(*)', 'with "quotes"', '__proto__'];
const FIELDS = [1, 'two', null, 4, 'five', 6];

const written: RowWriter = (fields, at) => ({ id: fields[at], name: fields[at + 1], scope: fields[at + 2] });

test('a row has all columns in their order, whatever they are called, and is frozen', () => {
  const makeRow = rowMaker(NAMES);

  const row = makeRow(FIELDS);

  assert.deepEqual(
    Object.entries(row),
    NAMES.map((name, place) => [name, FIELDS[place]]),
  );
  assert.ok(Object.isFrozen(row));
  assert.deepEqual(makeRow(['not part of it', ...FIELDS], 1), row);
});

test('a row whose names are written out is the same as one that is put together from names', () => {
  const names = ['id', 'name', 'scope'];
  const [one, other] = [rowMaker(names, written), rowMaker(names)];

  assert.deepEqual(one([1, 'a', null]), other([1, 'a', null]));
  assert.deepEqual(one(['not part of it', 1, 'a', null], 1), other([1, 'a', null]));
  assert.ok(Object.isFrozen(one([1, 'a', null])));
});

for (const names of [
  ['id', 'scope', 'name'],
  ['id', 'name'],
  ['id', 'name', 'scope', 'kind'],
])
  test(`a row that is written for other columns than its statement has is refused: ${names.join(', ')}`, () => {
    assert.throws(() => rowMaker(names, written), /^Error: A row was written for other columns than id, /);
  });
