/** Notes which permissions are really used, so that people see which ones an application could do without. */

import { oncePerMinute } from '../storage/later/once-per-minute.ts';
import { noteScopeUse } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';
import type { TokenRecord } from './inspect.ts';

/** By the list of uses, which each endpoint has one of. */
const notedFor = new WeakMap<readonly string[], (record: TokenRecord, now: number) => boolean>();

/** Of what a request of this kind uses, what the token has. Off the request's path, at the grain of a minute. */
export function noteScopeUses(
  world: World,
  record: TokenRecord,
  scope: readonly string[],
  uses: readonly string[],
): void {
  const { consentId } = record;
  if (consentId === null) return;
  const now = world.now();
  if (!claimMinute(record, uses, now)) return;
  for (const name of uses) {
    if (!scope.includes(name)) continue;
    world.deferred.defer(`scope:${consentId}:${name}`, now, () => noteScopeUse(consentId, name, now));
  }
}

function claimMinute(record: TokenRecord, uses: readonly string[], now: number): boolean {
  let isFirst = notedFor.get(uses);
  if (!isFirst) {
    isFirst = oncePerMinute();
    notedFor.set(uses, isFirst);
  }
  return isFirst(record, now);
}
