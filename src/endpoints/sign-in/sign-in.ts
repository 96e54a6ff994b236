/** GET and POST /sign-in: a nickname or an e-mail address, a password, and the way back to where one came from. */
import { signIn } from '../../accounts/sign-in.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor, sessionCookie, type Visitor, visitorOf } from '../../http/browser/visitor.ts';
import type { Reply } from '../../http/request.ts';
import type { Handler } from '../../http/route.ts';
import { type SignIn, signInPage } from '../../pages/sign-in/sign-in.ts';
import { localTarget } from '../../protocol/authorize/return-target.ts';
import { onwardHeaders, requestBehind, waitingApplication } from './waiting.ts';

export const showSignIn: Handler = async (request, world) => {
  const visitor = await visitorOf(request, world);
  const target = localTarget(request.query.get('return_to'));
  if (visitor.account) return leaveFor(visitor, target);
  return await signInReply(visitor, target, {});
};

export const submitSignIn: Handler = async (request, world) => {
  const visitor = await visitorOf(request, world);
  const form = readGuardedForm(visitor, 'stranger');
  if (!form.ok) return form.refusal;
  const target = localTarget(form.value.get('return_to'));
  const name = form.value.get('nickname') ?? '';
  const password = form.value.get('password') ?? '';
  if (name.trim() === '' || password === '') return await signInReply(visitor, target, faultsOf(name, password));

  const context = {
    source: request.source,
    replaced: visitor.account?.session.digest ?? null,
    confirmedFor: requestBehind(target),
  };
  const answer = await signIn(world, { name, password }, context);
  if (answer.ok) return leaveFor(visitor, target, [sessionCookie(world, answer.value.sessionValue)]);
  if (answer.refusal.reason === 'limited') {
    return problemReply(visitor, { status: 429, retryAfterSeconds: answer.refusal.retryAfterSeconds });
  }
  // One sentence for an unknown name, a wrong password and a disabled account.
  return await signInReply(visitor, target, { nickname: name, wasWrong: true });
};

async function signInReply(visitor: Visitor, target: string, what: Partial<SignIn>): Promise<Reply> {
  const hasFault = what.wasWrong === true || what.faults !== undefined;
  const page: SignIn = {
    nickname: '',
    returnTo: target === '/' ? null : target,
    waiting: await waitingApplication(visitor.world, target),
    signUpIsOpen: visitor.world.settings.signUp === 'open',
    wasWrong: false,
    faults: {},
    ...what,
  };
  const terms = { purpose: 'stranger', status: hasFault ? 422 : 200, headers: onwardHeaders(target) } as const;
  return pageReply(visitor, (context) => signInPage(context, page), terms);
}

function faultsOf(name: string, password: string): Partial<SignIn> {
  return {
    nickname: name,
    faults: {
      nickname: name.trim() === '' ? { reason: 'nickname_or_email_missing' } : undefined,
      password: password === '' ? { reason: 'password_missing' } : undefined,
    },
  };
}
