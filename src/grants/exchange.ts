/** The token request (RFC 6749 §3.2): authenticate the client, pick the grant, let it redeem. */

import { type AuthenticatedClient, authenticateClient, recordFailure } from '../clients/authenticate.ts';
import { type Identification, identifyClient } from '../clients/authentication/registry.ts';
import { overLimit, type RefusalRecord, type SentRequest, unwritten } from '../events/refusal-record.ts';
import { spendClientFailure } from '../limits/failures.ts';
import type { Activity } from '../protocol/activity.ts';
import type { Form } from '../protocol/form.ts';
import type { Allowance } from '../protocol/limits.ts';
import type { PlaygroundCall } from '../protocol/playground/run.ts';
import type { Refusal } from '../protocol/refusal.ts';
import { accept, andThen, type Result, refuse } from '../protocol/result.ts';
import type { TokenAnswer } from '../protocol/tokens/answers.ts';
import type { World } from '../world.ts';
import type { Redeemed, TokenCall } from './grant.ts';
import { findGrant } from './registry.ts';

/** A request to the token, revocation or introspection endpoint, with its parameters read. */
export interface ClientCall extends SentRequest {
  readonly form: Form;
  /** Only where the playground calls from inside. */
  readonly playground?: PlaygroundCall | undefined;
}

const MINUTE_SECONDS = 60;

/** The tokens, and what is told of them in the list of the application's requests. */
interface Exchanged extends TokenAnswer {
  readonly activity: Activity | undefined;
}

/** Without a promise as far as nothing has to be awaited: where the database answers at once, until it writes. */
export function exchange(world: World, call: ClientCall): Outcome | Promise<Outcome> {
  const ahead = findGrant(call.form.get('grant_type') ?? '')?.readAhead?.(world, call.form);
  return andThen(authenticateCall(world, call), (identified) => {
    if (!identified.ok) return identified;
    const client = identified.value;
    return andThen(redeem(world, call, { client, ahead }), (answer) => conclude(world, call, client, answer));
  });
}

type Outcome = Result<Exchanged, RefusalRecord>;

function conclude(world: World, call: ClientCall, { id: clientId }: AuthenticatedClient, answer: Redeemed): Outcome {
  // For the figures of its developer: counted in memory, written later.
  world.deferred.count(clientId, answer.ok ? 'token' : 'error', world.now());
  if (!answer.ok) return answer;
  // A grant of the registry: words that a caller made up have been refused.
  const grantType = call.form.get('grant_type') ?? '';
  world.metrics.countGrant(grantType);
  const kind = findGrant(grantType)?.activity;
  const { familyId } = answer.value;
  const activity = kind && { clientId, kind, familyId };
  return accept({ ...answer.value, activity });
}

function redeem(
  world: World,
  call: ClientCall,
  { client, ahead }: Pick<TokenCall, 'client' | 'ahead'>,
): Redeemed | Promise<Redeemed> {
  const { form, source, playground } = call;
  const refused = (because: Refusal) => refuse(unwritten(because, client));
  // Told only to a caller that has proved to be the application. It may still revoke what it holds.
  if (client.suspendedBecause !== null) {
    return refused({ reason: 'client_suspended', because: client.suspendedBecause });
  }
  const type = form.get('grant_type');
  if (type === undefined) return refused({ reason: 'grant_missing' });
  const grant = findGrant(type);
  if (!grant) return refused({ reason: 'grant_unsupported' });
  if (!grant.mayUse(client)) return refused({ reason: 'grant_not_allowed' });
  for (const parameter of grant.required) {
    if (form.get(parameter) === undefined) return refused({ reason: 'parameter_missing', parameter });
  }
  const spendSuccess = once(() => spendToken(world, type, client));
  return grant.redeem({ form, client, source, world, sent: call, playground, ahead, spendSuccess });
}

/** SPEC D24: successes count per client and grant, never per address, since hosted platforms share theirs. */
function spendToken(
  world: World,
  grantType: string,
  { id, tokenLimit }: AuthenticatedClient,
): Allowance | Promise<Allowance> {
  const limit = { most: tokenLimit ?? world.settings.tokenRequestsPerClient, windowSeconds: MINUTE_SECONDS };
  return andThen(world.counters.spend(`token:${grantType}:${id}`, limit, world.now()), (allowance) => {
    if (!allowance.allowed) world.tally.count('requests over a limit');
    return allowance;
  });
}

/** An act that starts again after a conflict is still one request. */
function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** SPEC D17: the client proves who it is before anything else, on every grant and endpoint. */
export function authenticateCall(world: World, call: ClientCall): IdentifiedCaller | Promise<IdentifiedCaller> {
  const identified = identifyClient(call);
  if (!identified.ok) return refuse(unwritten(identified.refusal));
  return andThen(authenticateClient(identified.value, world, call.playground), (authenticated) =>
    authenticated.ok ? authenticated : refuseClient(world, call, identified.value, authenticated.refusal),
  );
}

export type IdentifiedCaller = Result<AuthenticatedClient, RefusalRecord>;

/** Counted before anything is written, and only now: what succeeds is never held up by what fails beside it. */
async function refuseClient(
  world: World,
  call: ClientCall,
  identified: Identification,
  because: Refusal,
): Promise<IdentifiedCaller> {
  const allowance = await spendClientFailure(world, identified.clientId, call.source);
  if (!allowance.allowed) return refuse(overLimit(allowance));
  await recordFailure(world, identified, call, because);
  return refuse({ ...unwritten(because), isWritten: true });
}
