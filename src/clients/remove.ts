/** Deletes an application: one row ends every code and token that it has (SPEC D28). */
import { report } from '../events/report.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { forgetRefused } from '../jobs/kinds/forget-refused.ts';
import { attempt, stale } from '../storage/attempt.ts';
import { buryClient } from '../storage/tables/clients/clients.ts';
import { deleteLogo } from '../storage/tables/clients/logos.ts';
import { dropTransfer } from '../storage/tables/clients/transfers.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient } from './actor.ts';
import { giveQuotaBack } from './application-quota.ts';
import { type Client, findManagedClient } from './find.ts';

/** Answers the deleted client, or undefined when there is none any more that this actor may delete. */
export async function deleteClient(world: World, publicId: string, actor: Actor): Promise<Client | undefined> {
  return await attempt(async () => {
    const client = await findManagedClient(publicId, actor, world);
    if (!client) return undefined;
    const now = world.now();
    const written = await world.database.write([
      buryClient(client.id, now),
      giveQuotaBack(client.ownerId, now),
      dropTransfer(client.id),
      deleteLogo(client.id),
      report(world, actor.source, 'application.deleted', aboutClient(client, actor)),
      await enqueue(world, forgetRefused, String(client.ownerId)),
    ]);
    return written === null ? stale : client;
  });
}
