/** Whose trace a delivery goes on with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceOf } from '../../../src/protocol/webhooks/trace.ts';

const CAUSED = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
const ASKED = `00-${'3'.repeat(32)}-${'4'.repeat(16)}-01`;
const AT = 1_790_000_000;
const ADMINISTRATOR = { audience: 'administrator', confidentialSince: null } as const;
const OWNER = { audience: 'owner', confidentialSince: AT } as const;
const OF_A_PUBLIC_ONE = { audience: 'owner', confidentialSince: null } as const;

const about = (kind: string) => ({ kind, happenedAt: AT, askedUnder: null, causedUnder: CAUSED });

test('administrators are told every trace', () => {
  for (const kind of ['account.signed_in', 'consent.given', 'token.issued', 'limit.reached'])
    assert.equal(traceOf(about(kind), ADMINISTRATOR), CAUSED, kind);
});

test('the owner of an application is told what it or its management caused, and nothing that its users did', () => {
  for (const kind of ['application.changed', 'webhook.created', 'code.exchanged', 'code.replayed', 'token.refreshed'])
    assert.equal(traceOf(about(kind), OWNER), CAUSED, kind);
  for (const kind of ['consent.given', 'consent.revoked', 'code.issued', 'limit.reached', 'playground.leeway_ended'])
    assert.equal(traceOf(about(kind), OWNER), null, kind);
});

test('what an application sent while it had no secret came from the devices of its users', () => {
  for (const owner of [OF_A_PUBLIC_ONE, { ...OWNER, confidentialSince: AT + 1 }]) {
    assert.equal(traceOf(about('token.refreshed'), owner), null);
    assert.equal(traceOf(about('application.changed'), owner), CAUSED);
  }
});

test('whoever asked for a delivery by hand is in the trace in place of the event', () => {
  for (const receiver of [ADMINISTRATOR, OWNER, OF_A_PUBLIC_ONE])
    assert.equal(traceOf({ ...about('consent.given'), askedUnder: ASKED }, receiver), ASKED);
  assert.equal(traceOf({ ...about('token.issued'), causedUnder: null }, ADMINISTRATOR), null);
});
