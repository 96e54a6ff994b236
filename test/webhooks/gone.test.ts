/** Proves that an address which says that it is gone is believed, whatever else it says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report } from '../../src/events/report.ts';
import { findAnyWebhook } from '../../src/webhooks/find.ts';
import { createWebhook } from '../../src/webhooks/manage.ts';
import { createPump } from '../../src/webhooks/pump.ts';
import { openStage } from '../jobs/stage.ts';
import { everyEngine } from '../support/each-database.ts';
import { openReceiver } from './receiver.ts';

const NOBODY = { id: null, source: { address: null, userAgent: null } };
const ALLOW = { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' };
const MORE_THAN_IS_READ = 'a'.repeat(100_000);

test('an address that answers 410 with a long page, or breaks off within it, is switched off', () =>
  everyEngine(async (engine) => {
    const { first } = await openStage(engine, ALLOW);
    const long = await openReceiver((response) => void response.writeHead(410).end(MORE_THAN_IS_READ));
    const broken = await openReceiver((response) => {
      response.writeHead(410, { 'content-length': '10' });
      response.write('gone', () => response.destroy());
    });
    const made = await Promise.all(
      [long, broken].map(({ url }) =>
        createWebhook(first, { scope: null, details: { url, groups: ['application'] } }, NOBODY),
      ),
    );
    const about = { clientId: 5, accountId: 7, detail: 'x' };
    await first.database.write([report(first, NOBODY.source, 'application.changed', about)]);

    await createPump(first).sendDue();

    for (const each of made) {
      assert.ok(each.ok);
      assert.equal((await findAnyWebhook(first, each.value.webhook.id))?.offBecause, 'gone');
    }
  }));
