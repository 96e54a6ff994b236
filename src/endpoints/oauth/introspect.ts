/** POST /oauth/introspect: a confidential client asks about a token of its own (RFC 7662). */
import { unwritten } from '../../events/refusal-record.ts';
import { authenticateCall } from '../../grants/exchange.ts';
import { readForm } from '../../http/reading/form-body.ts';
import { jsonReply } from '../../http/replying/json.ts';
import type { Reply, Request } from '../../http/request.ts';
import { introspect as examine, type Introspected } from '../../tokens/introspect.ts';
import type { World } from '../../world.ts';
import { callOf, refuseCall, sentOf } from './refused.ts';

export async function introspect(request: Request, world: World): Promise<Reply> {
  const form = readForm(request, world.settings);
  if (!form.ok) return refuseCall(world, request, sentOf(request, 'introspect'), unwritten(form.refusal));
  const call = callOf(request, 'introspect', form.value);
  const client = await authenticateCall(world, call);
  if (!client.ok) return refuseCall(world, request, call, client.refusal);
  // RFC 7662 §2.1: the caller proves who it is, and a public client cannot.
  if (!client.value.isConfidential)
    return refuseCall(world, request, call, unwritten({ reason: 'client_secret_missing' }, client.value.id));
  const token = form.value.get('token');
  if (token === undefined) {
    return refuseCall(
      world,
      request,
      call,
      unwritten({ reason: 'parameter_missing', parameter: 'token' }, client.value.id),
    );
  }
  return replyWith(await examine(world, token, client.value.id));
}

const replies = new WeakMap<Introspected, Reply>();

/** Written once for each description that is handed out again. */
function replyWith(told: Introspected): Reply {
  let reply = replies.get(told);
  if (reply === undefined) {
    reply = Object.freeze(jsonReply(200, told));
    replies.set(told, reply);
  }
  return reply;
}
