/** Ends an application with everything it was granted, or everything or one family of that and not the application. */
import { report } from '../events/report.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { forgetRefused } from '../jobs/kinds/forget-refused.ts';
import { must, type Sql } from '../storage/sql.ts';
import { eraseClient } from '../storage/tables/clients/erase.ts';
import { revokeConsentsOfClient } from '../storage/tables/tokens/consents.ts';
import { findFamily } from '../storage/tables/tokens/consents-of-account.ts';
import { revokeFamily } from '../storage/tables/tokens/families.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient, actOnClient } from './act.ts';
import { giveQuotaBack } from './act-limits.ts';
import type { Client } from './find.ts';
import { closeMachineFamily, openMachineFamily } from './machine-family.ts';

/**
 * SPEC D28: one row ends every code and token that the application has. Its secrets, redirect URIs and logo go with it.
 * Answers the deleted client, or undefined when there is none any more that this actor may delete.
 */
export function deleteClient(world: World, publicId: string, actor: Actor): Promise<Client | undefined> {
  return actOnClient(world, { publicId, actor }, async (client) => ({
    ...draftDeletion(world, client, actor, await traces(world, client)),
    done: () => client,
  }));
}

/** The same for one version of it, and no later one. */
export async function deleteSeenClient(
  world: World,
  { publicId, isFor }: { readonly publicId: string; readonly isFor: (client: Client) => boolean },
  actor: Actor,
): Promise<'deleted' | 'unknown' | 'stale'> {
  const outcome = await actOnClient<'deleted' | 'stale'>(world, { publicId, actor }, async (client) => {
    if (!isFor(client)) return { answer: 'stale' };
    return { ...draftDeletion(world, client, actor, await traces(world, client)), done: () => 'deleted' };
  });
  return outcome ?? 'unknown';
}

/** What is written where an application is deleted, with what is left to do for its owner. */
export function draftDeletion(
  world: World,
  client: Client,
  actor: Actor,
  ofOwner: readonly Sql[],
): { readonly change: { readonly kind: 'deleted' }; readonly batch: readonly Sql[] } {
  return {
    change: { kind: 'deleted' },
    batch: [
      ...eraseClient(client.id),
      report(world, actor.source, 'application.deleted', aboutClient(client, actor)),
      ...ofOwner,
    ],
  };
}

/** What a deletion leaves to be done for the owner: once in a batch, however many applications it deletes. */
async function traces(world: World, { ownerId }: Client): Promise<readonly Sql[]> {
  return [giveQuotaBack(ownerId, world.now()), await forgetRefusedOf(world, ownerId)];
}

/** What was kept of refused requests goes in the background. */
export function forgetRefusedOf(world: World, ownerId: number): Promise<Sql> {
  return enqueue(world, forgetRefused, String(ownerId));
}

interface Revoked {
  readonly client: Client;
  /** Accounts whose consent ended. */
  readonly users: number;
}

/** Consents that one batch ends; of an application with more users the others follow in further ones. */
const CONSENTS_AT_ONCE = 2000;

/**
 * The consents end, not only the families: a code that is still open would start a new family otherwise. The client's
 * own tokens end with their family, and a new family takes its place.
 */
export async function revokeEverything(world: World, publicId: string, actor: Actor): Promise<Revoked | undefined> {
  const because = actor.id === null ? 'revoked_by_operator' : 'revoked_by_owner';
  const endSome = (client: Client): Sql =>
    revokeConsentsOfClient(client, because, { now: world.now(), most: CONSENTS_AT_ONCE });
  const revoked = await actOnClient<Revoked>(world, { publicId, actor }, (client) => {
    const own = [closeMachineFamily(world, client.id, because), openMachineFamily(world, client.id)];
    return {
      batch: [endSome(client), ...(client.isConfidential ? own : []), reportRevoked(world, client, actor)],
      done: ([users = 0]) => ({ client, users }),
    };
  });
  if (!revoked) return undefined;
  let { users } = revoked;
  for (let ended = users; ended === CONSENTS_AT_ONCE; users += ended) {
    const more = (client: Client) => ({ batch: [endSome(client)], done: ([users = 0]: readonly number[]) => users });
    ended = (await actOnClient(world, { publicId, actor }, more)) ?? 0;
  }
  world.deferred.count(revoked.client.id, 'departure', world.now(), users);
  return { ...revoked, users };
}

/**
 * Ends the tokens that came from one code. The event is listed with the application alone: the user reads the reason in the
 * timeline, and not from where the owner acted.
 */
export async function revokeOneFamily(
  world: World,
  { publicId, familyId }: { readonly publicId: string; readonly familyId: number },
  actor: Actor,
): Promise<'revoked' | 'already' | 'unknown'> {
  const outcome = await actOnClient<'revoked' | 'already' | 'unknown'>(world, { publicId, actor }, async (client) => {
    const family = await findFamily(world.database, client.id, familyId);
    if (!family) return { answer: 'unknown' };
    if (family.revokedAt !== null) return { answer: 'already' };
    const because = actor.id === client.ownerId ? 'family_revoked_by_owner' : 'revoked_by_operator';
    return {
      batch: [
        must(revokeFamily(familyId, because, world.now())),
        report(world, actor.source, 'application.family_revoked', { ...aboutClient(client, actor), familyId }),
      ],
      done: () => 'revoked',
    };
  });
  return outcome ?? 'unknown';
}

/** The operator has no account. The event then names only the application, since many accounts lost access. */
function reportRevoked(world: World, client: Client, actor: Actor): Sql {
  if (actor.id !== null) {
    return report(world, actor.source, 'application.tokens_revoked', aboutClient(client, actor));
  }
  return report(world, actor.source, 'token.revoked', { clientId: client.id, detail: 'all tokens, by the operator' });
}
