/** Proves how the reason of a suspension is written down, and how a program is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSuspension, examineReason } from '../../../src/protocol/people/suspension.ts';

test('a reason is one line of visible characters, without superfluous spaces', () => {
  assert.deepEqual(examineReason(' Spam \n\t and  worse '), { ok: true, value: 'Spam and worse' });
  assert.deepEqual(examineReason('Zoe\u0308'), { ok: true, value: 'Zoë' });
  const longest = '🦊'.repeat(300);
  assert.deepEqual(examineReason(longest), { ok: true, value: longest });
});

test('a reason that is missing, too long or hides something is refused', () => {
  assert.deepEqual(examineReason(' \n '), { ok: false, refusal: { reason: 'reason_missing' } });
  assert.deepEqual(examineReason('x'.repeat(301)), {
    ok: false,
    refusal: { reason: 'reason_long', most: 300 },
  });
  assert.deepEqual(examineReason('a\u202eb'), { ok: false, refusal: { reason: 'reason_hidden_characters' } });
});

test('a program is told the reason where its description may hold it', () => {
  const start = 'The application is suspended by an administrator of this service: ';

  assert.equal(describeSuspension('Spam.'), `${start}Spam.`);
  assert.equal(describeSuspension('It’s "odd".'), `${start}It's 'odd'.`);
  for (const text of ['Спам.', 'a\\b', '', 'é Spam', 'Spam é'])
    assert.equal(
      describeSuspension(text),
      'The application is suspended by an administrator of this service. The reason stands on its authorization page.',
      text,
    );
});
