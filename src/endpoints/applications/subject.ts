/** What the frame of an application's pages shows, from the application itself. */
import { type Client, countUsers } from '../../clients/find.ts';
import type { ApplicationSubject } from '../../pages/applications/frame.ts';
import type { World } from '../../world.ts';

export function subjectOf(client: Client, userCount: number): ApplicationSubject {
  const { publicId: clientId, name, description, kind, logoPath, createdAt, updatedAt, suspendedBecause } = client;
  return { clientId, name, description, kind, logoPath, userCount, createdAt, updatedAt, suspendedBecause };
}

/** The same where nothing else needs to know how many people use it. */
export async function countedSubject(world: World, client: Client): Promise<ApplicationSubject> {
  return subjectOf(client, await countUsers(client.id, world));
}
