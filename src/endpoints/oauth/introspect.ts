/** POST /oauth/introspect: a confidential client asks about a token of its own (RFC 7662). */
import { unwritten } from '../../events/refusal-record.ts';
import { authenticateCall } from '../../grants/exchange.ts';
import { readForm } from '../../http/reading/form-body.ts';
import { jsonReply } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { perRecord } from '../../per-record.ts';
import { introspect as examine, type Introspected } from '../../tokens/introspect.ts';
import { callOf, refuseCall, sentOf } from './refused.ts';

export const introspect: Handler = async (request, world) => {
  const form = readForm(request, world.settings);
  if (!form.ok) return refuseCall(world, request, sentOf(request, 'introspect'), unwritten(form.refusal));
  const call = callOf(request, 'introspect', form.value);
  const client = await authenticateCall(world, call);
  if (!client.ok) return refuseCall(world, request, call, client.refusal);
  // RFC 7662 §2.1: the caller proves who it is, and a public client cannot.
  if (!client.value.isConfidential)
    return refuseCall(world, request, call, unwritten({ reason: 'client_secret_missing' }, client.value));
  const token = form.value.get('token');
  if (token === undefined) {
    return refuseCall(
      world,
      request,
      call,
      unwritten({ reason: 'parameter_missing', parameter: 'token' }, client.value),
    );
  }
  return replyWith(await examine(world, token, client.value.id));
};

/** A description is itself made once for each record. */
const replyWith = perRecord((description: Introspected): Reply => Object.freeze(jsonReply(200, description)));
