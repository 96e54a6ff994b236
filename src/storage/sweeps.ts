/** Which rows go when they have ended: table by table in the background, and all at once after a restore. */
import { type Sql, sql } from './sql.ts';
import { sweepDays } from './tables/clients/days.ts';
import { eraseDeleted, sweepClients } from './tables/clients/deleted.ts';
import { sweepRemovedSecrets } from './tables/clients/removed-secrets.ts';
import { sweepCreations } from './tables/creations.ts';
import { sweepOldAnswered, sweepSurplusAnswered } from './tables/events/answered-requests.ts';
import { sweepBlocks } from './tables/events/blocks.ts';
import { sweepEvents } from './tables/events/events.ts';
import { sweepOldRefused, sweepSurplusAuthentic, sweepSurplusRefused } from './tables/events/refused-requests.ts';
import { sweepImportedClients } from './tables/imports/applications.ts';
import { sweepImportedAccounts } from './tables/imports/people.ts';
import { sweepImported } from './tables/imports/tokens.ts';
import { sweepOldJobs, sweepSurplusJobs } from './tables/jobs.ts';
import { sweepLimits } from './tables/limits.ts';
import { sweepMoveChanges, sweepMoves } from './tables/moves.ts';
import { sweepSessions } from './tables/people/sessions.ts';
import { sweepSetupLinks } from './tables/people/setup-links.ts';
import { sweepSignInLinks } from './tables/people/sign-in-links.ts';
import { sweepServiceDays } from './tables/service-days.ts';
import type { Sweep } from './tables/sweep.ts';
import { sweepCodes } from './tables/tokens/codes.ts';
import {
  closeConsents,
  closeConsentsOfDeleted,
  sweepConsents,
  sweepScopeUses,
} from './tables/tokens/consent-sweeps.ts';
import { sweepOldEndings, sweepSurplusEndings } from './tables/tokens/endings.ts';
import { sweepFamilies, sweepPlaygroundFamilies, sweepUses } from './tables/tokens/families.ts';
import { sweepPairs, thinPairs } from './tables/tokens/pairs.ts';
import { sweepDeliveries } from './tables/webhooks/surplus-deliveries.ts';

/** In this order: consents are closed first, then goes what hangs on them, then they and at last their clients. */
export const SWEEPS: readonly Sweep[] = [
  sweepSessions,
  sweepLimits,
  sweepCreations,
  sweepCodes,
  sweepEvents,
  sweepBlocks,
  sweepDays,
  sweepServiceDays,
  sweepOldRefused,
  sweepSurplusAuthentic,
  sweepSurplusRefused,
  sweepOldAnswered,
  sweepSurplusAnswered,
  sweepRemovedSecrets,
  sweepOldJobs,
  sweepSurplusJobs,
  sweepOldEndings,
  sweepSurplusEndings,
  sweepDeliveries,
  sweepPlaygroundFamilies,
  closeConsents,
  closeConsentsOfDeleted,
  thinPairs,
  sweepPairs,
  sweepFamilies,
  sweepUses,
  sweepScopeUses,
  sweepConsents,
  eraseDeleted,
  sweepClients,
  sweepImported,
  sweepImportedAccounts,
  sweepImportedClients,
  sweepSetupLinks,
  sweepSignInLinks,
  sweepMoves,
  sweepMoveChanges,
];

/** So many rows of each kind at a time end well within the time that a statement may take. */
const MOST_AT_ONCE = 5000;

/**
 * One step of each kind; to be repeated until none touches a row. A consent is as old as its last renewal, a family as
 * its code; a family from before ends even where its consent was renewed later, and its pairs with it. Codes end with
 * their consents. The family of a client's own tokens stays, since new ones come from it; what it has issued ends. A link that
 * was used since a backup is unused in it.
 */
export function invalidateBefore(before: number, now: number): readonly Sql[] {
  return [
    sql`update consents set revoked_at = ${now}, revoked_because = 'revoked_by_operator', address = null,
      user_agent = null where id in
      (select id from consents where revoked_at is null and updated_at < ${before} limit ${MOST_AT_ONCE})`,
    sql`update families set revoked_at = ${now}, revoked_because = 'revoked_by_operator' where id in
      (select id from families where revoked_at is null and consent_id is not null and created_at < ${before}
        limit ${MOST_AT_ONCE})`,
    sql`update pairs set revoked_at = ${now} where id in
      (select p.id from pairs p join families f on f.id = p.family_id
        where p.revoked_at is null and p.issued_at < ${before} and f.consent_id is null limit ${MOST_AT_ONCE})`,
    sql`update codes set expires_at = ${now} where id in
      (select id from codes where redeemed_at is null and expires_at > ${now} and issued_at < ${before}
        limit ${MOST_AT_ONCE})`,
    sql`delete from sessions where digest in
      (select digest from sessions where created_at < ${before} limit ${MOST_AT_ONCE})`,
    sql`delete from sign_in_links where digest in
      (select digest from sign_in_links where created_at < ${before} limit ${MOST_AT_ONCE})`,
  ];
}
