/** GET and POST /confirm: proving the account once more, before something dangerous. */
import { chooseOwnWay, type WayChoice } from '../../accounts/authentication/registry.ts';
import { confirm } from '../../accounts/confirmation.ts';
import { isConfirmed, type Session } from '../../accounts/sessions.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor, sessionCookie, signInAgain, type Visitor, withReturn } from '../../http/browser/visitor.ts';
import { seeOther } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { confirmPage } from '../../pages/sign-in/sign-in.ts';
import { unprovenFault } from '../../pages/sign-in/way.ts';
import { withTarget } from '../../protocol/authorize/return-target.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import type { AccountContext, Posted, VisitorContext } from '../needs.ts';
import { purposeOf } from './purpose.ts';
import { onwardHeaders, requestBehind } from './waiting.ts';

export const showConfirm: Handler<VisitorContext> = async (request, world, { visitor }) => {
  const { account } = visitor;
  const target = visitor.routes.localTarget(request.query.get('return_to'));
  // Signing in proves the account: no need to come back here after it.
  if (!account) return seeOther(withReturn(visitor, '/sign-in', target));
  if (isConfirmedFor(account.session, target, world.now())) return leaveFor(visitor, target);
  const ways = await chooseOwnWay(world, account.id, request.query.get('way'));
  return confirmReply(visitor, { target, ways, fault: null });
};

export const submitConfirm: Handler<Posted<AccountContext>> = async (request, world, { visitor, form }) => {
  const target = visitor.routes.localTarget(form.get('return_to'));
  const ways = await chooseOwnWay(world, visitor.account.id, form.get('way'));
  const { page } = ways.chosen;
  const presented = { way: ways.chosen, value: form.get(page.field) ?? '' };
  const proof = { presented, source: request.source, confirmedFor: requestBehind(target) };
  const answer = await confirm(world, visitor.account, proof);
  if (answer.ok) return leaveFor(visitor, target, [sessionCookie(world, answer.value.sessionValue)]);
  switch (answer.refusal.reason) {
    case 'not_proven':
      return confirmReply(visitor, { target, ways, fault: unprovenFault(page, presented.value) });
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: answer.refusal.retryAfterSeconds });
    case 'signed_out':
      return signInAgain(visitor);
  }
};

/** An authorization request that leads here wants a proof for itself, however recently there was one. */
function isConfirmedFor(session: Session, target: string, now: number): boolean {
  const wanted = requestBehind(target);
  return wanted === null ? isConfirmed(session, now) : session.confirmedFor === wanted;
}

function confirmReply(
  visitor: Visitor,
  { target, ways, fault }: { target: string; ways: WayChoice; fault: FieldFault | null },
): Reply {
  const page = {
    purpose: purposeOf(target),
    action: '/confirm',
    hidden: [['return_to', target]],
    otherWay: { path: withTarget('/confirm', target) },
    backPath: '/',
    ways,
    fault,
  } as const;
  return pageReply(visitor, (context) => confirmPage(context, page), {
    status: fault === null ? 200 : 422,
    headers: onwardHeaders(target),
  });
}
