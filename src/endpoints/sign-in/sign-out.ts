/** POST /sign-out: ends this browser's session, in the database and in the browser. */

import { signOut } from '../../accounts/sessions.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { leaveFor, signedOutCookies } from '../../http/browser/visitor.ts';
import { readPageForm } from '../../http/reading/form-body.ts';
import type { Handler } from '../../http/route.ts';
import type { Form } from '../../protocol/form.ts';
import type { VisitorContext } from '../needs.ts';

export const submitSignOut: Handler<VisitorContext> = async (request, world, { visitor }) => {
  const targetOf = (sent: Form) => visitor.routes.localTarget(sent.get('return_to'));
  // Not signed in: nothing changes, and the browser goes where the page leads.
  if (!visitor.account) {
    const form = readPageForm(request);
    return leaveFor(visitor, form.ok ? targetOf(form.value) : '/');
  }
  const form = readGuardedForm(visitor, 'page', targetOf);
  if (!form.ok) return form.refusal;
  await signOut(world, visitor.account, request.source);
  // "Not you?" on a consent page: the request waits, and its address asks the next person to sign in.
  const target = targetOf(form.value);
  return leaveFor(visitor, target === '/' ? '/?done=signed_out' : target, signedOutCookies(world));
};
