/** What is done to people through the management API, and on pages where it changes or deletes an account. */

import { byWords, mayAdminister } from '../events/administering.ts';
import { report } from '../events/report.ts';
import { digest } from '../protocol/digest.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import { deleteCredentialsOf } from '../storage/tables/people/credentials.ts';
import type { PersonRow } from '../storage/tables/people/search.ts';
import { endSession } from '../storage/tables/people/sessions.ts';
import { FIRST, walkPeople } from '../storage/tables/people/walk.ts';
import { findLiveConsentsFor, revokeConsent } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';
import {
  type Administrator,
  act,
  findPerson,
  guardsBeside,
  type Judged,
  type Outcome,
  told,
} from './administration.ts';
import { endAllAccess } from './authorizations.ts';
import { endAccount } from './deletion.ts';
import type { Account } from './find.ts';
import { examineChange, type PersonChange, type PersonFaults, writesOfChange } from './managed/change.ts';
import { findFollowing } from './sessions.ts';

/** Changes with everything that an administrator may change, and with nothing that changes by itself. */
export function versionOf(person: Account): string {
  const { nickname, email, emailVerifiedAt, name, website, avatarUrl, locale } = person;
  const { adminAt, developerAt, disabledAt } = person;
  const facts = [nickname, email, emailVerifiedAt, name, website, avatarUrl, locale, adminAt, developerAt, disabledAt];
  return digest(JSON.stringify(person.pictureDigest === null ? facts : [...facts, person.pictureDigest]));
}

interface SeenPerson {
  readonly id: number;
  readonly isFor: (version: string) => boolean;
}

/** What an administrator changes of an account on the page for it. */
export type PersonNames = Pick<Account, 'nickname' | 'email' | 'name' | 'website'>;

interface ChangeOfPerson extends SeenPerson {
  /** What is left out stays as it is. */
  readonly change: PersonChange | ((person: Account) => PersonChange);
  /** Whether it would undo what was changed elsewhere; never where this is missing. */
  readonly isOvertaken?: (now: PersonNames, next: PersonNames) => boolean;
}

type PersonRefusal =
  | { readonly faults: PersonFaults }
  | { readonly reason: 'unknown' | 'powerless' }
  | { readonly reason: 'stale'; readonly overtaken?: { readonly person: Account; readonly next: PersonNames } };

export async function changePerson(
  world: World,
  by: Administrator,
  { id, isFor, change, isOvertaken }: ChangeOfPerson,
): Promise<Result<Account, PersonRefusal>> {
  return await attempt<Result<Account, PersonRefusal>>(async () => {
    if (!(await mayAdminister(world, by))) return refuse({ reason: 'powerless' });
    const person = await findPerson(world, id);
    if (!person) return refuse({ reason: 'unknown' });
    if (!isFor(versionOf(person))) return refuse({ reason: 'stale' });
    const next = await examineChange(world, person, typeof change === 'function' ? change(person) : change);
    if (!next.ok) return refuse({ faults: next.refusal });
    if (isOvertaken?.(person, next.value)) return refuse({ reason: 'stale', overtaken: { person, next: next.value } });
    const judged = await writesOfChange(world, person, next.value);
    if (!judged.ok) return refuse({ faults: judged.refusal });
    if (judged.value === null) return accept(person);
    const { write, kinds } = judged.value;
    const written = await world.database.write([
      ...guardsBeside(by, person),
      write,
      ...kinds.map((kind) => told(world, by, kind, id)),
    ]);
    if (written === null) return stale;
    const changed = await findPerson(world, id);
    return changed ? accept(changed) : refuse({ reason: 'unknown' });
  });
}

/**
 * As its owner would do it, without the password (SPEC D28). The acting administrator is left, so one always is. The
 * reason is for the log alone.
 */
export function deletePerson(
  world: World,
  by: Administrator,
  { id, isFor, because = null }: SeenPerson & { readonly because?: string | null },
): Promise<Outcome> {
  return act(world, by, id, async (person): Promise<Judged> => {
    if (person.id === by.id) return 'self';
    if (!isFor(versionOf(person))) return 'stale';
    const detail = because === null ? byWords(by) : `${byWords(by)}: ${because}`;
    const ended = await endAccount(world, person, { source: by.source, detail, isSeen: true });
    return [deleteCredentialsOf(id), ...ended];
  });
}

/** Newest first, behind the one who came at this time with this number. */
export async function listPeopleBelow(
  world: World,
  {
    before,
    most,
  }: { readonly before: { readonly createdAt: number; readonly id: number } | undefined; readonly most: number },
): Promise<readonly PersonRow[]> {
  const after = { ...FIRST.newest, ...before };
  return (await walkPeople(world.database, 'newest', EVERYBODY, { after, length: most, most })).people;
}

const EVERYBODY = { filter: null, nickname: null, email: '', names: ['', '', '', ''] } as const;

/** Or what took its place since; `already` where it had ended before. */
export function endSessionOf(
  world: World,
  by: Administrator,
  { id, session }: { readonly id: number; readonly session: string },
): Promise<Outcome> {
  return act(world, by, id, async (): Promise<Judged> => {
    const ended = await findFollowing(world, id, session);
    if (ended === undefined) return 'already';
    return [...endSession(ended, id), told(world, by, 'account.session_ended', id)];
  });
}

/** All access of one application to the account, or (null) of all; `already` where there is none. */
export function endConsentsOf(
  world: World,
  by: Administrator,
  { id, clientPublicId }: { readonly id: number; readonly clientPublicId: string | null },
): Promise<Outcome> {
  return act(world, by, id, async (): Promise<Judged> => {
    if (clientPublicId === null) {
      const { writes, count } = await endAllAccess(world, id, by.source, 'revoked_by_operator', byWords(by));
      return count === 0 ? 'already' : writes;
    }
    const consents = await findLiveConsentsFor(world.database, id, clientPublicId);
    const [first] = consents;
    if (!first) return 'already';
    const about = { accountId: id, clientId: first.clientId, detail: byWords(by) };
    return [
      ...consents.map((consent) => revokeConsent(consent.id, 'revoked_by_operator', world.now())),
      report(world, by.source, 'consent.revoked', about),
    ];
  });
}
