/** A call by a resource: an API that asks about tokens, with credentials that are good for nothing else (SPEC D42). */
import { identifyClient } from '../clients/authentication/registry.ts';
import { overLimit, type RefusalRecord, unwritten } from '../events/refusal-record.ts';
import { reportBounded } from '../events/report-bounded.ts';
import { spendClientFailure } from '../limits/failures.ts';
import { isResourceId } from '../protocol/resources/resource.ts';
import { type Result, refuse } from '../protocol/result.ts';
import { proveResource } from '../resources/authenticate.ts';
import type { ManagedResource } from '../resources/find.ts';
import { writeUnguarded } from '../storage/database.ts';
import type { World } from '../world.ts';
import type { ClientCall } from './exchange.ts';

/** Whether the caller says to be a resource: its client_id tells, so nothing has to be looked up. */
export function claimsResource({ basic, form }: ClientCall): boolean {
  return isResourceId(basic.ok ? basic.value.clientId : (form.get('client_id') ?? ''));
}

/** Guessing is limited and recorded as it is for applications. */
export async function authenticateResource(
  world: World,
  call: ClientCall,
): Promise<Result<ManagedResource, RefusalRecord>> {
  const identified = identifyClient(call);
  if (!identified.ok) return refuse(unwritten(identified.refusal));
  const { clientId } = identified.value;
  const proven = isResourceId(clientId)
    ? await proveResource(world, identified.value)
    : refuse({ reason: 'client_unknown' } as const);
  if (proven.ok) return proven;
  // Counted before anything is written, and only now: what succeeds is never held up by what fails beside it.
  const allowance = await spendClientFailure(world, clientId, call.source);
  if (!allowance.allowed) return refuse(overLimit(allowance));
  const { refusal } = proven;
  // Nobody has to be told of a name that belongs to nobody, and what is invented must not fill the log.
  if (refusal.reason === 'client_unknown') world.tally.count('unknown clients');
  else
    await writeUnguarded(world.database, () =>
      reportBounded(world, call.source, 'resource.authentication_failed', { detail: refusal.reason }),
    );
  return refuse({ ...unwritten(refusal), isWritten: true });
}
