/** Notes which permissions are really used, so that people see which ones an application could do without. */
import { perRecord } from '../per-record.ts';
import { oncePerMinute } from '../storage/later/once-per-minute.ts';
import { noteScopeUse } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';
import type { TokenRecord } from './inspect.ts';

/** Each endpoint has one list of uses, and notes for itself which records it has met in this minute. */
const claimMinuteFor = perRecord((_uses: readonly string[]) => oncePerMinute<TokenRecord>());

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
  if (!claimMinuteFor(uses)(record, now)) return;
  for (const name of uses) {
    if (!scope.includes(name)) continue;
    world.deferred.defer(`scope:${consentId}:${name}`, now, () => noteScopeUse(consentId, name, now));
  }
}
