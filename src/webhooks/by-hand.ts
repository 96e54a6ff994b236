/** What people do about deliveries: send one again, or send a test to see whether the receiver works. */
import type { Source } from '../protocol/event.ts';
import { attempt, stale } from '../storage/database.ts';
import { findDelivery as findRow, insertTest, lastNoted, sendAgain } from '../storage/tables/webhooks/deliveries.ts';
import { OF_ALL_EVENTS } from '../storage/tables/webhooks/webhooks.ts';
import type { World } from '../world.ts';
import type { Webhook } from './find.ts';

type AgainOutcome = 'sent' | 'unknown' | 'off' | 'too_soon';

/** Between two attempts that somebody asks for. */
const PAUSE_SECONDS = 60;

interface Again {
  readonly id: string;
  readonly source: Source;
}

/** It is sent by whichever instance looks next. However often this is asked, it is once in a minute. */
export async function sendDeliveryAgain(world: World, webhook: Webhook, { id, source }: Again): Promise<AgainOutcome> {
  if (webhook.offAt !== null) return 'off';
  return await attempt<AgainOutcome>(async () => {
    const row = await findRow(world.database, webhook.id, id);
    if (!row) return 'unknown';
    const now = world.now();
    const notSince = now - PAUSE_SECONDS;
    const isRecent = row.attemptedAt !== null && row.attemptedAt > notSince;
    if (row.lease !== null || isRecent || (row.doneAt === null && row.dueAt <= now)) return 'too_soon';
    return (await world.database.write([sendAgain(row, { now, notSince, source })])) === null ? stale : 'sent';
  });
}

/** Answers the id of the delivery; undefined where the webhook is off. */
export async function sendTest(world: World, webhook: Webhook, source: Source): Promise<string | undefined> {
  if (webhook.offAt !== null) return undefined;
  return await attempt<string>(async () => {
    const id = `${world.nextId()}.${webhook.id}`;
    const clientId = webhook.clientKey === OF_ALL_EVENTS ? null : webhook.clientKey;
    const noted = (await lastNoted(world.database, webhook.id)) + 1;
    const written = await world.database.write([
      insertTest({ id, webhookId: webhook.id, clientId, noted, now: world.now(), source }),
    ]);
    return written === null ? stale : id;
  });
}
