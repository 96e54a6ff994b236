/** GET and POST /admin/people/:id/disable: what would end, and the end once the nickname was typed. */
import { disablePerson } from '../../accounts/administration.ts';
import { countHoldings } from '../../accounts/deletion.ts';
import { listSessions } from '../../accounts/sessions.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { pageReply } from '../../http/browser/page.ts';
import { leaveFor, requireConfirmed } from '../../http/browser/visitor.ts';
import type { Reply } from '../../http/request.ts';
import type { Handler } from '../../http/route.ts';
import { personPath } from '../../pages/admin/admin-frame.ts';
import { disablingPage } from '../../pages/admin/disabling.ts';
import { nicknameKey } from '../../protocol/people/account-rules.ts';
import type { World } from '../../world.ts';
import { administratorOf } from './administrator.ts';
import { type Meeting, refusedReply, requirePerson } from './person.ts';

/** The password is asked for here already, so that what is typed on this page is not lost on the way to it. */
export const showDisable: Handler = async (request, world) => {
  const met = await requirePerson(request, world);
  if (!met.ok) return met.refusal;
  const { visitor, person } = met.value;
  if (person.id === visitor.account.id) return refusedReply(visitor, 'self', person.id);
  const confirmed = requireConfirmed(visitor, `${personPath(person.id)}/disable`);
  return confirmed.ok ? await disablingReply(world, met.value, null) : confirmed.refusal;
};

export const submitDisable: Handler = async (request, world) => {
  const met = await requirePerson(request, world);
  if (!met.ok) return met.refusal;
  const { visitor, person } = met.value;
  const path = personPath(person.id);
  const form = readGuardedForm(visitor, 'page', `${path}/disable`);
  if (!form.ok) return form.refusal;
  const confirmed = requireConfirmed(visitor, `${path}/disable`);
  if (!confirmed.ok) return confirmed.refusal;
  const typed = form.value.get('confirm_nickname') ?? '';
  if (nicknameKey(typed) !== nicknameKey(person.nickname)) return await disablingReply(world, met.value, typed);
  const outcome = await disablePerson(world, administratorOf(visitor), person.id);
  return outcome.ok
    ? leaveFor(visitor, `${path}?done=person_disabled`)
    : refusedReply(visitor, outcome.refusal, person.id);
};

/** `typed` is what did not fit; null before anything was typed. */
async function disablingReply(world: World, { visitor, person }: Meeting, typed: string | null): Promise<Reply> {
  const [record, sessions] = await Promise.all([countHoldings(world, person.id), listSessions(world, person.id)]);
  const page = {
    id: person.id,
    nickname: person.nickname,
    sessionCount: sessions.length,
    authorizedCount: record.authorizedApplications,
    ownedCount: record.ownedApplications,
    typed: typed ?? '',
    faults: typed === null ? {} : { confirm_nickname: { reason: 'person_nickname_differs' } as const },
  };
  return pageReply(visitor, (context) => disablingPage(context, page), { status: typed === null ? 200 : 422 });
}
