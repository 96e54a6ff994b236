/** The token request (RFC 6749 §3.2): authenticate the client, pick the grant, let it redeem. */
import { type AuthenticatedClient, authenticateClient, reportFailure } from '../clients/authenticate.ts';
import { identifyClient } from '../clients/authentication/registry.ts';
import { type RefusalRecord, type SentRequest, unwritten } from '../events/refusal-record.ts';
import { limitFailures } from '../limits/failures.ts';
import type { Source } from '../protocol/event.ts';
import type { Form } from '../protocol/form.ts';
import { networkOf } from '../protocol/limits.ts';
import type { PlaygroundCall } from '../protocol/playground/run.ts';
import type { Refusal } from '../protocol/refusal.ts';
import { type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import type { World } from '../world.ts';
import type { Redeemed } from './grant.ts';
import { findGrant } from './registry.ts';

/** A request to the token, revocation or introspection endpoint, with its parameters read. */
export interface ClientCall extends SentRequest {
  readonly form: Form;
  /** Only where the playground calls from inside. */
  readonly playground?: PlaygroundCall | undefined;
}

/** SECURITY-CASES TR-18: guessing one client's secret from one network ends here, and only for that network. */
const CLIENT_FAILURES = { most: 20, windowSeconds: 60 };
const MINUTE_SECONDS = 60;
/** No client_id is longer; what is invented must not fill the memory. */
const LONGEST_NAME = 255;

export async function exchange(world: World, call: ClientCall): Promise<Redeemed> {
  const identified = await authenticateCall(world, call);
  if (!identified.ok) return identified;
  const answer = await redeem(world, call, identified.value);
  // For the figures of its developer: counted in memory, written later.
  world.deferred.count(identified.value.id, answer.ok ? 'token' : 'error', world.now());
  // A grant of the registry: words that a caller made up have been refused.
  if (answer.ok) world.metrics.countGrant(call.form.get('grant_type') ?? '');
  return answer;
}

async function redeem(world: World, call: ClientCall, client: AuthenticatedClient): Promise<Redeemed> {
  const { form, source, playground } = call;
  const refused = (because: Refusal) => refuse(unwritten(because, client.id));
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
  // SPEC D24: per client and grant, never per address, since hosted platforms share theirs.
  const limit = { most: world.settings.tokenRequestsPerClient, windowSeconds: MINUTE_SECONDS };
  const allowance = world.counters.spend(`token:${type}:${client.id}`, limit, world.now());
  if (!allowance.allowed) return refused({ reason: 'rate_limited', retryAfterSeconds: allowance.retryAfterSeconds });
  const redeemed = await grant.redeem({ form, client, source, world, sent: call, playground });
  return redeemed.ok ? redeemed : refuse(limited(world, source, redeemed.refusal));
}

/** SPEC D17: the client proves who it is before anything else, on every grant and endpoint. */
export async function authenticateCall(
  world: World,
  call: ClientCall,
): Promise<Result<AuthenticatedClient, RefusalRecord>> {
  const identified = identifyClient(call);
  if (!identified.ok) return refuse(unwritten(identified.refusal));
  const failures = `client:${identified.value.clientId.slice(0, LONGEST_NAME)}:${networkOf(call.source.address ?? '')}`;
  const now = world.now();
  const allowance = world.counters.look(failures, CLIENT_FAILURES, now);
  if (!allowance.allowed) {
    return refuse(unwritten({ reason: 'rate_limited', retryAfterSeconds: allowance.retryAfterSeconds }));
  }
  const authenticated = await authenticateClient(identified.value, world, call.playground);
  if (authenticated.ok) return authenticated;
  world.counters.spend(failures, CLIENT_FAILURES, now);
  const { refusal: because } = authenticated;
  await attempt(async () => {
    const written = await world.database.write(await reportFailure(world, identified.value, call, because));
    return written === null ? stale : undefined;
  });
  return refuse(limited(world, call.source, { because, provenClientId: undefined, isWritten: true }));
}

/** The limit takes the place of what was refused; the record stays as it is. */
function limited(world: World, source: Source, record: RefusalRecord): RefusalRecord {
  const limit = limitFailures(world, source);
  return limit ? { ...record, because: limit } : record;
}
