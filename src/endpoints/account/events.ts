/** GET /account/events: what happened to the account, newest first. */
import { historyOf, type LoggedEvent } from '../../accounts/history.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { AccountVisitor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { EVENTS_PATH, type EventSubject, eventsPage } from '../../pages/account/events.ts';
import { type EventRecord, toneOf } from '../../pages/parts/event-entry.ts';
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
  const below = readBefore(request.query.form());
  const subject = readSubject(request.query.get('about'));
  const search = subject === null ? { below } : { below, isWanted: ABOUT[subject] };
  const history = await historyOf(world, visitor.account.id, search);
  const isFirst = below === undefined && subject === null;
  const older = isFirst && history.olderBelow !== null ? await olderAlarms(visitor, history.olderBelow) : [];
  const events = history.events.map(recordOf);
  const alarms = isFirst ? [...history.events.filter(({ kind }) => isAlarm(kind)), ...older].map(recordOf) : [];
  const about = subject === null ? '' : `about=${subject}`;
  const pages = {
    previous: below === undefined ? null : pathWith(about),
    next: history.olderBelow === null ? null : pathWith(about, `before=${history.olderBelow}`),
  };
  return pageReply(visitor, (context) =>
    eventsPage(context, { events, alarms: alarms.slice(0, MOST_ALARMS), subject, pages }),
  );
};

const isAlarm = (kind: EventKind) => toneOf(kind) === 'alarm';
const MOST_ALARMS = 5;
const ALARM_SECONDS = 30 * 86_400;

/** What needs a look is on top of the first page for a month, however much has happened since. */
async function olderAlarms({ account, world }: AccountVisitor, below: number): Promise<readonly LoggedEvent[]> {
  const { events } = await historyOf(world, account.id, { below, isWanted: isAlarm });
  return events.filter(({ at }) => at > world.now() - ALARM_SECONDS);
}

function recordOf({ kind, at, clientName, address, userAgent }: LoggedEvent): EventRecord {
  return { kind, at, applicationName: clientName, source: { address, userAgent } };
}

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
