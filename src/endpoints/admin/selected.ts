/** POST /admin/people/selected: people who were ticked in the list are disabled or signed out, once that is confirmed. */
import { actOnMany, findPerson, type ManyAct, MOST_SELECTED } from '../../accounts/administration.ts';
import type { Account } from '../../accounts/find.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor, leaveNaming, type Visitor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { type Selected, selectedPage } from '../../pages/admin/selected.ts';
import type { DoneKey } from '../../pages/done.ts';
import type { Form } from '../../protocol/form.ts';
import { readAccountNumber } from '../../protocol/people/account-rules.ts';
import type { AdministrationFault } from '../../protocol/people/field-fault.ts';
import { examineOptionalReason } from '../../protocol/people/suspension.ts';
import type { World } from '../../world.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { type AdministratorContext, administratorOf } from './administrator.ts';

const LIST = '/admin/people';
const ACTS = ['disable', 'sign_out'] as const;

/** Asks first: nothing is changed here. */
export const askAboutSelected: Handler<Posted<AdministratorContext>> = async (_request, world, { visitor, form }) => {
  const act = ACTS.find((each) => each === form.get('act'));
  const ids = readIds(form);
  if (act === undefined || ids === undefined) {
    return problemReply(visitor, { status: 400, about: 'request', reason: 'form_unreadable' });
  }
  const list = listOf(visitor, form);
  if (ids.length === 0) return leaveFor(visitor, telling(list, 'nobody_selected'));
  return await askReply({ visitor }, world, { act, ids, list, reason: '', fault: undefined });
};

export const submitDisableSelected: Handler<Confirmed<Posted<AdministratorContext>>> = async (
  _request,
  world,
  { visitor, form },
) => {
  const ids = readIds(form);
  if (ids === undefined) return problemReply(visitor, { status: 400, about: 'request', reason: 'form_unreadable' });
  const reason = form.get('reason') ?? '';
  const because = examineOptionalReason(reason);
  const list = listOf(visitor, form);
  if (!because.ok) {
    return await askReply({ visitor }, world, { act: 'disable', ids, list, reason, fault: because.refusal });
  }
  const count = await actOnMany(world, administratorOf(visitor), { act: 'disable', ids, because: because.value });
  return leaveNaming(visitor, telling(list, 'people_disabled'), String(count));
};

export const submitSignOutSelected: Handler<Confirmed<Posted<AdministratorContext>>> = async (
  _request,
  world,
  { visitor, form },
) => {
  const ids = readIds(form);
  if (ids === undefined) return problemReply(visitor, { status: 400, about: 'request', reason: 'form_unreadable' });
  const count = await actOnMany(world, administratorOf(visitor), { act: 'sign_out', ids, because: null });
  return leaveNaming(visitor, telling(listOf(visitor, form), 'people_signed_out'), String(count));
};

interface Asked {
  readonly act: ManyAct;
  readonly ids: readonly number[];
  readonly list: string;
  readonly reason: string;
  readonly fault: AdministrationFault | undefined;
}

/** One's own account is named and left out, so that an administrator always remains. */
async function askReply(
  { visitor }: Pick<AdministratorContext, 'visitor'>,
  world: World,
  { act, ids, list, reason, fault }: Asked,
): Promise<Reply> {
  const found = await Promise.all(ids.map((id) => findPerson(world, id)));
  const people = found.filter((person): person is Account => person !== null);
  const page: Selected = {
    act,
    people: people.filter(({ id }) => id !== visitor.account.id).map(({ id, nickname }) => ({ id, nickname })),
    includesOneself: ids.includes(visitor.account.id),
    list,
    reason,
    fault,
  };
  return pageReply(visitor, (context) => selectedPage(context, page), { status: fault === undefined ? 200 : 422 });
}

/** As it was searched and turned over; whatever else was sent means its beginning. */
function listOf({ routes }: Visitor, form: Form): string {
  const target = routes.localTarget(form.get('list'));
  return target.split('?')[0] === LIST ? target : LIST;
}

function telling(list: string, done: DoneKey): string {
  return `${list}${list.includes('?') ? '&' : '?'}done=${done}`;
}

/** Undefined for what no page of ours sends. */
function readIds(form: Form): readonly number[] | undefined {
  const ids = form.all('person').map(readAccountNumber);
  const numbers = ids.filter((id) => id !== undefined);
  return numbers.length < ids.length || ids.length > MOST_SELECTED ? undefined : [...new Set(numbers)];
}
