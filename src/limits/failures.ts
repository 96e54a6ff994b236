/** Failed requests of one network, such as wrong client secrets and unknown tokens, counted in this process. */
import type { Source } from '../protocol/event.ts';
import { networkOf } from '../protocol/limits.ts';
import type { Refusal } from '../protocol/refusal.ts';
import type { World } from '../world.ts';

const MINUTE_SECONDS = 60;

/**
 * SPEC D24: failures count per network. Answers the refusal that replaces the failure's own once there were too many.
 * Only failures are slowed down; successful requests are not affected.
 */
export function limitFailures(world: World, source: Source): Refusal | undefined {
  const limit = { most: world.settings.failuresPerNetwork, windowSeconds: MINUTE_SECONDS };
  const allowance = world.counters.spend(`failure:${networkOf(source.address ?? '')}`, limit, world.now());
  return allowance.allowed ? undefined : { reason: 'rate_limited', retryAfterSeconds: allowance.retryAfterSeconds };
}
