/** The security events of an account: what needs a look on top, what an app did folded together, filters. */
import type { PageContext } from '../frame.ts';
import { workspaceFrame } from '../frame.ts';
import { attributes, type Html, html } from '../html.ts';
import { type EventRecord, eventEntry } from '../parts/event-entry.ts';
import { ago } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { emptyState } from '../parts/notice.ts';
import { type Pager, pager } from '../parts/table.ts';
import { timeline } from '../parts/timeline.ts';
import type { Text } from '../text/en.ts';
import { accountTabs } from './tabs.ts';

export type EventSubject = keyof Text['eventList']['subjects'];

interface Events {
  readonly events: readonly EventRecord[];
  /** On top, beside their own place in time. */
  readonly alarms: readonly EventRecord[];
  /** Null for all. */
  readonly subject: EventSubject | null;
  readonly pages: Pager;
}

export const EVENTS_PATH = '/account/events';

export function eventsPage(context: PageContext, page: Events): Html {
  const { text } = context;
  const words = text.eventList;
  const isEmpty = page.events.length === 0;
  return workspaceFrame(context, {
    title: words.title,
    navItem: 'account',
    lead: words.lead,
    tabs: accountTabs(text, 'events'),
    body: html`${(!isEmpty || page.subject !== null) && filters(text, page.subject)}
${isEmpty && (page.subject === null ? emptyState({ title: words.emptyTitle, text: words.emptyText }) : html`<p>${words.emptyFiltered}</p>`)}
${page.alarms.length > 0 && pinned(context, page.alarms)}
${!isEmpty && html`<div class="event-list">${folded(page.events).map((each) => block(context, each))}</div>`}
${pager(text, page.pages)}`,
  });
}

function filters({ eventList: words, requests }: Text, current: EventSubject | null): Html {
  const link = (label: string, subject: EventSubject | null) => {
    const path = subject === null ? EVENTS_PATH : `${EVENTS_PATH}?about=${subject}`;
    return html`<li><a class="chip" href="${path}"${attributes({ 'aria-current': subject === current && 'true' })}>${label}</a></li>`;
  };
  // Object.keys loses the type of the keys.
  const subjects = Object.keys(words.subjects) as EventSubject[];
  return html`<nav class="filters" aria-label="${words.about}"><span>${words.about}</span><ul>${link(requests.all, null)}${subjects.map((subject) => link(words.subjects[subject], subject))}</ul></nav>`;
}

/** They also stand at their own time, below or on an older page. */
function pinned(context: PageContext, alarms: readonly EventRecord[]): Html {
  return html`<section class="section pinned"><h2>${context.text.eventList.alarms}</h2>${entries(context, alarms)}</section>`;
}

type Group = readonly [EventRecord, ...EventRecord[]];

const FEW = 3;

/** Neighbours about the same application are folded where they are many, so that the rest is not lost among them. */
function folded(events: readonly EventRecord[]): readonly { readonly group: Group; readonly isFolded: boolean }[] {
  const groups: [EventRecord, ...EventRecord[]][] = [];
  for (const event of events) {
    const group = groups.at(-1);
    const isAlike = group?.[0].applicationName === event.applicationName;
    if (group && isAlike) group.push(event);
    else groups.push([event]);
  }
  const blocks: { group: [EventRecord, ...EventRecord[]]; isFolded: boolean }[] = [];
  for (const group of groups) {
    const isFolded = group[0].applicationName !== null && group.length > FEW;
    const last = blocks.at(-1);
    if (last && !last.isFolded && !isFolded) last.group.push(...group);
    else blocks.push({ group: [...group], isFolded });
  }
  return blocks;
}

function block(context: PageContext, { group, isFolded }: { readonly group: Group; readonly isFolded: boolean }): Html {
  if (!isFolded) return entries(context, group);
  const [newest] = group;
  const words = context.text.eventList;
  return html`<details class="folded"><summary>${named(newest.applicationName ?? '')} · ${words.count(group.length)} · ${ago(context, newest.at)}</summary>${entries(context, group)}</details>`;
}

function entries(context: PageContext, events: readonly EventRecord[]): Html {
  return timeline(
    context,
    events.map((event) => eventEntry(context.text, event)),
  );
}
