/** Records what an account allows an application, and for how long: the act of consent, whatever follows from it. */
import { report } from '../events/report.ts';
import { endOf, type Lasts } from '../protocol/authorize/consent-terms.ts';
import type { Source } from '../protocol/event.ts';
import { formatScope } from '../protocol/scope.ts';
import { isBefore } from '../protocol/tokens/liveness.ts';
import { stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import {
  findLiveConsent,
  insertConsent,
  narrowGrants,
  renewConsent,
  revokeConsent,
} from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';

/** Who allows whom. */
interface Consenting {
  readonly accountId: number;
  readonly client: { readonly id: number };
  /** What was asked for, and what it is allowed for. */
  readonly request: { readonly scope: readonly string[]; readonly resource: { readonly id: number } | null };
  readonly source: Source;
}

/** What the account allows, and for how long. */
export interface Approval {
  readonly granted: readonly string[];
  readonly lasts: Lasts;
}

/** A consent about to be: its number, and the writes that make it real, for the batch of the act that needs it. */
interface RecordedConsent {
  readonly consentId: number;
  /** True where there was none before. */
  readonly isNew: boolean;
  readonly writes: readonly Sql[];
}

/**
 * The end that was chosen last is the end of all access of this application to this resource: people choose it for the
 * application, not for one of its devices. A family keeps an earlier end of its own. So with a permission that was allowed
 * before, was asked for again and is not granted now: it is taken back. What was not asked for stays.
 */
export async function recordConsent(
  world: World,
  { accountId, client, request, source }: Consenting,
  { granted, lasts }: Approval,
): Promise<RecordedConsent | typeof stale> {
  const resourceId = request.resource?.id ?? null;
  const kept = await findLiveConsent(world.database, { accountId, clientId: client.id, resourceId });
  const now = world.now();
  // What ended stays ended: a new consent is a new row, so that it revives no old token.
  if (kept && !isBefore(now, kept.endsAt)) {
    const ended = await world.database.write([revokeConsent(kept.id, 'ended', now)]);
    if (ended) world.deferred.count(client.id, 'departure', now);
    return stale;
  }
  const consentId = kept?.id ?? world.nextId();
  const endsAt = endOf(lasts, now);
  const about = { accountId, clientId: client.id };
  const given = report(world, source, 'consent.given', { ...about, detail: formatScope(granted) });
  if (kept) {
    const before = kept.scope.split(' ');
    const removed = before.filter((name) => request.scope.includes(name) && !granted.includes(name));
    const scope = [...new Set([...before, ...granted])].filter((name) => !removed.includes(name));
    const renewal = renewConsent(kept, { scope: formatScope(scope), endsAt }, now);
    const losses = removed.flatMap((name) => narrowGrants(kept.id, name));
    const told = { ...about, detail: formatScope(removed) };
    const narrowed = removed.length === 0 ? [] : [report(world, source, 'consent.narrowed', told)];
    return { consentId, isNew: false, writes: [renewal, ...losses, ...narrowed, given] };
  }
  const terms = { scope: formatScope([...new Set(granted)]), grantedAt: now, endsAt };
  const consent = insertConsent({ id: consentId, accountId, clientId: client.id, resourceId, ...terms, source });
  return { consentId, isNew: true, writes: [consent, given] };
}
