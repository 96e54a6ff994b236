/** GET and POST /setup/:token: the first administrator, by the link that the console printed. */
import { completeSetup, isSetupOpen } from '../../accounts/setup.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor, sessionCookie, type Visitor, visitorOf } from '../../http/browser/visitor.ts';
import type { Reply } from '../../http/request.ts';
import type { Handler } from '../../http/route.ts';
import { type Setup, setupPage } from '../../pages/sign-in/sign-up.ts';
import { PASSWORD_MIN_CHARACTERS } from '../../protocol/people/password-rule.ts';
import { readSignUpInput } from './sign-up.ts';

export const showSetup: Handler = async (request, world) => {
  const visitor = await visitorOf(request, world);
  if (!(await isSetupOpen(world, tokenOf(visitor)))) return problemReply(visitor, { status: 404 });
  return setupReply(visitor, {});
};

export const submitSetup: Handler = async (request, world) => {
  const visitor = await visitorOf(request, world);
  const form = readGuardedForm(visitor, 'stranger');
  if (!form.ok) return form.refusal;
  const input = readSignUpInput(form.value);
  const context = { source: request.source, replaced: visitor.account?.session.digest ?? null };
  const answer = await completeSetup(world, { ...input, token: tokenOf(visitor) }, context);
  if (answer.ok) return leaveFor(visitor, '/', [sessionCookie(world, answer.value.sessionValue)]);
  if (answer.refusal.reason === 'link_dead') return problemReply(visitor, { status: 404 });
  return setupReply(visitor, { nickname: input.nickname, email: input.email, faults: answer.refusal.faults });
};

function setupReply(visitor: Visitor, what: Partial<Setup>): Reply {
  const page: Setup = {
    nickname: '',
    email: '',
    faults: {},
    passwordMinimum: PASSWORD_MIN_CHARACTERS,
    token: tokenOf(visitor),
    ...what,
  };
  const status = what.faults === undefined ? 200 : 422;
  return pageReply(visitor, (context) => setupPage(context, page), { purpose: 'stranger', status });
}

function tokenOf({ request }: Visitor): string {
  return request.parameters.token ?? '';
}
