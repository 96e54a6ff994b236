/** GET /account/events: what happened to the account, newest first. */
import { historyOf } from '../../accounts/history.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { eventsPage } from '../../pages/account/sessions.ts';
import type { Form } from '../../protocol/form.ts';
import type { AccountContext } from '../needs.ts';

export const showEvents: Handler<AccountContext> = async (request, world, { visitor }) => {
  const before = readBefore(request.query);
  const history = await historyOf(world, visitor.account.id, before);
  const events = history.events.map(({ kind, at, clientName, address, userAgent }) => ({
    kind,
    at,
    applicationName: clientName,
    source: { address, userAgent },
  }));
  const pages = {
    previous: before === undefined ? null : '/account/events',
    next: history.olderBelow === null ? null : `/account/events?before=${history.olderBelow}`,
  };
  return pageReply(visitor, (context) => eventsPage(context, { events, pages }));
};

/** An event's number, or nothing: whatever else stands there shows the newest. */
function readBefore(query: Form): number | undefined {
  const text = query.get('before');
  const before = text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined;
  return before !== undefined && Number.isSafeInteger(before) ? before : undefined;
}
