/** Tells the owner of an application whose secret is sent in addresses, which browsers, proxies and logs keep (RFC 6749 §2.3.1). */

import { findClient } from '../clients/find.ts';
import { secretsOf } from '../clients/secrets.ts';
import { report } from '../events/report.ts';
import { digest } from '../protocol/digest.ts';
import { NOWHERE } from '../protocol/event.ts';
import { DAY_SECONDS } from '../storage/later/daily-counts.ts';
import { findBySecret } from '../storage/tables/clients/secrets.ts';
import type { World } from '../world.ts';

/** A program that does so does it every time: of each secret it is said once a day, by each process. */
const TOLD = { most: 1, windowSeconds: DAY_SECONDS };

/** The address that it came from is that of a user, or of nobody who can be known: it is not kept. */
export async function noteExposedSecret(world: World, secret: string): Promise<void> {
  for (const { publicId, secretId } of await findBySecret(world.database, digest(secret), world.now())) {
    if (!world.counters.spendHere(`exposed:${secretId}`, TOLD, world.now()).allowed) continue;
    const client = await findClient(publicId, world);
    const exposed = client && (await secretsOf(client, world)).find(({ id }) => id === secretId);
    if (!exposed) continue;
    const about = { accountId: client.ownerId, clientId: client.id, detail: exposed.suffix };
    await world.database.write([report(world, NOWHERE, 'application.secret_exposed', about)]);
  }
}
