/** Whose trace a delivery goes on with. */
import type { Audience } from './payload.ts';

interface TracedDelivery {
  readonly kind: string;
  readonly happenedAt: number;
  /** Of the request that asked to send it by hand. */
  readonly askedUnder: string | null;
  /** Of the request that caused the event. */
  readonly causedUnder: string | null;
}

interface Receiver {
  readonly audience: Audience;
  /** Since when the application keeps a secret; null where it does not, or there is no application. */
  readonly confidentialSince: number | null;
}

export function traceOf(delivery: TracedDelivery, receiver: Receiver): string | null {
  return delivery.askedUnder ?? (mayKnow(receiver, delivery) ? delivery.causedUnder : null);
}

/**
 * A browser that stays in one trace would tell the owners of two applications that they have the same user. So owners get what
 * their application or its management caused, as with addresses (clients/view.ts): nothing that its users did, nor what it
 * sent from their devices, where it keeps no secret.
 */
function mayKnow({ audience, confidentialSince }: Receiver, { kind, happenedAt }: TracedDelivery): boolean {
  if (audience === 'administrator') return true;
  if (/^(?:application|webhook)\./.test(kind)) return true;
  if (!/^(?:code|token)\./.test(kind) || kind === 'code.issued') return false;
  return confidentialSince !== null && happenedAt >= confidentialSince;
}
