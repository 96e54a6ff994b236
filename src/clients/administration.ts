/** Lets an application manage everything through the management API, and takes that back (SPEC D70). */
import { accept, type Result, refuse } from '../protocol/result.ts';
import type { World } from '../world.ts';
import { type Actor, actOnClient, isAdministrator, type Judged } from './act.ts';
import { reportManagement } from './beside.ts';
import type { Client } from './find.ts';

type AdministrationRefusal =
  | 'unknown'
  /** Nothing to be done. */
  | 'already'
  /** The acting account is no administrator. */
  | 'powerless'
  /** It has no secret, so it cannot act for itself. */
  | 'public'
  /** Who holds its secrets holds the right: only what belongs to an administrator may have it. */
  | 'owner_no_administrator';

type Outcome = Result<Client, AdministrationRefusal>;

/**
 * The right is effective while its owner is an administrator: it is judged at every request, and ends when the
 * application is given to somebody else or made public. No token carries it further than that.
 */
export async function changeAdministration(
  world: World,
  { publicId, isGiven }: { readonly publicId: string; readonly isGiven: boolean },
  actor: Actor,
): Promise<Outcome> {
  if (!(await isAdministrator(world, actor)) || actor.application !== undefined) return refuse('powerless');
  const outcome = await actOnClient(world, { publicId, actor }, (client): Judged<Outcome> => {
    if ((client.adminAt !== null) === isGiven) return { answer: refuse('already') };
    if (isGiven && !client.isConfidential) return { answer: refuse('public') };
    if (isGiven && !client.isOfAdministrator) return { answer: refuse('owner_no_administrator') };
    return {
      change: { kind: 'administration', adminAt: isGiven ? world.now() : null },
      batch: [reportManagement(world, client, isGiven, actor)],
      done: () => accept(client),
    };
  });
  return outcome ?? refuse('unknown');
}
