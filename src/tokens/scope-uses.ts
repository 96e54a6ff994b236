/** Notes which permissions are really used, so that people see which ones an application could do without. */

import { onceAMinute } from '../storage/later/once-a-minute.ts';
import { noteScopeUse } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';
import type { Held } from './inspect.ts';

/** By the list of uses, which each endpoint has one of. */
const notedFor = new WeakMap<readonly string[], (held: Held, now: number) => boolean>();

/** Of what a request of this kind uses, what the token has. Off the request's path, at the grain of a minute. */
export function noteScopeUses(world: World, held: Held, scope: readonly string[], uses: readonly string[]): void {
  const { consentId } = held;
  if (consentId === null) return;
  const now = world.now();
  if (!isFirstThisMinute(held, uses, now)) return;
  for (const name of uses) {
    if (!scope.includes(name)) continue;
    world.notebook.note(`scope:${consentId}:${name}`, now, () => noteScopeUse(consentId, name, now));
  }
}

function isFirstThisMinute(held: Held, uses: readonly string[], now: number): boolean {
  let isFirst = notedFor.get(uses);
  if (!isFirst) {
    isFirst = onceAMinute();
    notedFor.set(uses, isFirst);
  }
  return isFirst(held, now);
}
