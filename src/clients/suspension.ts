/** Suspending an application and lifting that again: one row, which every use of its codes and tokens reads. */
import { withReason } from '../events/administering.ts';
import { type About, report } from '../events/report.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { liftSuspension as lift, suspend } from '../storage/tables/clients/search.ts';
import type { World } from '../world.ts';
import { type Actor, actorWords, isAdministrator, rightsOf } from './act.ts';
import { type Client, findClient } from './find.ts';

export type SuspensionRefusal =
  | 'unknown'
  /** Nothing to be done. */
  | 'already'
  /** It is no longer as the administrator has seen it. */
  | 'changed'
  /** The acting account is no administrator, or no longer. */
  | 'powerless';

type Outcome = Result<Client, SuspensionRefusal>;

/** `because` is a sound reason (protocol/people/suspension.ts); users and developers of the application can read it. */
export function suspendClient(
  world: World,
  { publicId, because }: { readonly publicId: string; readonly because: string },
  actor: Actor,
): Promise<Outcome> {
  return actAsAdministrator(world, publicId, actor, (client) => {
    if (client.suspendedAt !== null) return 'already';
    const told = report(world, actor.source, 'application.suspended', aboutAdministered(client, actor, because));
    return [suspend(client.id, because, world.now()), told];
  });
}

export function liftSuspension(world: World, publicId: string, actor: Actor): Promise<Outcome> {
  return actAsAdministrator(world, publicId, actor, (client) => {
    if (client.suspendedAt === null) return 'already';
    return [
      lift(client.id),
      report(world, actor.source, 'application.suspension_lifted', aboutAdministered(client, actor)),
    ];
  });
}

/** What only administrators and the operator do to an application: read, judged, and guarded by their rights. */
export async function actAsAdministrator(
  world: World,
  publicId: string,
  actor: Actor,
  batchFor: (client: Client) => SuspensionRefusal | readonly Sql[],
): Promise<Outcome> {
  return await attempt<Outcome>(async () => {
    if (!(await isAdministrator(world, actor))) return refuse('powerless');
    const client = await findClient(publicId, world);
    if (!client) return refuse('unknown');
    const batch = batchFor(client);
    if (typeof batch === 'string') return refuse(batch);
    // Not the owner: suspending is never the owner's own act, so the right of an administrator is guarded always.
    const written = await world.database.write([...rightsOf(actor, { id: client.id, ownerId: null }), ...batch]);
    return written === null ? stale : accept(client);
  });
}

/** The event is listed with the owner's account, and always says who acted. */
export function aboutAdministered(client: Pick<Client, 'id' | 'ownerId'>, actor: Actor, because?: string): About {
  const detail = withReason(actorWords(actor, null), because ?? null);
  return { accountId: client.ownerId, clientId: client.id, detail };
}
