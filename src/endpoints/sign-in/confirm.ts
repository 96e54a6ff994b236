/** GET and POST /confirm: proving the account once more, before something dangerous. */
import { chooseOwnWay, type WayChoice } from '../../accounts/authentication/registry.ts';
import { confirm } from '../../accounts/confirmation.ts';
import { isConfirmed } from '../../accounts/sessions.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, leaveFor, requireAccount, sessionCookie } from '../../http/browser/visitor.ts';
import { readQuery } from '../../http/reading/urlencoded.ts';
import { seeOther } from '../../http/replying/redirect.ts';
import type { Reply } from '../../http/request.ts';
import type { Handler } from '../../http/route.ts';
import { type ConfirmPurpose, confirmPage } from '../../pages/sign-in/sign-in.ts';
import { localTarget, withReturn } from '../../protocol/authorize/return-target.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { DATA_READY } from '../account/data.ts';

export const showConfirm: Handler = async (request, world) => {
  const query = readQuery(request.query);
  const target = localTarget(query.ok ? query.value.get('return_to') : undefined);
  const known = await requireAccount(request, world);
  // Signing in proves the account: no need to come back here after it.
  if (!known.ok) return seeOther(withReturn('/sign-in', target));
  if (isConfirmed(known.value.account.session, world.now())) return leaveFor(known.value, target);
  const asked = query.ok ? query.value.get('way') : undefined;
  const ways = await chooseOwnWay(world, known.value.account.id, asked);
  return confirmReply(known.value, { target, ways, fault: null });
};

export const submitConfirm: Handler = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const visitor = known.value;
  const form = readGuardedForm(visitor, 'page');
  if (!form.ok) return form.refusal;
  const target = localTarget(form.value.get('return_to'));
  const ways = await chooseOwnWay(world, visitor.account.id, form.value.get('way'));
  const { page } = ways.chosen;
  const presented = { way: ways.chosen, value: form.value.get(page.field) ?? '' };
  const answer = await confirm(world, visitor.account, { presented, source: request.source });
  if (answer.ok) return leaveFor(visitor, target, [sessionCookie(world, answer.value.sessionValue)]);
  switch (answer.refusal.reason) {
    case 'not_proven':
      return confirmReply(visitor, { target, ways, fault: page.wrong });
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: answer.refusal.retryAfterSeconds });
    case 'signed_out':
      return seeOther('/sign-in');
  }
};

function confirmReply(
  visitor: AccountVisitor,
  { target, ways, fault }: { target: string; ways: WayChoice; fault: FieldFault | null },
): Reply {
  const page = { purpose: purposeOf(target), returnTo: target, ways, fault };
  return pageReply(visitor, (context) => confirmPage(context, page), { status: fault === null ? 200 : 422 });
}

/** What the proof is for, told from where it leads: an address cannot put words on this page. */
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
