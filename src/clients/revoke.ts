/** Ends everything an application was granted, and leaves the application itself as it is. */
import { report } from '../events/report.ts';
import { attempt, stale } from '../storage/attempt.ts';
import type { Sql } from '../storage/sql.ts';
import { revokeConsentsOfClient } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient } from './actor.ts';
import { type Client, findManagedClient } from './find.ts';
import { closeMachineFamily, openMachineFamily } from './machine-family.ts';

export interface Revoked {
  readonly client: Client;
  /** Accounts whose consent ended. */
  readonly users: number;
}

/**
 * The consents end, not only the families: a code that is still open would start a new family otherwise. The client's
 * own tokens end with their family, and a new family takes its place.
 */
export async function revokeEverything(world: World, publicId: string, actor: Actor): Promise<Revoked | undefined> {
  return await attempt(async () => {
    const client = await findManagedClient(publicId, actor, world);
    if (!client) return undefined;
    const because = actor.id === null ? 'revoked_by_operator' : 'revoked_by_owner';
    const own = [closeMachineFamily(world, client.id, because), openMachineFamily(world, client.id)];
    const written = await world.database.write([
      revokeConsentsOfClient(client.id, because, world.now()),
      ...(client.isConfidential ? own : []),
      told(world, client, actor),
    ]);
    return written === null ? stale : { client, users: written[0] ?? 0 };
  });
}

/** At the command line of no account: what ended is the access that many accounts gave. */
function told(world: World, client: Client, actor: Actor): Sql {
  if (actor.id !== null) {
    return report(world, actor.source, 'application.tokens_revoked', aboutClient(client, actor));
  }
  return report(world, actor.source, 'token.revoked', { clientId: client.id, detail: 'all tokens, by the operator' });
}
