/** Rotates the secrets of a resource's credentials, as client secrets are rotated (SPEC D2). */
import type { Once } from '../limits/once.ts';
import { type Overlap, overlapSeconds } from '../protocol/clients/secret-overlap.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { touchResource } from '../storage/tables/resources/resources.ts';
import {
  deleteEndedResourceSecrets,
  deleteResourceSecrets,
  endResourceSecret,
  listResourceSecrets,
  type ResourceSecretRow,
} from '../storage/tables/resources/secrets.ts';
import type { World } from '../world.ts';
import { act, makeSecret, type ResourceActor, type ResourceRefusal, told } from './act.ts';
import type { ManagedResource } from './find.ts';

export const MOST_RESOURCE_SECRETS = 2;

export interface RotatedSecret {
  readonly resource: ManagedResource;
  /** Shown once. */
  readonly secret: string;
  /** When those before it stop working; null where there were none. */
  readonly endsAt: number | null;
}

interface ResourceRotation {
  readonly publicId: string;
  readonly overlap: Overlap;
  readonly once?: Once<RotatedSecret>;
}

/** As client secrets are rotated (SPEC D2): with an overlap there is room for one old secret; without, every old one goes. */
export async function rotateResourceSecret(
  world: World,
  { publicId, overlap, once }: ResourceRotation,
  actor: ResourceActor,
): Promise<Result<RotatedSecret, ResourceRefusal>> {
  let made: RotatedSecret | undefined;
  const outcome = await act(world, publicId, actor, async (resource) => {
    const before = await secretsOf(world, resource);
    // Asked after what it may have written was read: see addSecret of applications.
    if (await once?.isDone()) return refuse({ reason: 'answered' });
    const now = world.now();
    const endsAt = now + overlapSeconds(overlap);
    const isGentle = endsAt > now;
    if (isGentle && before.length >= MOST_RESOURCE_SECRETS) return refuse({ reason: 'resource_secrets_full' });
    const secret = makeSecret(world, resource.id, actor);
    made = { resource, secret: secret.value, endsAt: before.length > 0 ? endsAt : null };
    const outgoing = before.filter(({ expiresAt }) => expiresAt === null || expiresAt > endsAt);
    return accept([
      touchResource(resource, now),
      ...(isGentle
        ? [
            deleteEndedResourceSecrets(resource.id, now),
            ...outgoing.map(({ id }) => endResourceSecret(id, resource.id, endsAt)),
          ]
        : [deleteResourceSecrets(resource.id)]),
      secret.insert,
      told(world, actor, 'resource.secret_rotated', `${resource.identifier}; ${secret.suffix}`),
      ...(once ? [once.note(made)] : []),
    ]);
  });
  if (!outcome.ok) return outcome;
  return made ? accept(made) : refuse({ reason: 'unknown' });
}

export function secretsOf(world: World, { id }: { readonly id: number }): Promise<readonly ResourceSecretRow[]> {
  return listResourceSecrets(world.database, id, world.now());
}
