/** GET and POST /sign-in/link/:token: the way in by a link that an administrator made, once. */
import { findLinkOwner, needsPassword, signInByLink } from '../../accounts/sign-in-link.ts';
import { nameOfSent } from '../../http/browser/guarded-form.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Visitor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { deadLinkPage, linkPage } from '../../pages/sign-in/link.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { PASSWORD_MIN_CHARACTERS } from '../../protocol/people/password-rule.ts';
import type { World } from '../../world.ts';
import type { Posted, VisitorContext } from '../needs.ts';
import { letInReply } from './let-in.ts';

export const showSignInLink: Handler<VisitorContext> = (_request, world, { visitor }) => linkReply(world, visitor);

export const submitSignInLink: Handler<Posted<VisitorContext>> = async (request, world, { visitor, form }) => {
  const context = {
    source: request.source,
    replaced: visitor.account?.session.digest ?? null,
    sentAs: nameOfSent(visitor, form),
  };
  const newPassword = form.get('password') ?? '';
  const owner = await findLinkOwner(world, tokenOf(visitor));
  const isFirst = owner !== null && (await needsPassword(world, owner.id));
  const answer = await signInByLink(world, { secret: tokenOf(visitor), newPassword }, context);
  if (!answer.ok) {
    return await linkReply(world, visitor, answer.refusal.reason === 'faulty' ? answer.refusal.fault : undefined);
  }
  const target = newPassword === '' || isFirst ? '/' : '/?done=password_changed';
  return letInReply(visitor, answer.value, { target, otherwise: '/' });
};

/** The same page for a link that was used, has ended, or never existed. */
async function linkReply(world: World, visitor: Visitor, fault?: FieldFault): Promise<Reply> {
  const token = tokenOf(visitor);
  const owner = await findLinkOwner(world, token);
  if (!owner) return pageReply(visitor, deadLinkPage, { status: 404 });
  const isFirst = await needsPassword(world, owner.id);
  const page = { token, nickname: owner.nickname, isFirst, fault, passwordMinimum: PASSWORD_MIN_CHARACTERS };
  return pageReply(visitor, (context) => linkPage(context, page), {
    purpose: 'stranger',
    status: fault === undefined ? 200 : 422,
  });
}

function tokenOf({ request }: Visitor): string {
  return request.parameters.token ?? '';
}
