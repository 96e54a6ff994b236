/** GET and POST /admin/people/:account/edit: the names and the address of an account. POST …/email: whether the address is verified. */
import type { Account } from '../../accounts/find.ts';
import { changePerson, type PersonNames } from '../../accounts/managed.ts';
import { type Fields, mergeOf, shownOf } from '../../http/browser/merged-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import { seeOther } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { personPath } from '../../pages/admin/admin-frame.ts';
import { type PersonEdit, personEditPage } from '../../pages/admin/person-edit.ts';
import type { DoneKey } from '../../pages/done.ts';
import type { Form } from '../../protocol/form.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { administratorOf, type PersonContext } from './administrator.ts';
import { refusedReply } from './person-replies.ts';

/** Everybody has a page of their own for their own. */
export const showPersonEdit: Handler<Confirmed<PersonContext>> = (_request, _world, met) =>
  met.person.id === met.visitor.account.id ? seeOther('/account') : editReply(met, {});

export const submitPersonEdit: Handler<Confirmed<Posted<PersonContext>>> = async (_request, world, met) => {
  const { visitor, person, form } = met;
  const { id } = person;
  if (id === visitor.account.id) return refusedReply(visitor, 'self', id);
  const merge = mergeOf<PersonNames>(form, fieldsOf);
  const change = (now: Account) => readNames(merge.over(now));
  const which = { id, isFor: () => true, change, isOvertaken: merge.isOvertaken };
  const outcome = await changePerson(world, administratorOf(visitor), which);
  if (outcome.ok) return leaveFor(visitor, `${personPath(id)}?done=person_changed`);
  const { refusal } = outcome;
  if ('faults' in refusal)
    return editReply(met, { ...change(person), shown: merge.again(person), faults: refusal.faults });
  if (refusal.reason !== 'stale' || !refusal.overtaken) return refusedReply(visitor, refusal.reason, id);
  const { person: now, next } = refusal.overtaken;
  return editReply({ visitor, person: now }, { ...change(now), shown: merge.overtakenBy(now, next) });
};

/** What was touched as it was typed, everything else as it is kept now. */
export const showPersonEditAgain: Handler<Posted<PersonContext>> = (_request, _world, met) => {
  const { visitor, person, form } = met;
  if (person.id === visitor.account.id) return refusedReply(visitor, 'self', person.id);
  const merge = mergeOf<PersonNames>(form, fieldsOf);
  return editReply(met, { ...readNames(merge.over(person)), shown: merge.again(person) });
};

/** Of the address that was looked at: whoever has another one meanwhile is not vouched for with this one. */
export const submitVouching: Handler<Confirmed<Posted<PersonContext>>> = async (_request, world, met) => {
  const { visitor, form } = met;
  const { id } = met.person;
  const isEmailVerified = form.get('decision') === 'verified';
  const isOvertaken = ({ email }: PersonNames) => email !== form.get('email');
  const which = { id, isFor: () => true, change: { isEmailVerified }, isOvertaken };
  const outcome = await changePerson(world, administratorOf(visitor), which);
  if (outcome.ok) {
    const done: DoneKey = isEmailVerified ? 'person_email_verified' : 'person_email_unverified';
    return leaveFor(visitor, `${personPath(id)}?done=${done}`);
  }
  const { refusal } = outcome;
  if ('faults' in refusal) throw new Error('A change of no name has no fault.');
  if (refusal.reason !== 'stale') return refusedReply(visitor, refusal.reason, id);
  return problemReply(visitor, {
    status: 409,
    reason: 'address_changed',
    backPath: personPath(id),
    backTo: 'person',
  });
};

function readNames(form: Form): PersonNames {
  return {
    nickname: form.get('nickname') ?? '',
    email: form.get('email') ?? '',
    name: form.get('name') ?? '',
    website: form.get('website') ?? '',
  };
}

/** What the fields of the page say. */
function fieldsOf({ nickname, email, name, website }: PersonNames): Fields {
  return { nickname: [nickname], email: [email], name: [name], website: [website] };
}

function editReply(
  { visitor, person }: Pick<PersonContext, 'visitor' | 'person'>,
  typed: Partial<Omit<PersonEdit, 'id' | 'current'>>,
): Reply {
  const { id, nickname, email, name, website } = person;
  const kept = { id, current: nickname, nickname, email, name, website, shown: shownOf(fieldsOf(person)), faults: {} };
  const page = { ...kept, ...typed };
  const status = typed.faults ? 422 : page.shown.overtaken.length > 0 ? 409 : 200;
  return pageReply(visitor, (context) => personEditPage(context, page), { status });
}
