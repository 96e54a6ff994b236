/** GET /account/sessions and POST /account/sessions/end: where the account is signed in, and ending that. */
import { endOneSession, endOtherSessions, listSessions } from '../../accounts/sessions.ts';
import { pageReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { sessionsPage } from '../../pages/account/sessions.ts';
import type { AccountContext, Posted } from '../needs.ts';

export const showSessions: Handler<AccountContext> = async (_request, world, { visitor }) => {
  const { account } = visitor;
  const sessions = (await listSessions(world, account.id)).map((session) => ({
    // A digest: it names the session and opens nothing.
    id: session.digest,
    isCurrent: session.digest === account.session.digest,
    startedAt: session.createdAt,
    lastSeenAt: session.seenAt,
    source: { address: session.address, userAgent: session.userAgent },
  }));
  return pageReply(visitor, (context) => sessionsPage(context, { sessions }));
};

export const submitEndSession: Handler<Posted<AccountContext>> = async (request, world, { visitor, form }) => {
  const which = form.get('session') ?? '';
  if (which === 'others') {
    await endOtherSessions(world, visitor.account, request.source);
    return leaveFor(visitor, '/account/sessions?done=sessions_ended');
  }
  await endOneSession(world, visitor.account, which, request.source);
  return leaveFor(visitor, '/account/sessions?done=session_ended');
};
