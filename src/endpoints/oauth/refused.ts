/** What every endpoint of clients does with a refusal: it is noted for the owner, and told with the way to the note. */
import { findClient } from '../../clients/find.ts';
import { type Findings, type RefusalRecord, recordRefusalLater, shortTraceOf } from '../../events/refusal-record.ts';
import type { ClientCall } from '../../grants/exchange.ts';
import type { Reply, Request } from '../../http/route.ts';
import type { Form } from '../../protocol/form.ts';
import { type Refusal, toWire } from '../../protocol/refusal.ts';
import type { Fact } from '../../protocol/refusals/facts.ts';
import { claimedClient, factsOfRefusal } from '../../protocol/refusals/facts-of-refusal.ts';
import type { RefusingEndpoint } from '../../protocol/refusals/refused-request.ts';
import type { Result } from '../../protocol/result.ts';
import { formatScope } from '../../protocol/scope.ts';
import { findingsOfBearer, findSentToken } from '../../tokens/bearer-facts.ts';
import type { BearerRefusal } from '../../tokens/guard.ts';
import type { World } from '../../world.ts';
import { refusalReply } from './answers.ts';

export function callOf(request: Request, endpoint: RefusingEndpoint, form: Form): ClientCall {
  return {
    traceId: request.traceId,
    endpoint,
    source: request.source,
    authorization: request.headers.authorization,
    form,
    provenClientId: undefined,
    isKept: false,
    playground: request.playground,
  };
}

/** For a request whose parameters could perhaps not be read. */
export function trailOf(request: Request, endpoint: RefusingEndpoint, form?: Result<Form, unknown>): RefusalRecord {
  const { traceId, source, headers } = request;
  const read = form?.ok ? form.value : undefined;
  return { traceId, endpoint, source, authorization: headers.authorization, form: read, isKept: false };
}

/** Nothing is written on the request's own path: where an act has kept the refusal in its batch, it is kept already. */
export function refuseCall(world: World, request: Request, trail: RefusalRecord, refusal: Refusal): Reply {
  const { error } = toWire(refusal);
  if (!trail.isKept) {
    const contentType = request.headers['content-type'];
    const sent = { authorization: trail.authorization, contentType, form: trail.form };
    const because = { reason: refusal.reason, error };
    const claimed = claimedClient(sent);
    recordRefusalLater(world, trail, because, () => findingsOf(world, claimed, factsOfRefusal(refusal, sent)));
  }
  return refusalReply(world, request, refusal, shortTraceOf(trail, error));
}

/** RFC 6750 §3.1 for the words. The answer of a protected endpoint carries no trace: its body is fixed (SPEC S7). */
export function noteBearer(world: World, request: Request, trail: RefusalRecord, { reason }: BearerRefusal): void {
  const sent = findSentToken(trail.authorization, request.rawQuery);
  if (!sent) return;
  const now = world.now();
  const error = reason === 'token_absent' || reason === 'token_invalid' ? 'invalid_token' : 'insufficient_scope';
  recordRefusalLater(world, trail, { reason, error }, () => findingsOfBearer(world, sent, now));
}

/** What the client may ask for is part of the explanation wherever a scope was refused. */
async function findingsOf(world: World, claimed: string | undefined, facts: readonly Fact[]): Promise<Findings> {
  const client = claimed === undefined ? undefined : await findClient(claimed, world);
  const isAboutScope = facts.some(([name]) => name === 'scope');
  const allowed: readonly Fact[] = client && isAboutScope ? [['allowed', formatScope(client.scope)]] : [];
  return { clientId: client?.id ?? null, facts: [...facts, ...allowed] };
}
