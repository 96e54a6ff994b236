/** The sessions of an account: every browser that is signed in to it. */
import type { Source } from '../../protocol/event.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { askFirst } from '../parts/confirmation.ts';
import { postForm } from '../parts/form.ts';
import { ago, moment } from '../parts/moment.ts';
import { deviceWords, sourceBlock } from '../parts/source.ts';
import { table } from '../parts/table.ts';
import { accountTabs } from './tabs.ts';

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
  html`<div class="actions">${askFirst(context, {
    id: 'end-others',
    label: words.endOthers,
    title: words.endOthersAsk,
    lost: words.endOthersLost,
    action: '/account/sessions/end',
    hidden: [['session', 'others']],
    submit: words.endOthers,
  })}</div>`
}`,
  });
}

function sessionRow(context: PageContext, session: SessionRecord): readonly Html[] {
  const words = context.text.sessions;
  const mark = html`<span class="chip accent">${words.current}</span>`;
  const { userAgent } = session.source;
  const device = userAgent === null ? words.unknownBrowser : deviceWords(context.text, userAgent);
  return [
    sourceBlock(context.text, session.source, session.isCurrent ? mark : null),
    moment(context, session.startedAt),
    session.isCurrent ? html`${words.now}` : ago(context, session.lastSeenAt),
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
