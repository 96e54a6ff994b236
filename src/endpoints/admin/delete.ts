/** GET and POST /admin/people/:account/delete: what would be lost, and the end of the account once its nickname was typed. */
import { countAffectedPeople, countHoldings } from '../../accounts/deletion.ts';
import { deletePerson, versionOf } from '../../accounts/managed.ts';
import { listSessions } from '../../accounts/sessions.ts';
import { pageReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { type PersonDeletion, personDeletionPage } from '../../pages/admin/person-deletion.ts';
import type { World } from '../../world.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { PERSON_DELETED } from '../where-deleted.ts';
import { administratorOf, type PersonContext } from './administrator.ts';
import { refusedReply } from './person-replies.ts';
import { readTypedNickname } from './typed-nickname.ts';

export const showPersonDelete: Handler<Confirmed<PersonContext>> = async (_request, world, met) => {
  const { visitor, person } = met;
  if (person.id === visitor.account.id) return refusedReply(visitor, 'self', person.id);
  return await deletionReply(world, met, {});
};

export const submitPersonDelete: Handler<Confirmed<Posted<PersonContext>>> = async (_request, world, met) => {
  const { visitor, person, form } = met;
  const because = readTypedNickname(form, person.nickname);
  if (!because.ok) return await deletionReply(world, met, because.refusal);
  // The typed nickname is that of the account as it was read for this very request.
  const isFor = (version: string) => version === versionOf(person);
  const act = { id: person.id, isFor, because: because.value };
  const outcome = await deletePerson(world, administratorOf(visitor), act);
  if (outcome.ok) return leaveFor(visitor, PERSON_DELETED);
  // It has changed within this request: what would be lost is shown anew.
  if (outcome.refusal === 'stale')
    return await deletionReply(world, met, { typed: person.nickname, reason: because.value ?? '' });
  return refusedReply(visitor, outcome.refusal, person.id);
};

async function deletionReply(
  world: World,
  { visitor, person }: PersonContext,
  { typed = '', reason = '', faults }: Partial<Pick<PersonDeletion, 'typed' | 'reason' | 'faults'>>,
): Promise<Reply> {
  const [record, affected, sessions] = await Promise.all([
    countHoldings(world, person.id),
    countAffectedPeople(world, person.id),
    listSessions(world, person.id),
  ]);
  const page = {
    id: person.id,
    nickname: person.nickname,
    isAdmin: person.adminAt !== null,
    sessionCount: sessions.length,
    authorizedCount: record.authorizedApplications,
    ownedCount: record.ownedApplications,
    affectedUserCount: affected,
    typed,
    reason,
    faults: faults ?? {},
  };
  return pageReply(visitor, (context) => personDeletionPage(context, page), {
    status: faults === undefined ? 200 : 422,
  });
}
