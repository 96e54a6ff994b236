/** Proves how the texts of a JSON body are measured. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text } from '../../../src/protocol/api/shape.ts';

test('a text is as long as it has characters, and one outside the first plane is one, at either bound', () => {
  const { read } = text({ says: 'A text.', least: 3, most: 5 });
  const texts = [
    '',
    'ab',
    '😀😀',
    'abc',
    '😀😀😀',
    'a😀b',
    'abcde',
    '😀😀😀😀😀',
    'abcdef',
    '😀bcdef',
    '😀😀😀😀😀😀',
    'a'.repeat(11),
  ];

  assert.deepEqual(
    texts.filter((each) => read(each, '/name').ok),
    ['abc', '😀😀😀', 'a😀b', 'abcde', '😀😀😀😀😀'],
  );
});
