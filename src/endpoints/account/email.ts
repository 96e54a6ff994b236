/** POST /account/email: a new e-mail address, with the password. */
import { changeEmail } from '../../accounts/email-and-password.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { problemReply } from '../../http/browser/page.ts';
import { leaveFor, requireAccount } from '../../http/browser/visitor.ts';
import { seeOther } from '../../http/replying/redirect.ts';
import type { Handler } from '../../http/route.ts';
import { accountReply } from './account.ts';

export const submitEmail: Handler = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const visitor = known.value;
  const form = readGuardedForm(visitor, 'page', '/account');
  if (!form.ok) return form.refusal;
  const email = form.value.get('email') ?? '';
  const password = form.value.get('current_password') ?? '';
  const answer = await changeEmail(world, visitor.account, { email, password, source: request.source });
  if (answer.ok) return leaveFor(visitor, '/account?done=email_changed');
  const { refusal } = answer;
  switch (refusal.reason) {
    case 'faulty':
      return await accountReply(visitor, { email: { typed: email, faults: { email: refusal.fault } } });
    case 'not_proven':
      return await accountReply(visitor, {
        email: { typed: email, faults: { current_password: { reason: 'password_wrong' } } },
      });
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: refusal.retryAfterSeconds });
    case 'signed_out':
      return seeOther('/sign-in');
  }
};
