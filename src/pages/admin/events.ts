/** The audit log, for administrators: filtered by kind, person, application and day, newest first. */
import { EVENT_KINDS, type EventKind, type Source } from '../../protocol/event.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { toneOf } from '../parts/event-entry.ts';
import { field } from '../parts/field.ts';
import { select } from '../parts/find.ts';
import type { Faults } from '../parts/form.ts';
import { moment } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { emptyState, notice } from '../parts/notice.ts';
import { sourceSuffix } from '../parts/source.ts';
import { type Pager, pager } from '../parts/table.ts';
import { TONE_ICONS } from '../parts/timeline.ts';
import { adminFrame, administeredPath, personPath } from './admin-frame.ts';

export interface EventLogPage {
  /** As typed; an empty value does not filter. */
  readonly filter: {
    readonly kind: string;
    readonly person: string;
    readonly application: string;
    readonly since: string;
  };
  readonly faults: Faults<'person' | 'application' | 'since'>;
  readonly events: readonly LogEntry[];
  /** Where the search continues, if it stopped at its limit before the page was full; else null. */
  readonly goOnPath: string | null;
  readonly pages: Pager;
}

export interface LogEntry {
  readonly kind: EventKind;
  readonly at: number;
  /** `nickname` is empty once the account is deleted. */
  readonly account: { readonly id: number; readonly nickname: string } | null;
  readonly application: { readonly clientId: string; readonly name: string } | null;
  readonly source: Source;
  readonly detail: string | null;
}

export function eventLogPage(context: PageContext, page: EventLogPage): Html {
  const { text } = context;
  const words = text.eventLog;
  const hasFaults = Object.values(page.faults).some(Boolean);
  const isEmpty = page.events.length === 0 && page.goOnPath === null;
  return adminFrame(context, 'events', {
    title: words.title,
    lead: words.lead,
    body: html`${filters(context, page)}
${!hasFaults && (isEmpty ? emptyState({ title: words.emptyTitle, text: words.emptyText }) : list(context, page.events))}
${page.goOnPath !== null && goOn(context, page.goOnPath)}
${pager(text, page.pages)}`,
  });
}

function filters(context: PageContext, { filter, faults }: EventLogPage): Html {
  const { text } = context;
  const words = text.eventLog;
  const kinds = EVENT_KINDS.map((kind) => ({ value: kind, label: text.developerEvents[kind] }));
  const options = [{ value: '', label: words.anyKind }, ...kinds];
  return html`<form class="log-filters" method="get" action="/admin/events" role="search">
${select({ id: 'kind', name: 'kind', label: words.kind, options, chosen: filter.kind })}
${field(text, { id: 'person', name: 'person', label: words.person, value: filter.person, hint: words.personHint, fault: faults.person, autocomplete: 'off', monospace: true })}
${field(text, { id: 'application', name: 'application', label: words.application, value: filter.application, hint: words.applicationHint, fault: faults.application, autocomplete: 'off', monospace: true })}
${field(text, { id: 'since', name: 'since', label: words.since, type: 'date', value: filter.since, hint: words.sinceHint, fault: faults.since, autocomplete: 'off' })}
<div class="actions"><button class="button secondary" type="submit">${words.filter}</button>${buttonLink('/admin/events', 'quiet', text.administration.clear)}</div>
</form>`;
}

function list(context: PageContext, events: readonly LogEntry[]): Html | null {
  if (events.length === 0) return null;
  return html`<ol class="timeline log" aria-label="${context.text.eventLog.caption}">
${events.map((event) => entry(context, event))}</ol>`;
}

/** The event, its account and application, time, source, and precise reason. */
function entry(context: PageContext, event: LogEntry): Html {
  const tone = toneOf(event.kind);
  const { application } = event;
  const app =
    application && html` · <a href="${administeredPath(application.clientId)}">${named(application.name)}</a>`;
  return html`<li class="${tone}">${TONE_ICONS[tone]}<div class="timeline-words">
<p class="timeline-what">${context.text.developerEvents[event.kind]} <code>${event.kind}</code></p>
<p class="timeline-who">${account(context, event)}${app}</p>
<p class="timeline-where">${moment(context, event.at)}${sourceSuffix(context.text, event.source)}</p>
${event.detail !== null && html`<p class="timeline-where">${named(event.detail)}</p>`}
</div></li>
`;
}

function account(context: PageContext, { account }: LogEntry): Html | string {
  if (account === null) return context.text.eventLog.nobody;
  if (account.nickname === '') return context.text.eventLog.deleted(account.id);
  return html`<a href="${personPath(account.id)}">${named(account.nickname)}</a>`;
}

function goOn(context: PageContext, path: string): Html {
  const words = context.text.eventLog;
  return notice(
    'info',
    html`<h2 class="notice-title">${words.cutTitle}</h2><p>${words.cutText}</p><p>${buttonLink(path, 'secondary', words.goOn)}</p>`,
  );
}
