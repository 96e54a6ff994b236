/** The numbered migrations and the rule that decides which of them a database still needs. */
import { Unusable } from './database.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { refusedRequests } from './migrations/0002-refused-requests.ts';
import { consentTerms } from './migrations/0003-consent-terms.ts';
import { portal } from './migrations/0004-portal.ts';
import { administration } from './migrations/0005-administration.ts';
import { playground } from './migrations/0006-playground.ts';
import { linksAndTraces } from './migrations/0007-links-and-traces.ts';
import { revisions } from './migrations/0008-revisions.ts';
import { roomForChanges } from './migrations/0009-room-for-changes.ts';
import { jobs } from './migrations/0010-jobs.ts';
import { authorization } from './migrations/0011-authorization.ts';
import { credentials } from './migrations/0012-credentials.ts';
import { endedConsents } from './migrations/0013-ended-consents.ts';
import { lookAlikes } from './migrations/0014-look-alikes.ts';
import { authenticRefusals } from './migrations/0015-authentic-refusals.ts';
import { disabledBecause } from './migrations/0016-disabled-because.ts';
import { endedRows } from './migrations/0017-ended-rows.ts';
import { imports } from './migrations/0018-imports.ts';
import { moves } from './migrations/0019-moves.ts';
import { leakedSecrets } from './migrations/0020-leaked-secrets.ts';
import { resources } from './migrations/0021-resources.ts';
import { endings } from './migrations/0022-endings.ts';
import { passwordCosts } from './migrations/0023-password-costs.ts';
import { management } from './migrations/0024-management.ts';
import { webhooks } from './migrations/0025-webhooks.ts';
import { eventChain } from './migrations/0026-event-chain.ts';
import { tokenLimits } from './migrations/0027-token-limits.ts';
import { serviceDays } from './migrations/0028-service-days.ts';
import { people } from './migrations/0029-people.ts';
import { marks } from './migrations/0030-marks.ts';
import { answeredRequests } from './migrations/0031-answered-requests.ts';
import { pictures } from './migrations/0032-pictures.ts';
import { approval } from './migrations/0033-approval.ts';
import { ownLimits } from './migrations/0034-own-limits.ts';
import { approvedScope } from './migrations/0035-approved-scope.ts';
import { liveRowsOfPeople } from './migrations/0036-live-rows-of-people.ts';
import { endedAccess } from './migrations/0037-ended-access.ts';
import { keptAnswers } from './migrations/0038-kept-answers.ts';
import { eventsToldTogether } from './migrations/0039-events-told-together.ts';
import { traces } from './migrations/0040-traces.ts';
import { eventsOfNobody } from './migrations/0041-events-of-nobody.ts';
import { sessionsHeld } from './migrations/0042-sessions-held.ts';
import { lineOfFamily } from './migrations/0043-line-of-a-family.ts';
import { eventsOfNote } from './migrations/0044-events-of-note.ts';
import { notesWithoutFunctions } from './migrations/0045-notes-without-functions.ts';
import { filedEvents } from './migrations/0046-filed-events.ts';
import { givenClients } from './migrations/0047-given-clients.ts';
import { approvedDetails } from './migrations/0048-approved-details.ts';
import { replacedSessions, replacedSessionsCounted } from './migrations/0049-replaced-sessions.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  /** Statements separated by semicolons; forward only, never edited after release. */
  readonly text: string;
  /** What SQLite alone needs besides, one statement each. */
  readonly sqlite?: readonly string[];
  /** The same for PostgreSQL. */
  readonly postgres?: readonly string[];
}

export const migrations: readonly Migration[] = [
  { number: 1, name: 'foundation', text: foundation },
  { number: 2, name: 'refused-requests', text: refusedRequests },
  { number: 3, name: 'consent-terms', text: consentTerms },
  { number: 4, name: 'portal', text: portal },
  { number: 5, name: 'administration', text: administration },
  { number: 6, name: 'playground', text: playground },
  { number: 7, name: 'links-and-traces', text: linksAndTraces },
  { number: 8, name: 'revisions', text: '', sqlite: revisions },
  { number: 9, name: 'room-for-changes', text: '', postgres: roomForChanges },
  { number: 10, name: 'jobs', text: jobs },
  { number: 11, name: 'authorization', text: authorization },
  { number: 12, name: 'credentials', text: credentials },
  { number: 13, name: 'ended-consents', text: endedConsents },
  { number: 14, name: 'look-alikes', ...lookAlikes },
  { number: 15, name: 'authentic-refusals', text: authenticRefusals },
  { number: 16, name: 'disabled-because', text: disabledBecause },
  { number: 17, name: 'ended-rows', ...endedRows },
  { number: 18, name: 'imports', text: imports },
  { number: 19, name: 'moves', ...moves },
  { number: 20, name: 'leaked-secrets', text: leakedSecrets },
  { number: 21, name: 'resources', ...resources },
  { number: 22, name: 'endings', ...endings },
  { number: 23, name: 'password-costs', text: passwordCosts },
  { number: 24, name: 'management', text: management },
  { number: 25, name: 'webhooks', ...webhooks },
  { number: 26, name: 'event-chain', text: eventChain },
  { number: 27, name: 'token-limits', text: tokenLimits },
  { number: 28, name: 'service-days', text: serviceDays },
  { number: 29, name: 'people', text: people },
  { number: 30, name: 'marks', text: marks },
  { number: 31, name: 'answered-requests', text: answeredRequests },
  { number: 32, name: 'pictures', text: pictures },
  { number: 33, name: 'approval', text: approval },
  { number: 34, name: 'own-limits', text: ownLimits },
  { number: 35, name: 'approved-scope', text: approvedScope },
  { number: 36, name: 'live-rows-of-people', text: liveRowsOfPeople },
  { number: 37, name: 'ended-access', text: endedAccess },
  { number: 38, name: 'kept-answers', text: keptAnswers },
  { number: 39, name: 'events-told-together', text: '', postgres: eventsToldTogether },
  { number: 40, name: 'traces', text: traces },
  { number: 41, name: 'events-of-nobody', text: '', sqlite: eventsOfNobody },
  { number: 42, name: 'sessions-held', text: '', sqlite: sessionsHeld },
  { number: 43, name: 'line-of-a-family', ...lineOfFamily },
  { number: 44, name: 'events-of-note', text: '', sqlite: eventsOfNote },
  { number: 45, name: 'notes-without-functions', text: '', sqlite: notesWithoutFunctions },
  { number: 46, name: 'filed-events', ...filedEvents },
  { number: 47, name: 'given-clients', text: givenClients },
  { number: 48, name: 'approved-details', text: approvedDetails },
  { number: 49, name: 'replaced-sessions', text: replacedSessions, sqlite: replacedSessionsCounted },
];

/** Where both engines keep the numbers of the migrations that were applied. */
export const LEDGER = `create table if not exists migrations (
  number bigint primary key, name text not null, applied_at bigint not null)`;

export function pending(applied: readonly number[]): readonly Migration[] {
  const newest = newestSchema();
  const ahead = schemaOf(applied);
  if (ahead > newest) {
    throw new Unusable(
      `The database was written by a newer version of Latchkey (schema ${ahead}, this program knows ${newest}). Start the newer program.`,
    );
  }
  return migrations.filter((migration) => !applied.includes(migration.number));
}

/** What the schema of a database is called: the number of the last migration that it has seen. */
export function schemaOf(applied: readonly number[]): number {
  return Math.max(0, ...applied);
}

export function newestSchema(): number {
  return schemaOf(migrations.map(({ number }) => number));
}

export function statementsOf(migration: Migration): readonly string[] {
  return migration.text
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
