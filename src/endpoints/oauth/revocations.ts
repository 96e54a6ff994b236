/** GET /oauth/revocations: a resource hears what has ended of the tokens that are for it, as server-sent events. */
import { unwritten } from '../../events/refusal-record.ts';
import { authenticateResource } from '../../grants/resource-caller.ts';
import type { Handler, Stream } from '../../http/route.ts';
import { createForm } from '../../protocol/form.ts';
import { proveResource } from '../../resources/authenticate.ts';
import { listenersOf } from '../../tokens/feed-listeners.ts';
import { callOf, refuseCall } from './refused.ts';

/** Nothing on the way may keep events back or remember them. */
const HEADERS = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
const FULL_SECONDS = 10;
const LAST_WORDS = 'retry: 1000\n\n';

/** Only by Basic: an address and its query stand in logs. */
export const revocations: Handler = async (request, world) => {
  const call = callOf(request, 'revocations', createForm([]));
  const proven = await authenticateResource(world, call);
  if (!proven.ok) return refuseCall(world, request, call, proven.refusal);
  const resource = proven.value;
  const { basic } = call;
  const claim = basic.ok ? basic.value : { clientId: '', secret: '' };
  const place = listenersOf(world.database, world).offerPlace(resource);
  if (!place) {
    world.metrics.countLimited('listeners');
    const because = { reason: 'rate_limited', retryAfterSeconds: FULL_SECONDS } as const;
    return refuseCall(world, request, call, { ...unwritten(because), isWritten: true });
  }
  const since = lastEventId(request.headers['last-event-id']);
  const prove = async () => {
    const again = await proveResource(world, claim);
    return again.ok ? again.value : undefined;
  };
  let joined: { leave(): void } | undefined;
  const stream = {
    open: (opened: Stream) => {
      joined = place.join({ since, prove, ...opened });
    },
    close: () => joined?.leave(),
    lastWords: LAST_WORDS,
  };
  return { status: 200, headers: HEADERS, client: resource.publicId, stream };
};

function lastEventId(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join() : header;
}
