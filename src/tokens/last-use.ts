/** Notes when, from where and by what tokens were last used: of a family, and of its application (SPEC D7). */
import type { Source } from '../protocol/event.ts';
import { noteClientUse } from '../storage/tables/clients/days.ts';
import { noteUse } from '../storage/tables/tokens/families.ts';
import type { World } from '../world.ts';

/** Off the request's path, at the grain of a minute. */
export function noteLastUse(
  world: World,
  { familyId, clientId }: { readonly familyId: number; readonly clientId: number },
  { address, userAgent }: Source,
): void {
  const now = world.now();
  world.deferred.defer(`use:${familyId}`, now, () => noteUse(familyId, now, address, userAgent));
  world.deferred.defer(`client:${clientId}`, now, () => noteClientUse(clientId, { usedAt: now, address, userAgent }));
}
