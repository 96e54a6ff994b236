/** Which application waits behind a sign-in, so that nobody types a password without knowing what for. */
import { findClient } from '../clients/find.ts';
import { readQuery } from '../http/urlencoded.ts';
import type { Waiting } from '../pages/sign-in.ts';
import type { World } from '../world.ts';

const AUTHORIZE = '/oauth/authorize?';

/** `target` is where the way goes on, already judged local; only an authorization request has somebody waiting. */
export async function waitingApplication(world: World, target: string): Promise<Waiting | null> {
  if (!target.startsWith(AUTHORIZE)) return null;
  const query = readQuery(target.slice(AUTHORIZE.length));
  const clientId = query.ok ? query.value.get('client_id') : undefined;
  const client = clientId === undefined ? undefined : await findClient(clientId, world);
  return client ? { clientId: client.publicId, name: client.name } : null;
}
