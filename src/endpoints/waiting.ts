/** Which application waits behind a sign-in, so that nobody types a password without knowing what for. */
import type { Waiting } from '../pages/sign-in.ts';
import type { World } from '../world.ts';

export async function waitingApplication(_world: World, _target: string): Promise<Waiting | null> {
  return null;
}
