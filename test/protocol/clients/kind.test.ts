/** Proves what a form means by the kind of an application, and what each kind needs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_KINDS, keepsSecret, needsRedirectUri, readKind } from '../../../src/protocol/clients/kind.ts';
import { overlapSeconds, readOverlap } from '../../../src/protocol/clients/secret-overlap.ts';
import { proves } from '../../support/proves.ts';

proves(
  'RFC 6749 §2.1',
  'Confidential: clients capable of maintaining the confidentiality of their credentials, such as a client implemented on a secure server.',
  () => {
    assert.deepEqual(
      CLIENT_KINDS.map((kind) => [kind, keepsSecret(kind)]),
      [
        ['web', true],
        ['spa', false],
        ['native', false],
        ['machine', true],
      ],
    );
  },
);

test('only a machine has nowhere to come back to', () => {
  assert.deepEqual(CLIENT_KINDS.filter(needsRedirectUri), ['web', 'spa', 'native']);
});

test('a form of old, which names only the type, means the kind that such an application had', () => {
  assert.equal(readKind(undefined, 'yes'), 'web');
  assert.equal(readKind(undefined, 'no'), 'native');
  assert.equal(readKind(undefined, undefined), 'web');
});

test('where type and kind contradict each other, the type that was written down counts', () => {
  assert.equal(readKind('spa', 'no'), 'spa');
  assert.equal(readKind('spa', 'yes'), 'web');
  assert.equal(readKind('machine', 'yes'), 'machine');
  assert.equal(readKind('machine', 'no'), 'native');
});

test('a kind alone is enough, and an unknown one is the usual one', () => {
  assert.equal(readKind('spa', undefined), 'spa');
  assert.equal(readKind('toaster', undefined), 'web');
});

test('an overlap is one of four, and none of them is read into anything else', () => {
  assert.deepEqual((['now', 'hour', 'day', 'week'] as const).map(overlapSeconds), [0, 3600, 86_400, 604_800]);
  for (const typed of ['', '0', 'year', 'toString', undefined]) assert.equal(readOverlap(typed), undefined);
});
