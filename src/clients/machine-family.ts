/** The family that holds the tokens a confidential client gets for itself (client credentials, RFC 6749 §4.4). */

import { must, type Sql } from '../storage/sql.ts';
import { endMachineFamily } from '../storage/tables/clients/secrets.ts';
import { insertFamily } from '../storage/tables/tokens/families.ts';
import type { World } from '../world.ts';

/** A confidential client has exactly one live one, found by the client, so its number is kept nowhere else. */
export function openMachineFamily(world: World, clientId: number): Sql {
  const createdAt = world.now();
  return insertFamily({ id: world.nextId(), consentId: null, clientId, scope: '', createdAt, endsAt: null });
}

/** A guard: of several batches that end the family, and perhaps open the next one, only one happens. */
export function closeMachineFamily(
  world: World,
  clientId: number,
  because: 'application_made_public' | 'leaked' | 'revoked_by_operator' | 'revoked_by_owner',
): Sql {
  return must(endMachineFamily(clientId, because, world.now()));
}
