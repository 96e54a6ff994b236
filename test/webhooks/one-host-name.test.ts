/** Proves that webhooks whose addresses share a host name do not hold each other up. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { report } from '../../src/events/report.ts';
import { createWebhook } from '../../src/webhooks/manage.ts';
import { createPump } from '../../src/webhooks/pump.ts';
import type { World } from '../../src/world.ts';
import { openStage } from '../jobs/stage.ts';
import { everyEngine } from '../support/each-database.ts';
import { eventually } from '../support/eventually.ts';
import { openReceiver, type Receiver } from './receiver.ts';

const NOBODY = { id: null, source: { address: null, userAgent: null } };
const SLOW = 2;

async function hook(world: World, url: string): Promise<void> {
  const details = { url, groups: ['application'] };
  const made = await createWebhook(world, { scope: null, details }, NOBODY);
  assert.ok(made.ok, JSON.stringify(made));
}

const happen = (world: World, clientId: number) =>
  world.database.write([report(world, NOBODY.source, 'application.changed', { clientId, accountId: 7 })]);

/** Another port of the same name, as behind a gateway that many share. */
function besides({ url }: Receiver, { url: shared }: Receiver): string {
  const address = new URL(url);
  address.hostname = new URL(shared).hostname;
  return address.href;
}

test('receivers that are silent leave places to another one on the same host name', () =>
  everyEngine(async (engine) => {
    const { first } = await openStage(engine, { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' });
    const open: ServerResponse[] = [];
    const silent: Receiver[] = [];
    while (silent.length < SLOW) silent.push(await openReceiver((response) => open.push(response)));
    const [shared] = silent;
    const other = await openReceiver();
    assert.ok(shared);
    for (const each of silent) await hook(first, besides(each, shared));
    await hook(first, besides(other, shared));
    for (let subject = 1; subject <= 6; subject += 1) await happen(first, subject);
    const sending = createPump(first).sendDue();

    await eventually('the other one has got all', () => other.got.length === 6);
    assert.equal(open.length, 4 * SLOW);

    for (const each of silent) each.answer = (response) => response.end();
    for (const response of open) response.end();
    await sending;
  }));
