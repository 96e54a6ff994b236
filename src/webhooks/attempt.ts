/** One attempt to deliver: signs, calls, judges the answer, and writes down what became of it. */
import { report } from '../events/report.ts';
import { signWebhook } from '../keys/webhook-signature.ts';
import { call, type OutboundResult } from '../outbound/call.ts';
import { NOWHERE } from '../protocol/event.ts';
import { continueTrace } from '../protocol/traceparent.ts';
import { judgeAttempt, type Verdict } from '../protocol/webhooks/attempt.ts';
import { liveSecrets } from '../protocol/webhooks/former-secrets.ts';
import { payloadOf } from '../protocol/webhooks/payload.ts';
import { traceOf } from '../protocol/webhooks/trace.ts';
import type { Sql } from '../storage/sql.ts';
import {
  type Answered,
  type Destination,
  endDelivery,
  type HeldDelivery,
  postponeDelivery,
  releaseDelivery,
} from '../storage/tables/webhooks/deliveries.ts';
import { callNext } from '../storage/tables/webhooks/lines.ts';
import {
  noteDelivered,
  noteFailed,
  OF_ALL_EVENTS,
  switchFailingOff,
  switchOff,
} from '../storage/tables/webhooks/webhooks.ts';
import type { World } from '../world.ts';
import { hostOf } from './draft.ts';
import { audienceOf } from './find.ts';

/** So much of an answer is kept and shown. */
const ANSWER_BYTES = 1024;
/** Where all places for calls are taken, the next try is soon and does not count. */
const BUSY_SECONDS = 1;

/** Resolves when it is written down; throws only what storage throws, and then the lease ends by itself. */
export async function attemptDelivery(
  world: World,
  to: Destination,
  held: HeldDelivery,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const result = await send(world, to, { held, signal });
  const now = world.now();
  if (!result.ok && (result.refusal.reason === 'too_many_calls' || result.refusal.reason === 'aborted')) {
    await world.database.write([releaseDelivery(held, now + BUSY_SECONDS)]);
    return;
  }
  const answered: Answered = {
    at: now,
    tookMs: Math.round(performance.now() - began),
    status: (result.ok ? result.value : result.refusal).status ?? null,
    answer: result.ok ? readable(result.value.body) : `${result.refusal.reason}: ${result.refusal.detail}`,
  };
  const verdict = judgeAttempt({
    status: result.ok ? result.value.status : goneOf(result.refusal.status),
    retryAfter: result.ok ? result.value.headers['retry-after'] : undefined,
    attempts: held.attempts,
    triesSince: held.triesSince,
    failingSince: to.failingSince,
    now,
    chance: world.randomBytes(4).readUInt32BE() / 2 ** 32,
  });
  await conclude(world, { to, held, answered, verdict });
}

/** An address that says it is gone is believed, also where its page was too long to read or broke off. */
function goneOf(status: number | undefined): number | undefined {
  return status === 410 ? status : undefined;
}

/** The same id at every attempt: by it a receiver knows a repetition. */
export function messageIdOf({ id }: { readonly id: string }): string {
  return `msg_${id.replace('.', '_')}`;
}

function send(
  world: World,
  to: Destination,
  { held, signal }: { readonly held: HeldDelivery; readonly signal: AbortSignal },
): Promise<OutboundResult> {
  const id = messageIdOf(held);
  const timestamp = world.now();
  const audience = audienceOf(to);
  const body = payloadOf(held, audience);
  const trace = traceOf(held, { audience, confidentialSince: to.confidentialSince });
  return call(world, {
    url: to.url,
    party: to.ownerId === null ? `webhook ${to.id}` : `owner ${to.ownerId}`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook({ id, timestamp, body }, liveSecrets(to, timestamp)),
      ...(trace === null ? {} : { traceparent: continueTrace(trace, world.randomBytes) }),
    },
    body,
    signal,
  });
}

interface Concluded {
  readonly to: Destination;
  readonly held: HeldDelivery;
  readonly answered: Answered;
  readonly verdict: Verdict;
}

async function conclude(world: World, { to, held, answered, verdict }: Concluded): Promise<void> {
  const { at } = answered;
  if (verdict.kind === 'delivered') {
    await world.database.write([endDelivery(held, 'delivered', answered), callNext(held, at), noteDelivered(to, at)]);
    return;
  }
  if (verdict.kind === 'given up') {
    await world.database.write([endDelivery(held, 'failed', answered), callNext(held, at), noteFailed(to, at)]);
    return;
  }
  const postponed = [postponeDelivery(held, verdict.dueAt, answered)];
  if (verdict.switchOff === undefined) {
    await world.database.write([...postponed, noteFailed(to, at)]);
    return;
  }
  const isFailing = verdict.switchOff === 'failing';
  const off = isFailing ? switchFailingOff(to, at) : switchOff(to, verdict.switchOff, at);
  // Null where somebody was quicker to switch it off, or it is no longer what failed: the attempt is written down all the same.
  const written = await world.database.write([...postponed, off, toldOff(world, to, verdict.switchOff)]);
  if (written === null) await world.database.write(postponed);
}

/** The service did it, so it comes from nowhere. */
function toldOff(world: World, { clientKey, ownerId, url }: Destination, because: string): Sql {
  const clientId = clientKey === OF_ALL_EVENTS ? null : clientKey;
  const why = because === 'gone' ? 'it answered 410' : 'nothing could be delivered for three days';
  return report(world, NOWHERE, 'webhook.switched_off', {
    clientId,
    accountId: ownerId,
    detail: `${hostOf(url)}: ${why}`,
  });
}

/** Text that a page and both databases can hold. */
function readable(body: Buffer): string {
  const text = new TextDecoder().decode(body.subarray(0, ANSWER_BYTES));
  return text.replace(/[^\P{C}\n\t]/gu, '\ufffd');
}
