/** What the frame of an application's pages shows of it. */
import { type Client, countUsers } from '../clients/find.ts';
import type { Subject } from '../pages/application-frame.ts';
import type { World } from '../world.ts';

export async function subjectOf(world: World, client: Client): Promise<Subject> {
  const { publicId, name, description, kind, logoPath, createdAt, updatedAt } = client;
  const userCount = await countUsers(client.id, world);
  return { clientId: publicId, name, description, kind, logoPath, userCount, createdAt, updatedAt };
}
