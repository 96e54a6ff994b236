/** Proves that a trace reaches whichever instance delivers, also where many events are written at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report } from '../../src/events/report.ts';
import type { Source } from '../../src/protocol/event.ts';
import { sql } from '../../src/storage/sql.ts';
import { createWebhook } from '../../src/webhooks/manage.ts';
import { createPump } from '../../src/webhooks/pump.ts';
import type { World } from '../../src/world.ts';
import { openStage, type Stage } from '../jobs/stage.ts';
import { everyEngine } from '../support/each-database.ts';
import { openReceiver, type Receiver } from './receiver.ts';

const NOBODY = { id: null, source: { address: null, userAgent: null } };
const trace = (number: number) => `00-${String(number).padStart(32, '1')}-00f067aa0ba902b7-01`;

function onEachEngine(body: (stage: Stage & { readonly receiver: Receiver }) => Promise<void>): () => Promise<void> {
  return () =>
    everyEngine(async (engine) => {
      const stage = await openStage(engine, { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' });
      const receiver = await openReceiver();
      const details = { url: receiver.url, groups: ['application', 'token'] };
      const made = await createWebhook(stage.first, { scope: null, details }, NOBODY);
      assert.ok(made.ok, JSON.stringify(made));
      await body({ ...stage, receiver });
    });
}

function happened(world: World, number: number, traceparent?: string) {
  const source: Source = traceparent === undefined ? NOBODY.source : { ...NOBODY.source, traceparent };
  return report(world, source, 'token.refreshed', { clientId: number, accountId: 7, detail: String(number) });
}

const traceIn = (traceparent: unknown) => (typeof traceparent === 'string' ? traceparent.slice(3, 35) : null);

/** By the detail of the event, the trace that its delivery goes on with. */
const tracesIn = ({ got }: Receiver) =>
  new Map(got.map(({ data, headers }) => [Number(data.detail), traceIn(headers.traceparent)]));

test(
  'another instance than the one that had the request sends the delivery under its trace',
  onEachEngine(async ({ first, second, receiver }) => {
    await first.database.write([happened(first, 5, trace(5))]);

    await createPump(second).sendDue();

    assert.deepEqual([...tracesIn(receiver)], [[5, traceIn(trace(5))]]);
  }),
);

test(
  'of many events that are written at once each keeps its own trace, and those without one have none',
  onEachEngine(async ({ first, second, receiver }) => {
    const numbers = Array.from({ length: 60 }, (_, number) => number);
    const tracedIf = (number: number) => (number % 3 === 0 ? undefined : trace(number));

    // All in one turn, so that a database which puts batches together does.
    await Promise.all(numbers.map((number) => first.database.write([happened(first, number, tracedIf(number))])));
    await createPump(second).sendDue();

    const told = tracesIn(receiver);
    assert.equal(told.size, numbers.length);
    for (const number of numbers) assert.equal(told.get(number), traceIn(tracedIf(number)), `event ${number}`);
  }),
);

test(
  'a delivery whose event is swept is sent without a trace',
  onEachEngine(async ({ first, receiver }) => {
    await first.database.write([happened(first, 5, trace(5))]);
    await first.database.write([sql`delete from events where client_id = ${5}`]);

    await createPump(first).sendDue();

    assert.equal(receiver.got.length, 1);
    assert.ok(receiver.got.every(({ headers }) => !('traceparent' in headers)));
  }),
);
