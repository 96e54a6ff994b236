/** How a protected endpoint says no to a bearer token: counted where it was a guess, recorded for the owner, answered. */
import { overLimit } from '../../events/refusal-record.ts';
import type { Reply, Request } from '../../http/route.ts';
import { spendFailure } from '../../limits/failures.ts';
import { ALLOWED } from '../../protocol/limits.ts';
import type { Resource } from '../../protocol/resources/resource.ts';
import type { BearerRefusal } from '../../tokens/guard.ts';
import type { World } from '../../world.ts';
import { bearerRefusalReply } from './answers.ts';
import { recordBearer, refuseCall, sentOf } from './refused.ts';

/** SPEC D24: invented tokens are counted per network; one that is valid, or was once, is never slowed down by them. */
export async function refuseBearer(
  world: World,
  request: Request,
  endpoint: 'whoami' | 'check',
  refusal: BearerRefusal,
  resource: Resource | null = null,
): Promise<Reply> {
  const sent = sentOf(request, endpoint);
  const isGuess = refusal.reason === 'token_invalid' && refusal.isGuess;
  const allowance = isGuess ? await spendFailure(world, request.source) : ALLOWED;
  if (!allowance.allowed) {
    // A proxy understands 401 and 403; what is over the limit is still no good, and leaves no record.
    if (endpoint === 'check') return bearerRefusalReply(world, refusal, resource);
    return refuseCall(world, request, sent, { ...overLimit(allowance), isWritten: true });
  }
  world.metrics.countRefusal(endpoint, refusal.reason);
  const client = 'judged' in refusal ? refusal.judged?.clientPublicId : undefined;
  world.metrics.clients?.countRefused(client, { endpoint, isLimited: false, isProven: true });
  recordBearer(world, request, sent, refusal);
  return bearerRefusalReply(world, refusal, resource);
}
