/** What an account has allowed applications to do, and how it takes that back (effective at once). */
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import { attempt, stale } from '../storage/attempt.ts';
import {
  findLiveConsentFor,
  type ListedConsent,
  listLiveConsents,
  revokeConsent,
  revokeConsentsOfAccount,
} from '../storage/consents.ts';
import type { World } from '../world.ts';

export type Authorization = ListedConsent;

export interface AuthorizationPage {
  readonly authorizations: readonly Authorization[];
  readonly hasMore: boolean;
}

const PAGE = 50;
/** For each of so many applications, revoking all writes an event of its own that its developer sees. */
const MOST_EVENTS = 1000;

/** Those given last come first. Pages are counted from 1. */
export async function listAuthorizations(world: World, accountId: number, page: number): Promise<AuthorizationPage> {
  const found = await listLiveConsents(world.database, accountId, { skip: (page - 1) * PAGE, most: PAGE + 1 });
  return { authorizations: found.slice(0, PAGE), hasMore: found.length > PAGE };
}

/** One that was not there, or no longer, is no failure: the wish is fulfilled. */
export async function revokeAuthorization(
  world: World,
  { accountId, clientPublicId }: { readonly accountId: number; readonly clientPublicId: string },
  source: Source,
): Promise<void> {
  await attempt(async () => {
    const consent = await findLiveConsentFor(world.database, accountId, clientPublicId);
    if (!consent) return undefined;
    const written = await world.database.write([
      revokeConsent(consent.id, accountId, world.now()),
      report(world, source, 'consent.revoked', { accountId, clientId: consent.clientId }),
    ]);
    return written === null ? stale : undefined;
  });
}

/** Everything in one batch: there is no moment at which half of it is revoked. Answers how many there were. */
export async function revokeAllAuthorizations(
  world: World,
  accountId: number,
  source: Source,
  detail = 'all at once',
): Promise<number> {
  return await attempt(async () => {
    const consents = await listLiveConsents(world.database, accountId, { skip: 0, most: MOST_EVENTS });
    const events = consents.map(({ clientId }) =>
      report(world, source, 'consent.revoked', { accountId, clientId, detail }),
    );
    const written = await world.database.write([revokeConsentsOfAccount(accountId, world.now()), ...events]);
    return written === null ? stale : (written[0] ?? 0);
  });
}
