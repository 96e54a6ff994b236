/** GET /api/users/whoami: the account behind a bearer token. */
import { limitFailures } from '../grants/exchange.ts';
import { jsonReply } from '../http/json.ts';
import type { Reply, Request } from '../http/request.ts';
import { whoamiBody } from '../protocol/whoami.ts';
import { admit } from '../tokens/guard.ts';
import type { World } from '../world.ts';
import { bearerRefusalReply, lacksUserAgent, refusalReply } from './client-answers.ts';

const NEEDS = { scope: [], account: true } as const;

export async function whoami(request: Request, world: World): Promise<Reply> {
  if (lacksUserAgent(world, request)) return refusalReply(world, request, { reason: 'user_agent_missing' });
  const admitted = await admit(world, request.headers.authorization, request.source, NEEDS);
  if (!admitted.ok) {
    // SPEC D24: invented tokens are counted per network; a valid one is never slowed down by them.
    const isGuess = admitted.refusal.reason === 'token_invalid';
    const limited = isGuess ? limitFailures(world, request.source, { reason: 'client_unknown' }) : undefined;
    if (limited && !limited.ok && limited.refusal.reason === 'rate_limited') {
      return refusalReply(world, request, limited.refusal);
    }
    return bearerRefusalReply(world, admitted.refusal);
  }
  const { held, scope } = admitted.value;
  return jsonReply(200, whoamiBody({ ...held, id: held.accountId ?? 0 }, { scope, url: world.settings.url }), {
    vary: 'Authorization',
  });
}
