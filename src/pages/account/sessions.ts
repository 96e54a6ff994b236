/** The sessions of an account, its security events, and the tabs of the account pages. */
import type { Source } from '../../protocol/event.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { type EventRecord, eventEntry } from '../parts/event-entry.ts';
import { postForm } from '../parts/form.ts';
import { ago, moment } from '../parts/moment.ts';
import { emptyState } from '../parts/notice.ts';
import { deviceWords, sourceBlock } from '../parts/source.ts';
import { type Pager, pager, table } from '../parts/table.ts';
import { tabs } from '../parts/tabs.ts';
import { timeline } from '../parts/timeline.ts';
import type { Text } from '../text/en.ts';

interface SessionRecord {
  /** The value of the field `session` that ends it; never the session's secret. */
  readonly id: string;
  readonly isCurrent: boolean;
  readonly startedAt: number;
  readonly lastSeenAt: number;
  readonly source: Source;
}

interface Sessions {
  readonly sessions: readonly SessionRecord[];
}

/** Ending posts `session` = the id, or `others` for all but this one. */
export function sessionsPage(context: PageContext, page: Sessions): Html {
  const { text } = context;
  const words = text.sessions;
  const hasOthers = page.sessions.some((session) => !session.isCurrent);
  return workspaceFrame(context, {
    title: words.title,
    navItem: 'account',
    lead: words.lead,
    tabs: accountTabs(text, 'sessions'),
    body: html`${table({
      caption: words.caption,
      columns: [
        { title: words.lastUsedFrom },
        { title: words.startedAt },
        { title: words.seenAt },
        { title: text.parts.actions, isActions: true },
      ],
      rows: page.sessions.map((session) => sessionRow(context, session)),
    })}
${
  hasOthers &&
  postForm(context, {
    action: '/account/sessions/end',
    body: html`<div class="actions">${button({ weight: 'danger', label: words.endOthers, name: 'session', value: 'others' })}</div>`,
  })
}`,
  });
}

function sessionRow(context: PageContext, session: SessionRecord): readonly Html[] {
  const words = context.text.sessions;
  const { userAgent } = session.source;
  const device = userAgent === null ? words.unknownBrowser : deviceWords(context.text, userAgent);
  return [
    html`${sourceBlock(context.text, session.source)}${session.isCurrent && html` <span class="chip accent">${words.current}</span>`}`,
    moment(context, session.startedAt),
    ago(context, session.lastSeenAt),
    session.isCurrent
      ? html``
      : postForm(context, {
          action: '/account/sessions/end',
          body: button({
            weight: 'secondary',
            label: words.end,
            name: 'session',
            value: session.id,
            about: words.of(device),
          }),
        }),
  ];
}

interface Events {
  readonly events: readonly EventRecord[];
  readonly pages: Pager;
}

export function eventsPage(context: PageContext, page: Events): Html {
  const { text } = context;
  const words = text.eventList;
  return workspaceFrame(context, {
    title: words.title,
    navItem: 'account',
    lead: words.lead,
    tabs: accountTabs(text, 'events'),
    body:
      page.events.length === 0
        ? emptyState({ title: words.emptyTitle, text: words.emptyText })
        : html`${timeline(
            context,
            page.events.map((event) => eventEntry(text, event)),
          )}${pager(text, page.pages)}`,
  });
}

type AccountTab = keyof Text['account']['tabs'];

const TABS = [
  ['profile', '/account'],
  ['sessions', '/account/sessions'],
  ['events', '/account/events'],
] as const;

export function accountTabs({ account }: Text, current: AccountTab): Html {
  return tabs({
    label: account.title,
    tabs: TABS.map(([tab, path]) => ({ path, title: account.tabs[tab], isCurrent: tab === current })),
  });
}
