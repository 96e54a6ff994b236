/** What the digest of an event covers: once a chain is sealed, it must stay what it was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChainedEvent, entryOf } from '../../../src/protocol/audit/block.ts';

const EVENT: ChainedEvent = {
  ...{ id: 910_000_000_000_000, at: 1_790_000_000, kind: 'token.issued', accountId: 7, clientId: 5 },
  ...{ familyId: 820_000_000_000_000, address: '192.0.2.10', userAgent: 'Quill/1', detail: null, traceparent: null },
};
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

test('an event without a trace has the digest that it had before traces were kept', () => {
  assert.equal(entryOf(EVENT).digest, 'R7xkp3g2uQN2OIyNufEGM8');
});

test('an event with a trace has another one, also where a detail reads like it', () => {
  const digests = [
    EVENT,
    { ...EVENT, traceparent: TRACEPARENT },
    { ...EVENT, detail: TRACEPARENT },
    { ...EVENT, detail: `null,"${TRACEPARENT}"` },
  ].map((event) => entryOf(event).digest);

  assert.equal(new Set(digests).size, 4);
  assert.equal(digests[1], 'rg50qp3sytkoj6yG3X_L4L');
});
