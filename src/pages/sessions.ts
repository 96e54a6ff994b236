/** Where somebody is signed in, what happened to the account, and how it ends. */
import type { Source } from '../protocol/event.ts';
import { accountTabs } from './account-tabs.ts';
import { deviceWords } from './device-words.ts';
import { deskFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { button } from './parts/button.ts';
import { postForm } from './parts/form.ts';
import { ago, moment } from './parts/moment.ts';
import { emptyState } from './parts/notice.ts';
import { type Pager, pager, table } from './parts/table.ts';
import { timeline } from './parts/timeline.ts';
import { type EventRecord, eventEntry } from './words.ts';

export interface SessionRecord {
  /** The value of the field `session` that ends it; never the session's secret. */
  readonly id: string;
  readonly isCurrent: boolean;
  readonly startedAt: number;
  readonly lastSeenAt: number;
  readonly source: Source;
}

export interface Sessions {
  readonly sessions: readonly SessionRecord[];
}

/** Ending posts `session` = the id, or `others` for all but this one. */
export function sessionsPage(shell: Shell, page: Sessions): Html {
  const hasOthers = page.sessions.some((session) => !session.isCurrent);
  return deskFrame(shell, {
    title: 'Sessions',
    place: 'account',
    lead: 'Every browser that is signed in to your account. End those you do not recognise, then change your password.',
    tabs: accountTabs('sessions'),
    body: html`${table({
      caption: 'Your sessions',
      columns: [
        { title: 'Browser' },
        { title: 'Address' },
        { title: 'Signed in' },
        { title: 'Last seen' },
        { title: 'Actions', isActions: true },
      ],
      rows: page.sessions.map((session) => sessionRow(shell, session)),
    })}
${
  hasOthers &&
  postForm(shell, {
    action: '/account/sessions/end',
    body: html`<div class="actions">${button({ weight: 'danger', label: 'End all other sessions', name: 'session', value: 'others' })}</div>`,
  })
}`,
  });
}

function sessionRow(shell: Shell, session: SessionRecord): readonly Html[] {
  const device = session.source.userAgent === null ? 'Unknown browser' : deviceWords(session.source.userAgent);
  return [
    html`<bdi class="name">${device}</bdi>${session.isCurrent && html` <span class="chip accent">this one</span>`}`,
    html`<span class="mono">${session.source.address ?? 'unknown'}</span>`,
    moment(session.startedAt, shell.now),
    ago(session.lastSeenAt, shell.now),
    session.isCurrent
      ? html``
      : postForm(shell, {
          action: '/account/sessions/end',
          body: button({
            weight: 'secondary',
            label: 'End session',
            name: 'session',
            value: session.id,
            about: `of ${device}`,
          }),
        }),
  ];
}

export interface Events {
  readonly events: readonly EventRecord[];
  readonly pages: Pager;
}

export function eventsPage(shell: Shell, page: Events): Html {
  return deskFrame(shell, {
    title: 'Security events',
    place: 'account',
    lead: 'What happened to your account and to the access you gave, newest first.',
    tabs: accountTabs('events'),
    body:
      page.events.length === 0
        ? emptyState({
            title: 'Nothing has happened yet',
            text: 'Sign-ins, changes to your account, and everything applications do with their access will be listed here.',
          })
        : html`${timeline(page.events.map(eventEntry), shell.now)}${pager(page.pages)}`,
  });
}
