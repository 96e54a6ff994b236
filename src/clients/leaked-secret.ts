/** Ends a secret of an application that somebody found where it should not be (SPEC D80), and tells the owner. */
import { report } from '../events/report.ts';
import { digest } from '../protocol/digest.ts';
import type { Source } from '../protocol/event.ts';
import { rememberSecrets, trimRemovedSecrets } from '../storage/tables/clients/removed-secrets.ts';
import { deleteSecret, findBySecret } from '../storage/tables/clients/secrets.ts';
import type { World } from '../world.ts';
import { actOnClient, OPERATOR } from './act.ts';
import { closeMachineFamily, openMachineFamily } from './machine-family.ts';
import { secretsOf } from './secrets.ts';

/**
 * Also where it is the last one: an application that cannot be reached is better than one that anybody can be. What was
 * issued to the application itself goes with it, for whoever had the secret could ask for that too.
 */
export async function endLeakedSecret(world: World, secret: string, source: Source): Promise<void> {
  for (const { publicId, secretId } of await findBySecret(world.database, digest(secret), world.now())) {
    await actOnClient(world, { publicId, actor: OPERATOR }, async (client) => {
      const leaked = (await secretsOf(client, world)).find(({ id }) => id === secretId);
      if (!leaked) return { answer: null };
      const batch = [
        rememberSecrets(client.id, secretId, world.now()),
        deleteSecret(secretId, client.id),
        trimRemovedSecrets(client.id),
        closeMachineFamily(world, client.id, 'leaked'),
        openMachineFamily(world, client.id),
        report(world, source, 'application.secret_leaked', {
          accountId: client.ownerId,
          clientId: client.id,
          detail: leaked.suffix,
        }),
      ];
      return { batch, done: () => null };
    });
  }
}
