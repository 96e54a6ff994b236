/** GET and POST /admin/people/new: an account for somebody else, and the link by which that person sets a password. */
import { createPersonWithLink, type MadePerson } from '../../accounts/managed/creation.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { personPath } from '../../pages/admin/admin-frame.ts';
import { newPersonPage } from '../../pages/admin/new-person.ts';
import { shownLinkPage } from '../../pages/admin/sign-in-link.ts';
import type { Form } from '../../protocol/form.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { repeatedReply, sentOnce } from '../sent-once.ts';
import { type AdministratorContext, administratorOf } from './administrator.ts';

const EMPTY = { nickname: '', email: '', name: '', isEmailVerified: false, faults: {} };

export const showNewPerson: Handler<Confirmed<AdministratorContext>> = (_request, _world, { visitor }) =>
  pageReply(visitor, (context) => newPersonPage(context, EMPTY));

/** The only answer that ever has the link in it. */
export const submitNewPerson: Handler<Confirmed<Posted<AdministratorContext>>> = async (_request, world, sent) => {
  const { visitor, form } = sent;
  const input = readPerson(form);
  const once = sentOnce(sent, ({ id }: MadePerson) => ({
    location: `${personPath(id)}?done=person_link_shown`,
    about: { accountId: id },
  }));
  const made = await createPersonWithLink(world, administratorOf(visitor), { input, once });
  if (made.ok) {
    const { person, link } = made.value;
    const address = `${world.settings.url}/sign-in/link/${link.secret}`;
    const page = { person, address, seconds: link.seconds, isNew: true };
    return pageReply(visitor, (context) => shownLinkPage(context, page), { status: 201 });
  }
  const { refusal } = made;
  if (refusal.reason === 'answered') return await repeatedReply(sent);
  if (refusal.reason !== 'faulty') return problemReply(visitor, { status: 404 });
  const page = { ...input, faults: refusal.faults };
  return pageReply(visitor, (context) => newPersonPage(context, page), { status: 422 });
};

export const showNewPersonAgain: Handler<Posted<AdministratorContext>> = (_request, _world, { visitor, form }) => {
  const page = { ...readPerson(form), faults: {} };
  return pageReply(visitor, (context) => newPersonPage(context, page));
};

function readPerson(form: Form) {
  return {
    nickname: form.get('nickname') ?? '',
    email: form.get('email') ?? '',
    name: form.get('name') ?? '',
    isEmailVerified: form.get('email_verified') === 'yes',
  };
}
