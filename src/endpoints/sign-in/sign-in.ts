/** GET and POST /sign-in: a nickname or an e-mail address, a proof such as a password, and where to go on to. */
import { chooseWay } from '../../accounts/authentication/registry.ts';
import { pageReply } from '../../http/browser/page.ts';
import { leaveFor, sessionCookie, type Visitor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { type SignIn, signInPage } from '../../pages/sign-in/sign-in.ts';
import type { Posted, VisitorContext } from '../needs.ts';
import { type Failed, trySignIn } from './attempt.ts';
import { onwardHeaders, requestBehind, waitingApplication } from './waiting.ts';

export const showSignIn: Handler<VisitorContext> = async (request, _world, { visitor }) => {
  const target = visitor.routes.localTarget(request.query.get('return_to'));
  if (visitor.account) return leaveFor(visitor, target);
  const ways = chooseWay(request.query.get('way'));
  return await signInReply(visitor, target, { ways });
};

export const submitSignIn: Handler<Posted<VisitorContext>> = async (_request, world, { visitor, form }) => {
  const target = visitor.routes.localTarget(form.get('return_to'));
  const answer = await trySignIn(visitor, form, requestBehind(target));
  if (answer.ok) return leaveFor(visitor, target, [sessionCookie(world, answer.value.sessionValue)]);
  return 'reply' in answer.refusal ? answer.refusal.reply : await signInReply(visitor, target, answer.refusal.page);
};

async function signInReply(visitor: Visitor, target: string, what: Failed): Promise<Reply> {
  const hasFault = what.wasWrong === true || what.disabled != null || what.faults !== undefined;
  const page: SignIn = {
    nickname: '',
    returnTo: target === '/' ? null : target,
    waiting: await waitingApplication(visitor.world, target),
    signUpIsOpen: visitor.world.settings.signUp === 'open',
    wasWrong: false,
    disabled: null,
    faults: {},
    kept: null,
    ...what,
  };
  const terms = { purpose: 'stranger', status: hasFault ? 422 : 200, headers: onwardHeaders(target) } as const;
  return pageReply(visitor, (context) => signInPage(context, page), terms);
}
