/** GET /api/users/whoami: the account behind a bearer token. */

import { unwritten } from '../../events/refusal-record.ts';
import { JSON_TYPE } from '../../http/replying/replies.ts';
import type { Handler, Reply, Request } from '../../http/route.ts';
import { perKeptRecord } from '../../per-record.ts';
import { andThen } from '../../protocol/result.ts';
import { whoamiBody } from '../../protocol/tokens/answers.ts';
import { createGuard, type Decision } from '../../tokens/guard.ts';
import type { TokenRecord } from '../../tokens/inspect.ts';
import type { World } from '../../world.ts';
import { lacksUserAgent } from './answers.ts';
import { refuseBearer } from './bearer-refused.ts';
import { refuseCall, sentOf } from './refused.ts';

const admit = createGuard({ scope: [], uses: ['profile', 'email'], account: true, resource: null });
const HEADERS = Object.freeze({ 'Content-Type': JSON_TYPE, Vary: 'Authorization' });

export const whoami: Handler = (request, world) => {
  if (lacksUserAgent(world, request)) {
    return refuseCall(world, request, sentOf(request, 'whoami'), unwritten({ reason: 'user_agent_missing' }));
  }
  const admitted = admit(world, request.headers.authorization, request.source);
  return andThen(admitted, (decision) => answer(request, world, decision));
};

function answer(request: Request, world: World, admitted: Decision): Reply | Promise<Reply> {
  return admitted.ok
    ? replyFor(admitted.value.record, { world, scope: admitted.value.scope })
    : refuseBearer(world, request, 'whoami', admitted.refusal);
}

const replyFor = perKeptRecord((record: TokenRecord, { world, scope }: ReplyContext): Reply => {
  const { url } = world.settings;
  const isWhole = record.wholeProfileAt !== null || !hasProfileScope(world);
  const body = whoamiBody(record, { id: record.accountId ?? 0, scope, isWhole, url });
  const { clientId, clientPublicId: client, familyId } = record;
  const activity = { clientId, kind: 'identity', familyId } as const;
  return { status: 200, headers: HEADERS, body: JSON.stringify(body), client, activity };
});

/** An operator who removed the scope from the catalogue has nothing by which the profile could be asked for. */
function hasProfileScope({ settings }: World): boolean {
  return Object.hasOwn(settings.scopes, 'profile');
}

interface ReplyContext {
  readonly world: World;
  /** Made from the same record. */
  readonly scope: readonly string[];
}
