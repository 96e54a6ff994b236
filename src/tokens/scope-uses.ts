/** Notes which permissions are really used, so that people see which ones an application could do without. */
import { noteScopeUse } from '../storage/consents.ts';
import type { World } from '../world.ts';

/** Of what a request of this kind uses, what the token has. Off the request's path, at the grain of a minute. */
export function noteScopeUses(
  world: World,
  consentId: number | null,
  scope: readonly string[],
  uses: readonly string[],
): void {
  if (consentId === null) return;
  const now = world.now();
  for (const name of uses) {
    if (!scope.includes(name)) continue;
    world.notebook.note(`scope:${consentId}:${name}`, now, () => noteScopeUse(consentId, name, now));
  }
}
