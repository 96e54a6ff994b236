/** POST /account/password: a new password, with the old one; every other session ends. */
import { changePassword } from '../../accounts/email-and-password.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { problemReply } from '../../http/browser/page.ts';
import { leaveFor, requireAccount, sessionCookie } from '../../http/browser/visitor.ts';
import { seeOther } from '../../http/replying/redirect.ts';
import type { Handler } from '../../http/route.ts';
import { accountReply } from './account.ts';

export const submitPassword: Handler = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const visitor = known.value;
  const form = readGuardedForm(visitor, 'page', '/account');
  if (!form.ok) return form.refusal;
  const current = form.value.get('current_password') ?? '';
  const next = form.value.get('new_password') ?? '';
  const answer = await changePassword(world, visitor.account, { current, next, source: request.source });
  if (answer.ok) {
    return leaveFor(visitor, '/account?done=password_changed', [sessionCookie(world, answer.value.sessionValue)]);
  }
  const { refusal } = answer;
  switch (refusal.reason) {
    case 'faulty':
      return await accountReply(visitor, { password: { new_password: refusal.fault } });
    case 'not_proven':
      return await accountReply(visitor, { password: { current_password: { reason: 'password_wrong' } } });
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: refusal.retryAfterSeconds });
    case 'signed_out':
      return seeOther('/sign-in');
  }
};
