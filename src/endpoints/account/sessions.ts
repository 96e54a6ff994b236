/** GET /account/sessions and POST /account/sessions/end: where somebody is signed in, and no longer. */
import { endOneSession, endOtherSessions, listSessions } from '../../accounts/sessions.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { pageReply } from '../../http/browser/page.ts';
import { leaveFor, requireAccount } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { sessionsPage } from '../../pages/account/sessions.ts';

export const showSessions: Handler = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const { account } = known.value;
  const sessions = (await listSessions(world, account.id)).map((session) => ({
    // A digest: it names the session and opens nothing.
    id: session.digest,
    isCurrent: session.digest === account.session.digest,
    startedAt: session.createdAt,
    lastSeenAt: session.seenAt,
    source: { address: session.address, userAgent: session.userAgent },
  }));
  return pageReply(known.value, (context) => sessionsPage(context, { sessions }));
};

export const submitEndSession: Handler = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const visitor = known.value;
  const form = readGuardedForm(visitor, 'page', '/account/sessions');
  if (!form.ok) return form.refusal;
  const which = form.value.get('session') ?? '';
  if (which === 'others') {
    await endOtherSessions(world, visitor.account, request.source);
    return leaveFor(visitor, '/account/sessions?done=sessions_ended');
  }
  await endOneSession(world, visitor.account, which, request.source);
  return leaveFor(visitor, '/account/sessions?done=session_ended');
};
