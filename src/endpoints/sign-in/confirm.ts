/** GET and POST /confirm: the password once more, before something dangerous. */
import { confirm } from '../../accounts/confirmation.ts';
import { isConfirmed } from '../../accounts/sessions.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor, sessionCookie, type Visitor, withReturn } from '../../http/browser/visitor.ts';
import { seeOther } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { type ConfirmPurpose, confirmPage } from '../../pages/sign-in/sign-in.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { DATA_READY } from '../addresses.ts';
import type { AccountContext, Posted, VisitorContext } from '../needs.ts';

export const showConfirm: Handler<VisitorContext> = (request, world, { visitor }) => {
  const { account } = visitor;
  const target = visitor.routes.localTarget(request.query.get('return_to'));
  // Signing in is typing the password: no need to come back here after it.
  if (!account) return seeOther(withReturn(visitor, '/sign-in', target));
  if (isConfirmed(account.session, world.now())) return leaveFor(visitor, target);
  return confirmReply(visitor, target, null);
};

export const submitConfirm: Handler<Posted<AccountContext>> = async (request, world, { visitor, form }) => {
  const target = visitor.routes.localTarget(form.get('return_to'));
  const typed = { password: form.get('password') ?? '', source: request.source };
  const answer = await confirm(world, visitor.account, typed);
  if (answer.ok) return leaveFor(visitor, target, [sessionCookie(world, answer.value.sessionValue)]);
  switch (answer.refusal.reason) {
    case 'wrong_password':
      return confirmReply(visitor, target, { reason: 'password_wrong' });
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: answer.refusal.retryAfterSeconds });
    case 'signed_out':
      return seeOther('/sign-in');
  }
};

function confirmReply(visitor: Visitor, target: string, fault: FieldFault | null): Reply {
  const page = { purpose: purposeOf(target), returnTo: target, fault };
  return pageReply(visitor, (context) => confirmPage(context, page), { status: fault === null ? 200 : 422 });
}

/** What the password is asked for, known by the page that follows: an address cannot put words on this page. */
function purposeOf(target: string): ConfirmPurpose {
  const path = target.split('?', 1)[0] ?? '';
  if (/^\/oauth\/applications\/.+\/delete$/.test(path)) return 'delete_application';
  if (path.startsWith('/oauth/applications')) return 'change_application';
  if (path.startsWith('/oauth/authorized_applications')) return 'change_access';
  if (target === DATA_READY) return 'download_data';
  if (path.startsWith('/account')) return 'change_account';
  if (path.startsWith('/admin')) return 'administer';
  return 'go_on';
}
