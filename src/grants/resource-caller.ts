/** A call by a resource: an API that asks about tokens, with credentials that are good for nothing else (SPEC D42). */
import { identifyClient } from '../clients/authentication/registry.ts';
import { type RefusalRecord, unwritten } from '../events/refusal-record.ts';
import { report } from '../events/report.ts';
import { isResourceId } from '../protocol/resources/resource.ts';
import { type Result, refuse } from '../protocol/result.ts';
import { proveResource } from '../resources/authenticate.ts';
import type { ManagedResource } from '../resources/find.ts';
import { writeUnguarded } from '../storage/database.ts';
import type { World } from '../world.ts';
import { type ClientCall, countFailure, faultOfGuessing } from './exchange.ts';

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
  const guessing = faultOfGuessing(world, call, clientId);
  if (guessing) return refuse(unwritten(guessing));
  const proven = isResourceId(clientId)
    ? await proveResource(world, identified.value)
    : refuse({ reason: 'client_unknown' } as const);
  if (proven.ok) return proven;
  const { refusal } = proven;
  await writeUnguarded(world.database, () => [
    report(world, call.source, 'resource.authentication_failed', { detail: refusal.reason }),
  ]);
  return refuse(countFailure(world, call, clientId, { because: refusal, provenClientId: undefined, isWritten: true }));
}
