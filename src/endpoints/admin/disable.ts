/** GET and POST /admin/people/:account/disable: what would end, and the end once the nickname was typed. */
import { disablePerson } from '../../accounts/administration.ts';
import { countHoldings } from '../../accounts/deletion.ts';
import { listSessions } from '../../accounts/sessions.ts';
import { pageReply } from '../../http/browser/page.ts';
import { isFresh, leaveFor, withReturn } from '../../http/browser/visitor.ts';
import { seeOther } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { personPath } from '../../pages/admin/admin-frame.ts';
import { type Disabling, disablingPage } from '../../pages/admin/disabling.ts';
import type { World } from '../../world.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { administratorOf, type PersonContext } from './administrator.ts';
import { refusedReply } from './person-replies.ts';
import { readTypedNickname } from './typed-nickname.ts';

/** The password is asked for here already: this page exists for a dangerous act alone. */
export const showDisable: Handler<PersonContext> = async (_request, world, met) => {
  const { visitor, person } = met;
  if (person.id === visitor.account.id) return refusedReply(visitor, 'self', person.id);
  if (!isFresh(visitor)) return seeOther(withReturn(visitor, '/confirm', `${personPath(person.id)}/disable`));
  return await disablingReply(world, met, {});
};

export const submitDisable: Handler<Confirmed<Posted<PersonContext>>> = async (_request, world, met) => {
  const { visitor, person, form } = met;
  const path = personPath(person.id);
  const because = readTypedNickname(form, person.nickname);
  if (!because.ok) return await disablingReply(world, met, because.refusal);
  const outcome = await disablePerson(world, administratorOf(visitor), { id: person.id, because: because.value });
  return outcome.ok
    ? leaveFor(visitor, `${path}?done=person_disabled`)
    : refusedReply(visitor, outcome.refusal, person.id);
};

/** The reason, not the nickname that is typed to confirm it. */
export const showDisableAgain: Handler<Posted<PersonContext>> = (_request, world, met) => {
  const { visitor, person, form } = met;
  if (person.id === visitor.account.id) return refusedReply(visitor, 'self', person.id);
  return disablingReply(world, met, { reason: form.get('reason') ?? '' });
};

/** What was typed and did not fit; nothing before anything was typed. */
async function disablingReply(
  world: World,
  { visitor, person }: PersonContext,
  { typed = '', reason = '', faults }: Partial<Pick<Disabling, 'typed' | 'reason' | 'faults'>>,
): Promise<Reply> {
  const [record, sessions] = await Promise.all([countHoldings(world, person.id), listSessions(world, person.id)]);
  const page = {
    id: person.id,
    nickname: person.nickname,
    sessionCount: sessions.length,
    authorizedCount: record.authorizedApplications,
    ownedCount: record.ownedApplications,
    typed,
    reason,
    faults: faults ?? {},
  };
  return pageReply(visitor, (context) => disablingPage(context, page), { status: faults === undefined ? 200 : 422 });
}
