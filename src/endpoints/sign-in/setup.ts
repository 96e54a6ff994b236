/** GET and POST /setup/:token: the first administrator, by the link that the console printed. */
import { completeSetup, isSetupOpen } from '../../accounts/setup.ts';
import { nameOfSent } from '../../http/browser/guarded-form.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Visitor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { deadSetupPage, type Setup, setupPage } from '../../pages/sign-in/sign-up.ts';
import { PASSWORD_MIN_CHARACTERS } from '../../protocol/people/password-rule.ts';
import type { Posted, VisitorContext } from '../needs.ts';
import { letInReply } from './let-in.ts';
import { readSignUpInput } from './new-account.ts';

export const showSetup: Handler<VisitorContext> = async (_request, world, { visitor }) => {
  if (!(await isSetupOpen(world, tokenOf(visitor)))) return deadLinkReply(visitor);
  return setupReply(visitor, {});
};

export const submitSetup: Handler<Posted<VisitorContext>> = async (request, world, { visitor, form }) => {
  const input = readSignUpInput(form);
  const context = {
    source: request.source,
    replaced: visitor.account?.session.digest ?? null,
    sentAs: nameOfSent(visitor, form),
  };
  const answer = await completeSetup(world, { ...input, token: tokenOf(visitor) }, context);
  if (answer.ok) return letInReply(visitor, answer.value, { target: '/' });
  if (answer.refusal.reason === 'link_dead') return deadLinkReply(visitor);
  return setupReply(visitor, { nickname: input.nickname, email: input.email, faults: answer.refusal.faults });
};

/** The same for a link that was used, has ended, or never existed. */
function deadLinkReply(visitor: Visitor): Reply {
  return pageReply(visitor, deadSetupPage, { status: 404 });
}

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
