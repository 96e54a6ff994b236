/** Proves that every former secret of a webhook signs for its day, however soon it is rotated again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendTest } from '../../src/webhooks/by-hand.ts';
import { createWebhook, rotateWebhookSecret } from '../../src/webhooks/manage.ts';
import { createPump } from '../../src/webhooks/pump.ts';
import { openStage } from '../jobs/stage.ts';
import { everyEngine } from '../support/each-database.ts';
import { isGenuine, openReceiver } from './receiver.ts';

const NOBODY = { id: null, source: { address: null, userAgent: null } };
const HOUR = 3600;

test('a secret that is rotated again and again signs for its day each time, and the fifth time within one is refused', () =>
  everyEngine(async (engine) => {
    const { first, pass } = await openStage(engine, { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' });
    const receiver = await openReceiver();
    const details = { url: receiver.url, groups: ['application'] };
    const made = await createWebhook(first, { scope: null, details }, NOBODY);
    assert.ok(made.ok);
    const { webhook } = made.value;
    const secrets = [made.value.secret];
    const rotate = async () => {
      const rotated = await rotateWebhookSecret(first, { scope: null, id: webhook.id }, NOBODY);
      if (!rotated.ok) return rotated.refusal.reason;
      secrets.push(rotated.value.secret);
      return 'rotated';
    };
    const signing = async () => {
      await sendTest(first, webhook, NOBODY.source);
      await createPump(first).sendDue();
      const got = receiver.got.at(-1);
      assert.ok(got);
      assert.equal(got.signature.split(' ').length, secrets.filter((each) => isGenuine(got, each, first.now())).length);
      return secrets.map((each) => isGenuine(got, each, first.now()));
    };
    for (let time = 1; time <= 4; time += 1) {
      pass(5 * HOUR);
      assert.equal(await rotate(), 'rotated');
    }

    assert.deepEqual(await signing(), [true, true, true, true, true]);
    assert.equal(await rotate(), 'rotated_often');
    pass(10 * HOUR);
    assert.deepEqual(await signing(), [false, true, true, true, true]);
    assert.equal(await rotate(), 'rotated');
    pass(20 * HOUR);
    assert.deepEqual(await signing(), [false, false, false, false, true, true]);
  }));
