/** POST /sign-out: ends this browser's session, in the database and in the browser. */

import { signOut } from '../../accounts/sessions.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { endedSessionCookie, leaveFor } from '../../http/browser/visitor.ts';
import { readPageForm } from '../../http/reading/form-body.ts';
import type { Handler } from '../../http/route.ts';
import type { VisitorContext } from '../needs.ts';

export const submitSignOut: Handler<VisitorContext> = async (request, world, { visitor }) => {
  // Not signed in: nothing changes, and the browser goes where the page leads.
  if (!visitor.account) {
    const form = readPageForm(request);
    return leaveFor(visitor, visitor.routes.localTarget(form.ok ? form.value.get('return_to') : undefined));
  }
  const form = readGuardedForm(visitor, 'page', '/');
  if (!form.ok) return form.refusal;
  await signOut(world, visitor.account, request.source);
  // "Not you?" on a consent page: the request waits, and its address asks the next person to sign in.
  const target = visitor.routes.localTarget(form.value.get('return_to'));
  return leaveFor(visitor, target === '/' ? '/?done=signed_out' : target, [endedSessionCookie(world)]);
};
