/** GET and POST /admin/people/:account/edit: the names and the address of an account. */
import type { Account } from '../../accounts/find.ts';
import { changePerson, versionOf } from '../../accounts/managed.ts';
import { pageReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import { seeOther } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { personPath } from '../../pages/admin/admin-frame.ts';
import { type PersonEdit, personEditPage } from '../../pages/admin/person-edit.ts';
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
  const change = {
    nickname: form.get('nickname') ?? '',
    email: form.get('email') ?? '',
    name: form.get('name') ?? '',
    website: form.get('website') ?? '',
  };
  const isFor = (version: string) => version === form.get('version');
  const outcome = await changePerson(world, administratorOf(visitor), { id, isFor, change });
  if (outcome.ok) return leaveFor(visitor, `${personPath(id)}?done=person_changed`);
  const { refusal } = outcome;
  if ('faults' in refusal) return editReply(met, { ...change, faults: refusal.faults });
  if (refusal.reason === 'stale') return leaveFor(visitor, `${personPath(id)}/edit?done=person_changed_meanwhile`);
  return refusedReply(visitor, refusal.reason, id);
};

function editReply({ visitor, person }: PersonContext, typed: Partial<PersonEdit>): Reply {
  const page = { ...editOf(person), ...typed };
  return pageReply(visitor, (context) => personEditPage(context, page), { status: typed.faults ? 422 : 200 });
}

function editOf(person: Account): PersonEdit {
  const { id, nickname, email, name, website } = person;
  return { id, current: nickname, version: versionOf(person), nickname, email, name, website, faults: {} };
}
