/** Proves that a machine's own list of hosts is read as the system reads it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn } from '../../src/protocol/hosts-file.ts';

const FILE =
  '127.0.0.1 localhost\n# 10.0.0.9 hooks.example\n 10.0.0.1\tHooks.Example hooks # ours\r\n::1 hooks.example\n\nx';

test('every address of a name is found, whatever its case, and what is a comment is not', () => {
  assert.deepEqual(addressesIn(FILE, 'hooks.example'), ['10.0.0.1', '::1']);
  assert.deepEqual(addressesIn(FILE, 'HOOKS.'), ['10.0.0.1']);
  assert.deepEqual(addressesIn(FILE, 'ours'), []);
  assert.deepEqual(addressesIn('', 'hooks.example'), []);
});
