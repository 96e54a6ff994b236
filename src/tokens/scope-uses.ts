/** Notes which permissions are really used, so that people see which ones an application could do without. */
import { noteScopeUse } from '../storage/consents.ts';
import type { World } from '../world.ts';
import type { Held } from './inspect.ts';

/** By the list of uses, which each endpoint has one of: the minute for which a record was noted last. */
const minutes = new WeakMap<readonly string[], WeakMap<Held, number>>();

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
  let known = minutes.get(uses);
  if (!known) {
    known = new WeakMap();
    minutes.set(uses, known);
  }
  const minute = Math.floor(now / 60);
  if (known.get(held) === minute) return false;
  known.set(held, minute);
  return true;
}
