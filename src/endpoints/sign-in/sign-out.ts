/** POST /sign-out: ends this browser's session, in the database and in the browser. */

import { signOut } from '../../accounts/sessions.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { endedSessionCookie, leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import type { VisitorContext } from '../needs.ts';

export const submitSignOut: Handler<VisitorContext> = async (request, world, { visitor }) => {
  // Not signed in: nothing changes.
  if (!visitor.account) return leaveFor(visitor, '/');
  const form = readGuardedForm(visitor, 'page', '/');
  if (!form.ok) return form.refusal;
  await signOut(world, visitor.account, request.source);
  return leaveFor(visitor, '/?done=signed_out', [endedSessionCookie(world)]);
};
