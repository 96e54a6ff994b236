/** GET and POST /sign-up: creating an account, where the operator leaves that open. */
import { signUp } from '../../accounts/sign-up.ts';
import { nameOfSent, readGuardedForm } from '../../http/browser/guarded-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor, type Visitor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { type SignUp, signUpPage } from '../../pages/sign-in/sign-up.ts';
import { PASSWORD_MIN_CHARACTERS } from '../../protocol/people/password-rule.ts';
import type { VisitorContext } from '../needs.ts';
import { letInReply } from './let-in.ts';
import { readSignUpInput } from './new-account.ts';
import { requestBehind, waitingApplication } from './waiting.ts';

export const showSignUp: Handler<VisitorContext> = async (request, world, { visitor }) => {
  const target = visitor.routes.localTarget(request.query.get('return_to'));
  if (visitor.account) return leaveFor(visitor, target);
  if (world.settings.signUp === 'closed') return problemReply(visitor, { status: 403, about: 'sign_up' });
  return await signUpReply(visitor, target, {});
};

export const submitSignUp: Handler<VisitorContext> = async (request, world, { visitor }) => {
  if (world.settings.signUp === 'closed') return problemReply(visitor, { status: 403, about: 'sign_up' });
  const form = readGuardedForm(visitor, 'stranger', '/sign-up');
  if (!form.ok) return form.refusal;
  const target = visitor.routes.localTarget(form.value.get('return_to'));
  const input = readSignUpInput(form.value);
  const context = {
    source: request.source,
    replaced: visitor.account?.session.digest ?? null,
    confirmedFor: requestBehind(target),
    sentAs: nameOfSent(visitor, form.value),
  };
  const answer = await signUp(world, input, context);
  if (answer.ok) return letInReply(visitor, answer.value, { target });
  const { refusal } = answer;
  if (refusal.reason === 'limited') {
    return problemReply(visitor, { status: 429, retryAfterSeconds: refusal.retryAfterSeconds });
  }
  const { nickname, email } = input;
  return await signUpReply(visitor, target, { nickname, email, faults: refusal.faults });
};

async function signUpReply(visitor: Visitor, target: string, what: Partial<SignUp>): Promise<Reply> {
  const page: SignUp = {
    nickname: '',
    email: '',
    faults: {},
    passwordMinimum: PASSWORD_MIN_CHARACTERS,
    returnTo: target === '/' ? null : target,
    waiting: await waitingApplication(visitor.world, target),
    ...what,
  };
  const status = what.faults === undefined ? 200 : 422;
  return pageReply(visitor, (context) => signUpPage(context, page), { purpose: 'stranger', status });
}
