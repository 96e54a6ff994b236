/** POST /sign-out: ends this browser's session, in the database and in the browser. */
import { signOut } from '../../accounts/sessions.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { endedSessionCookie, leaveFor, visitorOf } from '../../http/browser/visitor.ts';
import { readPageForm } from '../../http/reading/form-body.ts';
import type { Handler } from '../../http/route.ts';
import { localTarget } from '../../protocol/authorize/return-target.ts';
import type { Form } from '../../protocol/form.ts';

export const submitSignOut: Handler = async (request, world) => {
  const visitor = await visitorOf(request, world);
  // Not signed in: nothing changes, and the browser goes where the page leads.
  if (!visitor.account) {
    const form = readPageForm(request);
    return leaveFor(visitor, form.ok ? targetOf(form.value) : '/');
  }
  const form = readGuardedForm(visitor, 'page', '/');
  if (!form.ok) return form.refusal;
  await signOut(world, visitor.account, request.source);
  const target = targetOf(form.value);
  return leaveFor(visitor, target === '/' ? '/?done=signed_out' : target, [endedSessionCookie(world)]);
};

/** "Not you?" on a consent page: the request waits, and its address asks the next person to sign in. */
function targetOf(form: Form): string {
  return localTarget(form.get('return_to'));
}
