/** The token request (RFC 6749 §3.2): authenticate the client, pick the grant, let it redeem. */
import { type AuthenticatedClient, authenticateClient, reportFailure } from '../clients/authenticate.ts';
import type { RefusalRecord } from '../events/refusal-record.ts';
import { limitFailures } from '../limits/failures.ts';
import { identifyClient } from '../protocol/clients/identification.ts';
import type { Form } from '../protocol/form.ts';
import { networkOf } from '../protocol/limits/network.ts';
import type { PlaygroundCall } from '../protocol/playground/run.ts';
import type { Refusal } from '../protocol/refusal.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import type { TokenAnswer } from '../protocol/tokens/token-answer.ts';
import { attempt, stale } from '../storage/database.ts';
import type { World } from '../world.ts';
import { findGrant } from './registry.ts';

/** A request to the token, revocation or introspection endpoint, with its parameters read. */
export interface ClientCall extends RefusalRecord {
  readonly form: Form;
  /** Only where the playground calls from inside. */
  readonly playground?: PlaygroundCall | undefined;
}

/** SECURITY-CASES TR-18: guessing one client's secret from one network ends here, and only for that network. */
const CLIENT_FAILURES = { most: 20, windowSeconds: 60 };
const MINUTE_SECONDS = 60;
/** No client_id is longer; what is invented must not fill the memory. */
const LONGEST_NAME = 255;

export async function exchange(world: World, call: ClientCall): Promise<Result<TokenAnswer, Refusal>> {
  const identified = await authenticateCall(world, call);
  if (!identified.ok) return identified;
  const answer = await redeem(world, call, identified.value);
  // For the figures of its developer: a look into a map, written down later.
  world.deferred.count(identified.value.id, answer.ok ? 'token' : 'error', world.now());
  return answer;
}

async function redeem(
  world: World,
  call: ClientCall,
  client: AuthenticatedClient,
): Promise<Result<TokenAnswer, Refusal>> {
  // Only whoever has proved to be the application is told. It may still revoke what it holds.
  if (client.suspendedBecause !== null) {
    return refuse({ reason: 'client_suspended', because: client.suspendedBecause });
  }
  const type = call.form.get('grant_type');
  if (type === undefined) return refuse({ reason: 'grant_missing' });
  const grant = findGrant(type);
  if (!grant) return refuse({ reason: 'grant_unsupported' });
  if (!grant.mayUse(client)) return refuse({ reason: 'grant_not_allowed' });
  for (const parameter of grant.required) {
    if (call.form.get(parameter) === undefined) return refuse({ reason: 'parameter_missing', parameter });
  }
  // SPEC D24: per client and grant, never per address, since hosted platforms share theirs.
  const limit = { most: world.settings.tokenRequestsPerClient, windowSeconds: MINUTE_SECONDS };
  const allowance = world.counters.spend(`token:${type}:${client.id}`, limit, world.now());
  if (!allowance.allowed) return refuse({ reason: 'rate_limited', retryAfterSeconds: allowance.retryAfterSeconds });
  const redeemed = await grant.redeem({
    form: call.form,
    client,
    source: call.source,
    world,
    trail: call,
    playground: call.playground,
  });
  return redeemed.ok ? redeemed : refuse(limitFailures(world, call.source) ?? redeemed.refusal);
}

/** SPEC D17: the client proves who it is before anything else, on every grant and endpoint. */
export async function authenticateCall(world: World, call: ClientCall): Promise<Result<AuthenticatedClient, Refusal>> {
  const identified = identifyClient(call.authorization, call.form);
  if (!identified.ok) return identified;
  const failures = `client:${identified.value.clientId.slice(0, LONGEST_NAME)}:${networkOf(call.source.address ?? '')}`;
  const now = world.now();
  const allowance = world.counters.look(failures, CLIENT_FAILURES, now);
  if (!allowance.allowed) return refuse({ reason: 'rate_limited', retryAfterSeconds: allowance.retryAfterSeconds });
  const authenticated = await authenticateClient(identified.value, world, call.playground);
  if (authenticated.ok) {
    call.provenClientId = authenticated.value.id;
    return accept(authenticated.value);
  }
  world.counters.spend(failures, CLIENT_FAILURES, now);
  const { value } = identified;
  await attempt(async () => {
    const written = await world.database.write(await reportFailure(world, value, call, authenticated.refusal));
    return written === null ? stale : undefined;
  });
  return refuse(limitFailures(world, call.source) ?? authenticated.refusal);
}
