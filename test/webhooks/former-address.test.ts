/** Proves that what an address answers is held against nothing but what was called: not against what it was changed to. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { report } from '../../src/events/report.ts';
import { findAnyWebhook } from '../../src/webhooks/find.ts';
import { changeDetails, createWebhook, rotateWebhookSecret } from '../../src/webhooks/manage.ts';
import { createPump } from '../../src/webhooks/pump.ts';
import type { World } from '../../src/world.ts';
import { openStage, type Stage } from '../jobs/stage.ts';
import { everyEngine } from '../support/each-database.ts';
import { eventually } from '../support/eventually.ts';
import { openReceiver, type Receiver, status } from './receiver.ts';

const NOBODY = { id: null, source: { address: null, userAgent: null } };
const ALLOW = { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' };
const GROUPS = ['application'];
const HOUR = 3600;

interface Moving extends Stage {
  readonly id: number;
  /** The address that is called first; it answers when the test does. */
  readonly former: Receiver;
  readonly held: ServerResponse[];
  readonly fresh: Receiver;
}

function onEachEngine(body: (stage: Moving) => Promise<void>): () => Promise<void> {
  return () =>
    everyEngine(async (engine) => {
      const stage = await openStage(engine, ALLOW);
      const held: ServerResponse[] = [];
      const [former, fresh] = [await openReceiver((response) => void held.push(response)), await openReceiver()];
      const made = await createWebhook(
        stage.first,
        { scope: null, details: { url: former.url, groups: GROUPS } },
        NOBODY,
      );
      assert.ok(made.ok);
      await body({ ...stage, id: made.value.webhook.id, former, held, fresh });
    });
}

async function happen(world: World, clientId = 5): Promise<void> {
  const about = { clientId, accountId: 7, detail: 'x' };
  await world.database.write([report(world, NOBODY.source, 'application.changed', about)]);
}

async function move({ second, id, fresh }: Moving): Promise<void> {
  const details = { url: fresh.url, groups: GROUPS };
  assert.ok((await changeDetails(second, { scope: null, id, details }, NOBODY)).ok);
}

/** Calls what is due, does something while the address has not answered yet, and lets it answer. */
async function answerAfter({ first, held }: Moving, code: number, meanwhile: () => Promise<unknown>): Promise<void> {
  const before = held.length;
  const sending = createPump(first).sendDue();
  await eventually('the address is called', () => held.length > before);
  await meanwhile();
  held.at(-1)?.writeHead(code).end();
  await sending;
}

test(
  'an address that was changed on the way is not switched off by the 410 of the former one, and is sent what it refused',
  onEachEngine(async (stage) => {
    await happen(stage.first);
    await answerAfter(stage, 410, () => move(stage));
    stage.pass(1);
    await createPump(stage.second).sendDue();

    const now = await findAnyWebhook(stage.first, stage.id);
    assert.deepEqual([now?.url, now?.offAt, now?.offBecause], [stage.fresh.url, null, null]);
    assert.equal(stage.fresh.got.length, 1);
  }),
);

test(
  'neither a failure nor a success of the former address is told of the new one',
  onEachEngine(async (stage) => {
    for (const code of [500, 200]) {
      await happen(stage.first, code);
      await answerAfter(stage, code, () => move(stage));
      const now = await findAnyWebhook(stage.first, stage.id);
      assert.deepEqual([now?.failingSince, now?.deliveredAt], [null, null], String(code));
      const details = { url: stage.former.url, groups: GROUPS };
      assert.ok((await changeDetails(stage.first, { scope: null, id: stage.id, details }, NOBODY)).ok);
    }
  }),
);

test(
  'the days in which a former address failed do not count for the new one',
  onEachEngine(async (stage) => {
    const { first, former, fresh, pass } = stage;
    former.answer = status(500);
    fresh.answer = status(500);
    await happen(first, 1);
    for (let hours = 0; hours < 70; hours += 5) {
      await createPump(first).sendDue();
      pass(5 * HOUR);
    }
    assert.notEqual((await findAnyWebhook(first, stage.id))?.failingSince, null);
    await move(stage);
    await happen(first, 2);
    pass(5 * HOUR);
    await createPump(first).sendDue();

    const now = await findAnyWebhook(first, stage.id);
    assert.ok(fresh.got.length > 0);
    assert.deepEqual([now?.offAt, now?.failingSince], [null, first.now()]);
  }),
);

test(
  'a secret that was replaced on the way is not judged by the answer to the former one: it is sent again under the new one',
  onEachEngine(async (stage) => {
    const { first, second, former, id } = stage;
    await happen(first);
    await answerAfter(stage, 410, async () => {
      assert.ok((await rotateWebhookSecret(second, { scope: null, id }, NOBODY)).ok);
      former.answer = status(200);
    });

    const now = await findAnyWebhook(first, id);
    assert.deepEqual([now?.offAt, now?.deliveredAt], [null, first.now()]);
    assert.equal(former.got.length, 2);
    assert.notEqual(former.got[0]?.signature, former.got[1]?.signature);
  }),
);

test(
  'an address that failed for days is not switched off where it has just taken something else',
  onEachEngine(async (stage) => {
    const { first, second, former, id, pass } = stage;
    const hold = former.answer;
    former.answer = status(500);
    await happen(first, 1);
    for (let hours = 0; hours < 70; hours += 5) {
      await createPump(first).sendDue();
      pass(5 * HOUR);
    }
    pass(5 * HOUR);
    former.answer = hold;
    await answerAfter(stage, 500, async () => {
      former.answer = status(200);
      await happen(second, 2);
      await createPump(second).sendDue();
    });

    const now = await findAnyWebhook(first, id);
    assert.equal(now?.offAt, null);
    assert.notEqual(now?.deliveredAt, null);
  }),
);
