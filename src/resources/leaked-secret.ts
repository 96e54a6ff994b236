/** Ends secrets of resources that somebody found where they should not be (SPEC D80). */
import { digest } from '../protocol/digest.ts';
import { accept, refuse } from '../protocol/result.ts';
import { touchResource } from '../storage/tables/resources/resources.ts';
import { deleteResourceSecret, listLiveDigests } from '../storage/tables/resources/secrets.ts';
import type { World } from '../world.ts';
import { act, OPERATOR_ACTS, toldOfLeak } from './act.ts';
import { secretsOf } from './rotate.ts';

/**
 * Also where it is the last one: an API that cannot ask about tokens lets nobody in, and whoever found the secret could ask
 * about every token and hear of every end. Read once for all that was found.
 */
export async function endLeakedResourceSecrets(world: World, found: readonly string[]): Promise<void> {
  if (found.length === 0) return;
  const digests = new Set(found.map((secret) => digest(secret)));
  const leaked = (await listLiveDigests(world.database, world.now())).filter((row) => digests.has(row.digest));
  for (const { publicId, secretId } of leaked) {
    await act(world, publicId, OPERATOR_ACTS, async (resource) => {
      const secret = (await secretsOf(world, resource)).find(({ id }) => id === secretId);
      if (!secret) return refuse({ reason: 'unknown' });
      return accept([
        touchResource(resource, world.now()),
        deleteResourceSecret(secretId, resource.id),
        toldOfLeak(world, `${resource.identifier}; ${secret.suffix}`),
      ]);
    });
  }
}
