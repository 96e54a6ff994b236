/** POST /oauth/revoke: a client ends a token it holds (RFC 7009). */
import { unwritten } from '../../events/refusal-record.ts';
import { authenticateCall } from '../../grants/exchange.ts';
import { oneTokenParameters } from '../../grants/registry.ts';
import { readForm } from '../../http/reading/form-body.ts';
import { jsonReply } from '../../http/replying/replies.ts';
import type { Handler } from '../../http/route.ts';
import { revokeToken } from '../../tokens/revoke.ts';
import { callOf, refuseCall, sentOf } from './refused.ts';

export const revoke: Handler = async (request, world) => {
  const form = readForm(request, world.settings, oneTokenParameters);
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
      unwritten({ reason: 'parameter_missing', parameter: 'token' }, client.value),
    );
  }
  await revokeToken(world, token, client.value.id, request.source);
  // RFC 7009 §2.2: the same answer whether there was such a token or not; an empty object suits JSON readers.
  const activity = { clientId: client.value.id, kind: 'revoked', familyId: null } as const;
  return { ...jsonReply(200, {}), client: client.value.publicId, activity };
};
