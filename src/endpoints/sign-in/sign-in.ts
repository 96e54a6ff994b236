/** GET and POST /sign-in: a nickname or an e-mail address, a proof such as a password, and where to go on to. */
import { chooseWay } from '../../accounts/authentication/registry.ts';
import { signIn } from '../../accounts/sign-in.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor, sessionCookie, type Visitor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { type SignIn, signInPage } from '../../pages/sign-in/sign-in.ts';
import type { OfferedWay } from '../../pages/sign-in/way.ts';
import type { Posted, VisitorContext } from '../needs.ts';
import { onwardHeaders, requestBehind, waitingApplication } from './waiting.ts';

export const showSignIn: Handler<VisitorContext> = async (request, _world, { visitor }) => {
  const target = visitor.routes.localTarget(request.query.get('return_to'));
  if (visitor.account) return leaveFor(visitor, target);
  const ways = chooseWay(request.query.get('way'));
  return await signInReply(visitor, target, { ways });
};

export const submitSignIn: Handler<Posted<VisitorContext>> = async (request, world, { visitor, form }) => {
  const target = visitor.routes.localTarget(form.get('return_to'));
  const name = form.get('nickname') ?? '';
  const ways = chooseWay(form.get('way'));
  const value = form.get(ways.chosen.page.field) ?? '';
  if (name.trim() === '' || value === '') {
    return await signInReply(visitor, target, { nickname: name, ways, faults: faultsOf(name, value, ways.chosen) });
  }

  const context = {
    source: request.source,
    replaced: visitor.account?.session.digest ?? null,
    confirmedFor: requestBehind(target),
  };
  const answer = await signIn(world, { name, presented: { way: ways.chosen, value } }, context);
  if (answer.ok) return leaveFor(visitor, target, [sessionCookie(world, answer.value.sessionValue)]);
  if (answer.refusal.reason === 'limited') {
    return problemReply(visitor, { status: 429, retryAfterSeconds: answer.refusal.retryAfterSeconds });
  }
  if (answer.refusal.reason === 'disabled') {
    return await signInReply(visitor, target, { nickname: name, ways, disabled: { because: answer.refusal.because } });
  }
  // One sentence for an unknown name and a wrong proof.
  return await signInReply(visitor, target, { nickname: name, ways, wasWrong: true });
};

async function signInReply(
  visitor: Visitor,
  target: string,
  what: Partial<SignIn> & Pick<SignIn, 'ways'>,
): Promise<Reply> {
  const hasFault = what.wasWrong === true || what.disabled != null || what.faults !== undefined;
  const page: SignIn = {
    nickname: '',
    returnTo: target === '/' ? null : target,
    waiting: await waitingApplication(visitor.world, target),
    signUpIsOpen: visitor.world.settings.signUp === 'open',
    wasWrong: false,
    disabled: null,
    faults: {},
    ...what,
  };
  const terms = { purpose: 'stranger', status: hasFault ? 422 : 200, headers: onwardHeaders(target) } as const;
  return pageReply(visitor, (context) => signInPage(context, page), terms);
}

function faultsOf(name: string, value: string, { page }: OfferedWay): SignIn['faults'] {
  return {
    nickname: name.trim() === '' ? { reason: 'nickname_or_email_missing' } : undefined,
    presented: value === '' ? page.missing : undefined,
  };
}
