/** What every endpoint of clients does with a refusal: it is recorded for the owner, and answered with a link to it. */
import { findClient } from '../../clients/find.ts';
import {
  type Findings,
  type RefusalRecord,
  recordRefusalLater,
  type SentRequest,
  shortTraceOf,
} from '../../events/refusal-record.ts';
import type { ClientCall } from '../../grants/exchange.ts';
import type { Reply, Request } from '../../http/route.ts';
import { parseBasic } from '../../protocol/clients/identification.ts';
import type { Form } from '../../protocol/form.ts';
import { toWire } from '../../protocol/refusal.ts';
import type { Fact } from '../../protocol/refusals/facts.ts';
import { claimedClient, factsOfRefusal } from '../../protocol/refusals/facts-of-refusal.ts';
import type { RefusingEndpoint } from '../../protocol/refusals/refused-request.ts';
import { formatScope } from '../../protocol/scope.ts';
import { findingsOfBearer, findSentToken } from '../../tokens/bearer-facts.ts';
import type { BearerRefusal } from '../../tokens/guard.ts';
import type { World } from '../../world.ts';
import { refusalReply } from './answers.ts';

/**
 * Never called by pages, so a browser cannot be made to ask its user for a password. Their 401 names Basic to everybody
 * (RFC 9110 §15.5.2): many HTTP clients send credentials only once they were asked for them.
 */
const ONLY_SERVERS: ReadonlySet<RefusingEndpoint> = new Set(['introspect', 'revocations']);

export function callOf(request: Request, endpoint: RefusingEndpoint, form: Form): ClientCall {
  return { ...sentOf(request, endpoint), form, playground: request.playground };
}

/** Without a form where the parameters could not be read, or play no part. */
export function sentOf(request: Request, endpoint: RefusingEndpoint, form?: Form): SentRequest {
  const { traceId, source, headers } = request;
  const { authorization } = headers;
  return { traceId, endpoint, source, authorization, basic: parseBasic(authorization), form };
}

/** Nothing is written on the request's own path: what an act has not recorded in its batch is recorded later. */
export function refuseCall(world: World, request: Request, sent: SentRequest, record: RefusalRecord): Reply {
  const { because: refusal, provenClientId, isWritten } = record;
  const { error, status } = toWire(refusal);
  const { endpoint } = sent;
  const isProven = provenClientId !== undefined;
  world.metrics.countRefusal(endpoint, refusal.reason);
  const isLimited = refusal.reason === 'rate_limited';
  world.metrics.clients?.countRefused(claimedClient(sent), { endpoint, isLimited, isProven });
  if (!isWritten) recordLater(world, request, sent, record);
  const triedBasic = sent.basic.ok || sent.basic.refusal === 'malformed';
  const namesBasic = triedBasic || (status === 401 && ONLY_SERVERS.has(endpoint));
  const trace = { traceId: request.traceId, short: shortTraceOf(sent, error, provenClientId) };
  const reply = refusalReply(world, refusal, { namesBasic, trace });
  return isProven ? { ...reply, client: claimedClient(sent) } : reply;
}

function recordLater(world: World, request: Request, sent: SentRequest, record: RefusalRecord): void {
  const { because: refusal, provenClientId, isAuthentic } = record;
  const claimed = claimedClient(sent);
  if (claimed === undefined) return;
  const contentType = request.headers['content-type'];
  const look = async () => {
    const facts = factsOfRefusal(refusal, { ...sent, contentType });
    const found = await findingsOf(world, claimed, facts);
    return found && { ...found, isProven: provenClientId !== undefined, isAuthentic };
  };
  recordRefusalLater(world, sent, { reason: refusal.reason, error: toWire(refusal).error }, { isAuthentic, look });
}

/** RFC 6750 §3.1 for the words. The answer of a protected endpoint carries no trace: its body is fixed (SPEC S7). */
export function recordBearer(world: World, request: Request, sent: SentRequest, refusal: BearerRefusal): void {
  const { reason } = refusal;
  const token = findSentToken(sent.authorization, request.rawQuery);
  if (!token) return;
  const refused = { at: world.now(), judged: refusal.reason === 'token_absent' ? undefined : refusal.judged };
  const error = reason === 'token_absent' || reason === 'token_invalid' ? 'invalid_token' : 'insufficient_scope';
  // Whose token it is turns out later; invented ones have no share of their own.
  const look = () => findingsOfBearer(world, token, refused);
  recordRefusalLater(world, sent, { reason, error }, { isAuthentic: false, look });
}

/**
 * What the client may ask for is part of the explanation wherever a scope was refused. Undefined where there is no such
 * client: then there is no owner to tell.
 */
async function findingsOf(
  world: World,
  claimed: string,
  facts: readonly Fact[],
): Promise<Pick<Findings, 'clientId' | 'facts'> | undefined> {
  const client = await findClient(claimed, world);
  if (!client) {
    world.tally.count('unknown clients');
    return undefined;
  }
  const isAboutScope = facts.some(([name]) => name === 'scope');
  const allowed: readonly Fact[] = isAboutScope ? [['allowed', formatScope(client.scope)]] : [];
  return { clientId: client.id, facts: [...facts, ...allowed] };
}
