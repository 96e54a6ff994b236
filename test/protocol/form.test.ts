/** What was sent as parameters, read by name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createForm } from '../../src/protocol/form.ts';

const NAMES = ['state', 'scope', 'client_id', '__proto__', 'toString', ''];

/** Numbers in an order of no meaning, the same in every run. */
function* shuffled(): Generator<number, never> {
  for (let state = 1; ; state = (state * 48_271) % 2_147_483_647) yield state;
}

test('a form reads the first of a doubled name, and tells the first name that was doubled, whether it has few parameters or many', () => {
  const numbers = shuffled();
  for (let count = 0; count <= 40; count += 1) {
    const entries = Array.from({ length: count }, (_, place): [string, string] => {
      const number = numbers.next().value;
      const name = NAMES[number % (2 * NAMES.length)] ?? `parameter ${number % (3 * count)}`;
      return [name, number % 5 === 0 ? '' : `value ${place}`];
    });
    const names = entries.map(([name]) => name);

    const form = createForm(entries);

    for (const name of [...NAMES, ...names, 'never sent']) {
      const values = entries.filter((entry) => entry[0] === name).map((entry) => entry[1]);
      assert.equal(form.get(name), values[0] || undefined, name);
      assert.equal(form.has(name), values.length > 0, name);
      assert.deepEqual(form.all(name), values, name);
    }
    assert.equal(
      form.doubled,
      names.find((name, place) => names.indexOf(name) < place),
    );
    assert.deepEqual(form.entries, entries);
  }
});
