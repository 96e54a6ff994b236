/** Proves what the line of a slow batch says: each statement once, in a line that programs which ship logs do not cut. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../src/storage/logged-text.ts';
import { sql } from '../../src/storage/sql.ts';

/** What rsyslog takes as one message unless told otherwise: the rest of a line would be lost, and what is left no JSON. */
const SHIPPED = 8_000;

test('a statement that a batch has several times stands there once, with how often', () => {
  const note = (id: number) => sql`insert into notes (id, text) values (${id}, ${'x'})`;

  const text = textOf([note(1), note(2), sql`delete from drafts where id = ${1}`, note(3)]);

  assert.equal(text, 'insert into notes (id, text) values (?, ?) (3 times); delete from drafts where id = ?');
  assert.equal(textOf(note(1)), 'insert into notes (id, text) values (?, ?)');
});

test('the text of a batch of many different statements is cut so that its line stays whole', () => {
  const names = Array.from({ length: 128 }, (_, place) => `column_${place}_${'x'.repeat(400)}`);

  const text = textOf(names.map((name) => ({ ...sql`select 1`, text: [`select ${name} from wide`] })));

  assert.ok(text.length > 2_000 && text.length < SHIPPED / 2, String(text.length));
  assert.match(text, /^select column_0_/);
  assert.match(text, /; and \d+ more$/);
});
