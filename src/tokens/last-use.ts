/** Notes uses off the request's path: of a family and its application (SPEC D7), and of each permission. */
import type { Source } from '../protocol/event.ts';
import { oncePerMinute } from '../storage/later/once-per-minute.ts';
import { noteClientUse } from '../storage/tables/clients/days.ts';
import { noteScopeUse } from '../storage/tables/tokens/consents.ts';
import { noteUse } from '../storage/tables/tokens/families.ts';
import type { World } from '../world.ts';

/** When, from where and by what tokens were last used, at the grain of a minute. */
export function noteLastUse(
  world: World,
  { familyId, clientId }: { readonly familyId: number; readonly clientId: number },
  { address, userAgent }: Source,
): void {
  const now = world.now();
  world.deferred.defer(`use:${familyId}`, now, () => noteUse(familyId, now, address, userAgent));
  world.deferred.defer(`client:${clientId}`, now, () => noteClientUse(clientId, { usedAt: now, address, userAgent }));
}

interface UsedRecord {
  readonly consentId: number | null;
}

/** Keyed by the list of uses: each endpoint has one of its own. */
const claims = new WeakMap<readonly string[], (record: UsedRecord, now: number) => boolean>();

/**
 * Of what a request of this kind uses, what the token has, so that people see which permissions an application could do
 * without. At the grain of a minute.
 */
export function noteScopeUses(
  world: World,
  record: UsedRecord,
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

function claimMinute(record: UsedRecord, uses: readonly string[], now: number): boolean {
  let claim = claims.get(uses);
  if (!claim) {
    claim = oncePerMinute();
    claims.set(uses, claim);
  }
  return claim(record, now);
}
