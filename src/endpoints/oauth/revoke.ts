/** POST /oauth/revoke: a client ends a token it holds (RFC 7009). */
import { unwritten } from '../../events/refusal-record.ts';
import { authenticateCall } from '../../grants/exchange.ts';
import { readForm } from '../../http/reading/form-body.ts';
import { jsonReply } from '../../http/replying/json.ts';
import type { Reply, Request } from '../../http/request.ts';
import { revokeToken } from '../../tokens/revoke.ts';
import type { World } from '../../world.ts';
import { callOf, refuseCall, sentOf } from './refused.ts';

export async function revoke(request: Request, world: World): Promise<Reply> {
  const form = readForm(request, world.settings);
  if (!form.ok) return refuseCall(world, request, sentOf(request, 'revoke'), unwritten(form.refusal));
  const call = callOf(request, 'revoke', form.value);
  const client = await authenticateCall(world, call);
  if (!client.ok) return refuseCall(world, request, call, client.refusal);
  const token = form.value.get('token');
  if (token === undefined) {
    return refuseCall(
      world,
      request,
      call,
      unwritten({ reason: 'parameter_missing', parameter: 'token' }, client.value.id),
    );
  }
  await revokeToken(world, token, client.value.id, request.source);
  // RFC 7009 §2.2: the same answer whether there was such a token or not; an empty object suits JSON readers.
  return jsonReply(200, {});
}
