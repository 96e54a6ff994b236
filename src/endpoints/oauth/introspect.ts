/** POST /oauth/introspect: a client asks about a token of its own, a resource about one that is for it (RFC 7662). */

import type { AuthenticatedClient } from '../../clients/authenticate.ts';
import { type RefusalRecord, unwritten } from '../../events/refusal-record.ts';
import { authenticateCall, type ClientCall, type IdentifiedCaller } from '../../grants/exchange.ts';
import { oneTokenParameters } from '../../grants/registry.ts';
import { authenticateResource, claimsResource } from '../../grants/resource-caller.ts';
import { readForm } from '../../http/reading/form-body.ts';
import { jsonReply } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { perKeptRecord } from '../../per-record.ts';
import { andThen } from '../../protocol/result.ts';
import { readAccessAhead } from '../../tokens/inspect.ts';
import { introspect as examine, type Introspected, introspectFor } from '../../tokens/introspect.ts';
import type { World } from '../../world.ts';
import { callOf, refuseCall, sentOf } from './refused.ts';

export const introspect: Handler = (request, world) => {
  const form = readForm(request, world.settings, oneTokenParameters);
  if (!form.ok) return refuseCall(world, request, sentOf(request, 'introspect'), unwritten(form.refusal));
  const call = callOf(request, 'introspect', form.value);
  const token = form.value.get('token');
  const refused = (because: RefusalRecord) => refuseCall(world, request, call, because);
  const ahead = readAccessAhead(world, token ?? '');
  return claimsResource(call)
    ? answerResource(world, call, { token, ahead, refused })
    : andThen(authenticateCall(world, call), (client) => answerClient(world, client, { token, ahead, refused }));
};

interface Asked {
  readonly token: string | undefined;
  readonly ahead: ReturnType<typeof readAccessAhead>;
  refused(because: RefusalRecord): Reply;
}

function answerClient(world: World, identified: IdentifiedCaller, asked: Asked): Reply | Promise<Reply> {
  const { token, ahead, refused } = asked;
  if (!identified.ok) return refused(identified.refusal);
  const { value: client } = identified;
  // RFC 7662 §2.1: the caller proves who it is, and a public client cannot.
  if (!client.isConfidential) return refused(unwritten({ reason: 'client_secret_missing' }, client));
  if (token === undefined) return refused(unwritten({ reason: 'parameter_missing', parameter: 'token' }, client));
  return andThen(examine(world, token, client.id, ahead), (description) => replyToClient(description, client));
}

async function answerResource(world: World, call: ClientCall, { token, ahead, refused }: Asked): Promise<Reply> {
  const resource = await authenticateResource(world, call);
  if (!resource.ok) return refused(resource.refusal);
  if (token !== undefined) return replyWith(await introspectFor(world, token, resource.value, ahead));
  return refused(unwritten({ reason: 'parameter_missing', parameter: 'token' }));
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
