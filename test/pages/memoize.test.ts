/** A text for a number is computed once while it is cached, and computed again after the cache was cleared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moment } from '../../src/pages/parts/moment.ts';
import { memoize } from '../../src/pages/text/memoize.ts';
import { textIn } from '../../src/pages/text/texts.ts';

test('the text for a number is computed once', () => {
  let made = 0;
  const say = memoize((number) => {
    made += 1;
    return `number ${number}`;
  });

  assert.deepEqual([say(7), say(7), say(8), say(7)], ['number 7', 'number 7', 'number 8', 'number 7']);
  assert.equal(made, 2);
});

test('the cache is bounded, and evicted numbers are computed again', () => {
  let made = 0;
  const say = memoize((number) => {
    made += 1;
    return `number ${number}`;
  });

  for (let number = 0; number < 10_000; number += 1) say(number);

  assert.equal(say(0), 'number 0');
  assert.equal(made, 10_001);
});

test('two moments of one minute share its words, and the second of another day or minute has its own', () => {
  const at = Date.UTC(2026, 10, 15, 23, 59, 30) / 1000;
  const said = [at, at + 29, at + 30, at + 86_400].map((each) => textIn('en').moments.dateTime(each));

  assert.deepEqual(said, [
    '15 Nov 2026, 23:59 UTC',
    '15 Nov 2026, 23:59 UTC',
    '16 Nov 2026, 00:00 UTC',
    '16 Nov 2026, 23:59 UTC',
  ]);
});

test('a moment says its second to machines, whatever minute it shares', () => {
  const at = Date.UTC(2026, 10, 15, 14, 5, 9) / 1000;

  assert.match(moment({ text: textIn('en'), now: at }, at).toString(), /datetime="2026-11-15T14:05:09Z"/);
  assert.match(moment({ text: textIn('en'), now: at }, at + 1).toString(), /datetime="2026-11-15T14:05:10Z"/);
});
