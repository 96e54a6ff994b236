/** Runs an operation of the management API: who calls, how often, what is asked; then the act, or an earlier answer. */
import { spendAct } from '../../clients/act-limits.ts';
import { findClient } from '../../clients/find.ts';
import type { Handler, Reply, Request } from '../../http/route.ts';
import { findAnswered, happensOnce, type NamedRequest } from '../../limits/once.ts';
import { onBehalfOf } from '../../on-behalf.ts';
import { fitsTag, isMarked, isTagList } from '../../protocol/api/paging.ts';
import { accept, type Result } from '../../protocol/result.ts';
import type { World } from '../../world.ts';
import { type Caller, identify, tooMany, withChallenge } from './caller.ts';
import type { Call, Operation } from './operation.ts';
import { type ApiProblem, answerReply, problem, problemReply, replayReply, unreadableHeader } from './replies.ts';
import { askedOf, readJsonBody, readKey, readParameters, readQuery } from './requests.ts';

/** In this order: who calls, how often, where, what; only then is anything looked up. */
export function handlerOf(described: Operation): Handler {
  return async (request, world) => {
    const prepared = await prepare(described, request, world);
    if (!prepared.ok) return problemReply(prepared.refusal, request);
    const { call, named } = prepared.value;
    const client = call.caller.actor.application.publicId;
    const repeated = named && (await repeatedReply(world, named, request, client));
    if (repeated) return repeated;
    const limited = await spendLimit(described, call);
    if (!limited.ok) return problemReply(limited.refusal, request);
    const outcome = await onBehalfOf(askerOf(call.caller), () => described.run(call));
    if (outcome !== 'answered' && outcome.ok) return answerReply(described.answer.status, outcome.value, client);
    // What its twin made a moment ago may be the very thing that is in the way: a name that is taken, a limit reached.
    const reply = named && (await repeatedReply(world, named, request, client));
    if (reply) return reply;
    if (outcome === 'answered') return problemReply({ name: 'unavailable', headers: { 'Retry-After': '1' } }, request);
    return problemReply(withChallenge(world, withMark(outcome.refusal, request)), request);
  };
}

/** With the pages of the same account; an application that manages everything works for nobody else. */
function askerOf({ managesAll, actor }: Caller): string {
  return managesAll ? `application ${actor.application.id}` : `account ${actor.id}`;
}

/** Whoever reads that it was changed would read it again, and the proxy would mark that tag too. */
function withMark(refusal: ApiProblem, { headers }: Request): ApiProblem {
  const isTold = refusal.name === 'stale' && isMarked(headers['if-match'] ?? '');
  return isTold ? { ...refusal, detail: MARKED } : refusal;
}

const MARKED =
  'A proxy that compresses answers has changed this ETag (W/"17", "17-gzip"), and If-Match compares tags as they are. Send "17", or have the proxy leave /api/v1 uncompressed.';

const TAG_FORM = 'It is the ETag as it was read, with its quotation marks: If-Match: "17".';

interface Prepared {
  readonly call: Call;
  readonly named: NamedRequest | undefined;
}

async function prepare(described: Operation, request: Request, world: World): Promise<Result<Prepared, ApiProblem>> {
  const caller = await identify(world, request, described.needs);
  if (!caller.ok) return caller;
  const { actor } = caller.value;
  const sender = `${actor.application.id}/${caller.value.managesAll ? '' : actor.id}`;
  const own = (await findClient(actor.application.publicId, world))?.limits.api_requests;
  const limit = { most: own ?? world.settings.apiRequestsPerCaller, windowSeconds: 60 };
  const allowance = await world.counters.spend(`api:${sender}`, limit, world.now());
  if (!allowance.allowed) return tooMany(world, allowance.retryAfterSeconds);
  const parameters = readParameters(described, request);
  if (!parameters.ok) return parameters;
  const query = readQuery(described, request);
  if (!query.ok) return query;
  const body = readJsonBody(described, request);
  if (!body.ok) return body;
  const key = readKey(described, request);
  if (!key.ok) return key;
  const ifMatch = request.headers['if-match'];
  if (described.isConditional && ifMatch === undefined) return problem('precondition-required');
  if (described.isConditional && ifMatch !== undefined && !isTagList(ifMatch))
    return unreadableHeader('If-Match', TAG_FORM);
  const asked = askedOf(described, request, body.value);
  const named = key.value === undefined ? undefined : { sender, key: key.value, asked };
  const call: Call = {
    world,
    request,
    caller: caller.value,
    parameters: parameters.value,
    query: query.value,
    body: body.value,
    isFor: (tag) => ifMatch !== undefined && fitsTag(ifMatch, tag),
    once: (creationOf) => (named ? { once: happensOnce(world, named, creationOf) } : {}),
  };
  return accept({ call, named });
}

async function repeatedReply(
  world: World,
  named: NamedRequest,
  request: Request,
  client: string,
): Promise<Reply | undefined> {
  const known = await findAnswered(world, named);
  if (known === 'other') return problemReply({ name: 'idempotency-key-reused' }, request);
  if (known === 'erased') {
    return problemReply({ name: 'conflict', detail: 'What this Idempotency-Key created has been deleted.' }, request);
  }
  return known && replayReply(known, client);
}

/** The same limits as on the pages, for the same accounts. An application with the right is limited by its requests alone. */
async function spendLimit({ limit }: Operation, { world, caller }: Call): Promise<Result<null, ApiProblem>> {
  if (limit === null || caller.managesAll) return accept(null);
  const allowance = await spendAct(world, limit, caller.actor.id);
  return allowance.allowed ? accept(null) : tooMany(world, allowance.retryAfterSeconds);
}
