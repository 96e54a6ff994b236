/** POST /oauth/introspect: a client asks about a token of its own, a resource about one that is for it (RFC 7662). */

import type { AuthenticatedClient } from '../../clients/authenticate.ts';
import { unwritten } from '../../events/refusal-record.ts';
import { authenticateCall, type ClientCall } from '../../grants/exchange.ts';
import { oneTokenParameters } from '../../grants/registry.ts';
import { authenticateResource, claimsResource } from '../../grants/resource-caller.ts';
import { readForm } from '../../http/reading/form-body.ts';
import { jsonReply } from '../../http/replying/replies.ts';
import type { Handler, Reply, Request } from '../../http/route.ts';
import { perKeptRecord } from '../../per-record.ts';
import { readAccessAhead } from '../../tokens/inspect.ts';
import { introspect as examine, type Introspected, introspectFor } from '../../tokens/introspect.ts';
import type { World } from '../../world.ts';
import { callOf, refuseCall, sentOf } from './refused.ts';

export const introspect: Handler = async (request, world) => {
  const form = readForm(request, world.settings, oneTokenParameters);
  if (!form.ok) return refuseCall(world, request, sentOf(request, 'introspect'), unwritten(form.refusal));
  const call = callOf(request, 'introspect', form.value);
  const token = form.value.get('token');
  const ahead = readAccessAhead(world, token ?? '');
  if (claimsResource(call)) return await answerResource(world, request, { ...call, token, ahead });
  const client = await authenticateCall(world, call);
  if (!client.ok) return refuseCall(world, request, call, client.refusal);
  // RFC 7662 §2.1: the caller proves who it is, and a public client cannot.
  if (!client.value.isConfidential)
    return refuseCall(world, request, call, unwritten({ reason: 'client_secret_missing' }, client.value));
  if (token === undefined) {
    return refuseCall(
      world,
      request,
      call,
      unwritten({ reason: 'parameter_missing', parameter: 'token' }, client.value),
    );
  }
  return replyToClient(await examine(world, token, client.value.id, ahead), client.value);
};

interface ResourceCall extends ClientCall {
  readonly token: string | undefined;
  readonly ahead: ReturnType<typeof readAccessAhead>;
}

async function answerResource(world: World, request: Request, call: ResourceCall): Promise<Reply> {
  const { token, ahead } = call;
  const resource = await authenticateResource(world, call);
  if (!resource.ok) return refuseCall(world, request, call, resource.refusal);
  if (token !== undefined) return replyWith(await introspectFor(world, token, resource.value, ahead));
  return refuseCall(world, request, call, unwritten({ reason: 'parameter_missing', parameter: 'token' }));
}

type Caller = Pick<AuthenticatedClient, 'id' | 'publicId'>;

/** Only its own client is told of a live token, so that reply can be kept; the other one is the same for everybody. */
function replyToClient(description: Introspected, caller: Caller): Reply {
  if (description.active === true) return replyToOwner(description, caller);
  return { ...replyWith(description), ...namedBy(caller) };
}

const replyToOwner = perKeptRecord(
  (description: Introspected, caller: Caller): Reply => ({ ...jsonReply(200, description), ...namedBy(caller) }),
);

function namedBy({ id: clientId, publicId: client }: Caller): Pick<Reply, 'client' | 'activity'> {
  return { client, activity: { clientId, kind: 'introspected', familyId: null } };
}

/** A description is itself made once for each record. */
const replyWith = perKeptRecord((description: Introspected): Reply => jsonReply(200, description));
