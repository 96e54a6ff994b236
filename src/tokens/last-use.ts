/** Notes uses off the request's path: of a family and its application (SPEC D7), and of each permission. */
import { perRecord } from '../per-record.ts';
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

/** Each endpoint has one list of uses, and notes for itself which records it has met in this minute. */
const claimMinuteFor = perRecord((_uses: readonly string[]) => oncePerMinute<UsedRecord>());

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
  if (!claimMinuteFor(uses)(record, now)) return;
  for (const name of uses) {
    if (!scope.includes(name)) continue;
    world.deferred.defer(`scope:${consentId}:${name}`, now, () => noteScopeUse(consentId, name, now));
  }
}
