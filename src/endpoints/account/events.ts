/** GET /account/events: what happened to the account, newest first. */
import { historyOf } from '../../accounts/history.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { EVENTS_PATH, type EventSubject, eventsPage } from '../../pages/account/events.ts';
import { toneOf } from '../../pages/parts/event-entry.ts';
import type { EventKind } from '../../protocol/event.ts';
import type { Form } from '../../protocol/form.ts';
import type { AccountContext } from '../needs.ts';

/** What each filter lists. */
const ABOUT: Readonly<Record<EventSubject, (kind: EventKind) => boolean>> = {
  alarms: (kind) => toneOf(kind) !== 'calm',
  sign_ins: (kind) => /^account\.(sign|confirm|session)/.test(kind),
  account: (kind) => kind.startsWith('account.') && !/^account\.(sign|confirm|session)/.test(kind),
  apps: (kind) => !kind.startsWith('account.'),
};

export const showEvents: Handler<AccountContext> = async (request, world, { visitor }) => {
  const below = readBefore(request.query);
  const subject = readSubject(request.query.get('about'));
  const search = subject === null ? { below } : { below, isWanted: ABOUT[subject] };
  const history = await historyOf(world, visitor.account.id, search);
  const events = history.events.map(({ kind, at, clientName, address, userAgent }) => ({
    kind,
    at,
    applicationName: clientName,
    source: { address, userAgent },
  }));
  const about = subject === null ? '' : `about=${subject}`;
  const pages = {
    previous: below === undefined ? null : pathWith(about),
    next: history.olderBelow === null ? null : pathWith(about, `before=${history.olderBelow}`),
  };
  return pageReply(visitor, (context) => eventsPage(context, { events, subject, pages }));
};

function pathWith(...parts: readonly string[]): string {
  const query = parts.filter((part) => part !== '').join('&');
  return query === '' ? EVENTS_PATH : `${EVENTS_PATH}?${query}`;
}

function readSubject(text: string | undefined): EventSubject | null {
  // Checked against the table itself.
  return text !== undefined && Object.hasOwn(ABOUT, text) ? (text as EventSubject) : null;
}

/** An event's number, or nothing: whatever else stands there shows the newest. */
function readBefore(query: Form): number | undefined {
  const text = query.get('before');
  const before = text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined;
  return before !== undefined && Number.isSafeInteger(before) ? before : undefined;
}
