/** What an account has allowed applications to do, and how it takes that back (effective at once). */
import { report } from '../events/report.ts';
import { endOf, type Lasts } from '../protocol/authorize/consent-terms.ts';
import type { Source } from '../protocol/event.ts';
import { nameKey } from '../protocol/people/text-rules.ts';
import type { ConsentEnd } from '../protocol/tokens/family-history.ts';
import { attempt, stale } from '../storage/database.ts';
import { oneAtATime } from '../storage/one-at-a-time.ts';
import type { Sql } from '../storage/sql.ts';
import {
  APPLICATIONS_ENDED,
  consentLine,
  endConsentsOfAccount,
  findLiveConsentsFor,
  narrowConsent,
  readScopeUses,
  renewConsent,
  revokeConsent,
  type ScopeUse,
} from '../storage/tables/tokens/consents.ts';
import {
  type ConsentPlace,
  type ListedConsent,
  listLiveConsents,
} from '../storage/tables/tokens/consents-of-account.ts';
import type { World } from '../world.ts';

export type Authorization = ListedConsent;

interface AuthorizationPage {
  readonly authorizations: readonly Authorization[];
  readonly hasMore: boolean;
}

/** Whose access to whose account. */
interface Which {
  readonly accountId: number;
  readonly clientPublicId: string;
}

const PAGE = 50;
/** Revoking all writes an event for each application, which its developer sees: for at most this many. */
const MOST_EVENTS = 1000;

/** Those given last come first, of applications with this in their name. Pages are counted from 1. */
export async function listAuthorizations(
  world: World,
  accountId: number,
  page: number,
  words = '',
): Promise<AuthorizationPage> {
  const found = await listLiveConsents(world.database, {
    accountId,
    clientPublicId: null,
    name: words === '' ? null : `%${nameKey(words).replace(/[!%_]/g, '!$&')}%`,
    now: world.now(),
    skip: (page - 1) * PAGE,
    most: PAGE + 1,
  });
  return { authorizations: found.slice(0, PAGE), hasMore: found.length > PAGE };
}

/** Beyond one for each API there is none. */
const MOST_OF_CLIENT = 200;

/** Below a place in the list, those given last first. */
export function listAuthorizationsBelow(
  world: World,
  accountId: number,
  { before, most }: { readonly before: ConsentPlace | undefined; readonly most: number },
): Promise<readonly Authorization[]> {
  return listLiveConsents(world.database, {
    accountId,
    clientPublicId: null,
    now: world.now(),
    skip: 0,
    most,
    ...(before === undefined ? {} : { before }),
  });
}

/** One for each API that it may use, and one for none in particular; empty when the application has no access now. */
export function findAuthorizations(world: World, which: Which): Promise<readonly Authorization[]> {
  return listLiveConsents(world.database, { ...which, now: world.now(), skip: 0, most: MOST_OF_CLIENT });
}

/** When each permission was last really used; those never used are absent. */
export function scopeUsesOf(world: World, { id }: Pick<Authorization, 'id'>): Promise<readonly ScopeUse[]> {
  return readScopeUses(world.database, id);
}

/** All access of the application. Revoking what is not there, or no longer, succeeds: the result is the same. */
export async function revokeAuthorization(world: World, which: Which, source: Source): Promise<void> {
  const { accountId, clientPublicId } = which;
  await onConsent(world, which, async () => {
    const consents = await findLiveConsentsFor(world.database, accountId, clientPublicId);
    const [first] = consents;
    if (!first) return undefined;
    const written = await world.database.write([
      ...consents.map(({ id }) => revokeConsent(id, 'removed', world.now())),
      report(world, source, 'consent.revoked', { accountId, clientId: first.clientId }),
    ]);
    if (written === null) return stale;
    world.deferred.count(first.clientId, 'departure', world.now());
    return undefined;
  });
}

/** In line with what is allowed, in this process, to the same application meanwhile (grants/authorize.ts). */
function onConsent<T>({ database }: World, which: Which, once: () => Promise<T | typeof stale>): Promise<T> {
  return oneAtATime(database, consentLine(which), () => attempt(once));
}

/** Which permission, and (null for none in particular) for which API. */
interface OnePermission extends Which {
  readonly scope: string;
  readonly resourcePublicId: string | null;
}

/**
 * Takes one permission back, and answers what has ended. With the last permission all access ends, since
 * nothing is left. A permission that the application requires can only be revoked with all of its access.
 */
export async function removeScope(
  world: World,
  which: OnePermission,
  source: Source,
): Promise<'permission' | 'access' | 'nothing'> {
  return await onConsent(world, which, async () => {
    const consents = await findAuthorizations(world, which);
    const consent = consents.find(({ resourcePublicId }) => resourcePublicId === which.resourcePublicId);
    const scope = consent?.scope.split(' ') ?? [];
    const isRequired = consent?.requiredScope.split(' ').includes(which.scope) === true;
    if (!consent || !scope.includes(which.scope) || isRequired) return 'nothing';
    const { accountId } = which;
    if (scope.length === 1) {
      const { clientId } = consent;
      const ended = await world.database.write([
        revokeConsent(consent.id, 'removed', world.now()),
        report(world, source, 'consent.revoked', { accountId, clientId }),
      ]);
      if (ended === null) return stale;
      return consents.length === 1 ? 'access' : 'permission';
    }
    const written = await world.database.write([
      ...narrowConsent(consent, which.scope, world.now()),
      report(world, source, 'consent.narrowed', { accountId, clientId: consent.clientId, detail: which.scope }),
    ]);
    return written === null ? stale : 'permission';
  });
}

/** The access to one API, or (null) to none in particular. */
interface OneAccess extends Which {
  readonly resourcePublicId: string | null;
}

/** Another end for access that was given before, counted from now; the same end is not told. False where there is no such access. */
export async function changeEnd(world: World, which: OneAccess, lasts: Lasts, source: Source): Promise<boolean> {
  return await onConsent(world, which, async () => {
    const consents = await findAuthorizations(world, which);
    const consent = consents.find(({ resourcePublicId }) => resourcePublicId === which.resourcePublicId);
    if (!consent) return false;
    const now = world.now();
    const endsAt = endOf(lasts, now);
    if (endsAt === consent.endsAt) return true;
    const written = await world.database.write([
      renewConsent(consent, { scope: consent.scope, endsAt }, now),
      report(world, source, 'consent.end_changed', {
        accountId: which.accountId,
        clientId: consent.clientId,
        detail: lasts,
      }),
    ]);
    return written === null ? stale : true;
  });
}

type EndOfAll = Extract<ConsentEnd, 'removed_with_all' | 'revoked_by_operator'>;

/** Everything in one batch: there is no moment at which half of it is revoked. Answers how many there were. */
export async function revokeAllAuthorizations(
  world: World,
  accountId: number,
  source: Source,
  because: EndOfAll = 'removed_with_all',
): Promise<number> {
  return await attempt(async () => {
    const { writes } = await endAllAccess(world, accountId, source, because);
    const written = await world.database.write(writes);
    return written === null ? stale : (written[APPLICATIONS_ENDED] ?? 0);
  });
}

/** What an act writes that also ends every access to the account, and how many applications have one now. */
export async function endAllAccess(
  world: World,
  accountId: number,
  source: Source,
  because: EndOfAll,
  by = 'by the operator',
): Promise<{ readonly writes: readonly Sql[]; readonly count: number }> {
  const detail = because === 'removed_with_all' ? 'all at once' : `all at once, ${by}`;
  const now = world.now();
  const listing = { accountId, clientPublicId: null, now, skip: 0, most: MOST_EVENTS };
  const consents = await listLiveConsents(world.database, listing);
  const clients = new Set(consents.map(({ clientId }) => clientId));
  const events = [...clients].map((clientId) =>
    report(world, source, 'consent.revoked', { accountId, clientId, detail }),
  );
  const writes = [...endConsentsOfAccount(accountId, because, now), ...events];
  return { writes, count: clients.size };
}
