/** GET /api/users/whoami: the account behind a bearer token. */
import { unwritten } from '../../events/refusal-record.ts';
import { JSON_TYPE } from '../../http/replying/json.ts';
import type { Reply, Request } from '../../http/request.ts';
import { limitFailures } from '../../limits/failures.ts';
import { whoamiBody } from '../../protocol/tokens/answers.ts';
import { type Admission, admit, type BearerRefusal } from '../../tokens/guard.ts';
import type { TokenRecord } from '../../tokens/inspect.ts';
import type { World } from '../../world.ts';
import { bearerRefusalReply, lacksUserAgent } from './answers.ts';
import { recordBearer, refuseCall, sentOf } from './refused.ts';

const NEEDS = { scope: [], uses: ['profile', 'email'], account: true } as const;
const HEADERS = Object.freeze({ 'Content-Type': JSON_TYPE, Vary: 'Authorization' });

/** The answer is made once for each record read: while storage hands out the same record, nothing in it has changed. */
const replies = new WeakMap<TokenRecord, Reply>();

export async function whoami(request: Request, world: World): Promise<Reply> {
  if (lacksUserAgent(world, request)) {
    return refuseCall(world, request, sentOf(request, 'whoami'), unwritten({ reason: 'user_agent_missing' }));
  }
  const admitted = await admit(world, request.headers.authorization, request.source, NEEDS);
  return admitted.ok ? replyTo(world, admitted.value) : refusedReply(request, world, admitted.refusal);
}

function replyTo(world: World, { record, scope }: Admission): Reply {
  let reply = replies.get(record);
  if (reply === undefined) {
    const body = whoamiBody({ ...record, id: record.accountId ?? 0 }, { scope, url: world.settings.url });
    reply = Object.freeze({ status: 200, headers: HEADERS, body: JSON.stringify(body) });
    replies.set(record, reply);
  }
  return reply;
}

/** SPEC D24: invented tokens are counted per network; a valid one is never slowed down by them. */
function refusedReply(request: Request, world: World, refusal: BearerRefusal): Reply {
  const sent = sentOf(request, 'whoami');
  const isWritten = recordBearer(world, request, sent, refusal);
  const because = refusal.reason === 'token_invalid' ? limitFailures(world, request.source) : undefined;
  if (!because) return bearerRefusalReply(world, refusal);
  return refuseCall(world, request, sent, { because, provenClientId: undefined, isWritten });
}
