/** The audit log, for administrators: filtered by kind, person, application and day, newest first. */
import { EVENT_KINDS, type EventKind, type Source } from '../../protocol/event.ts';
import { deviceWords } from '../device-words.ts';
import type { Shell } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { field } from '../parts/field.ts';
import { select } from '../parts/find.ts';
import type { Faults } from '../parts/form.ts';
import { moment } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { emptyState, notice } from '../parts/notice.ts';
import { type Pager, pager, table } from '../parts/table.ts';
import { adminFrame, administeredPath, personPath } from './admin-frame.ts';

export interface EventLogPage {
  /** As typed; empty does not filter. */
  readonly filter: {
    readonly kind: string;
    readonly person: string;
    readonly application: string;
    readonly since: string;
  };
  readonly faults: Faults<'person' | 'application' | 'since'>;
  readonly events: readonly LogEntry[];
  /** Where the search goes on, once it ended before it had found a page; null when it did not. */
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

export function eventLogPage(shell: Shell, page: EventLogPage): Html {
  const { text } = shell;
  const words = text.eventLog;
  const hasFaults = Object.values(page.faults).some(Boolean);
  const isEmpty = page.events.length === 0 && page.goOnPath === null;
  return adminFrame(shell, 'events', {
    title: words.title,
    lead: words.lead,
    body: html`${filters(shell, page)}
${!hasFaults && (isEmpty ? emptyState({ title: words.emptyTitle, text: words.emptyText }) : list(shell, page.events))}
${page.goOnPath !== null && goOn(shell, page.goOnPath)}
${pager(text, page.pages)}`,
  });
}

function filters(shell: Shell, { filter, faults }: EventLogPage): Html {
  const { text } = shell;
  const words = text.eventLog;
  const kinds = EVENT_KINDS.map((kind) => ({ value: kind, label: `${kind} · ${text.developerEvents[kind]}` }));
  const options = [{ value: '', label: words.anyKind }, ...kinds];
  return html`<form class="filters" method="get" action="/admin/events" role="search">
${select({ id: 'kind', name: 'kind', label: words.kind, options, chosen: filter.kind })}
${field(text, { id: 'person', name: 'person', label: words.person, value: filter.person, hint: words.personHint, fault: faults.person, autocomplete: 'off', monospace: true })}
${field(text, { id: 'application', name: 'application', label: words.application, value: filter.application, hint: words.applicationHint, fault: faults.application, autocomplete: 'off', monospace: true })}
${field(text, { id: 'since', name: 'since', label: words.since, type: 'date', value: filter.since, hint: words.sinceHint, fault: faults.since, autocomplete: 'off' })}
<div class="actions"><button class="button secondary" type="submit">${words.filter}</button>${buttonLink('/admin/events', 'quiet', text.administration.clear)}</div>
</form>`;
}

function list(shell: Shell, events: readonly LogEntry[]): Html | null {
  const words = shell.text.eventLog;
  if (events.length === 0) return null;
  return table({
    caption: words.caption,
    columns: [
      { title: words.what },
      { title: words.at },
      { title: words.who },
      { title: words.application },
      { title: words.source },
      { title: words.detail },
    ],
    rows: events.map((event) => [
      html`<span class="named-words"><span class="named-name">${shell.text.developerEvents[event.kind]}</span><span class="named-line mono">${event.kind}</span></span>`,
      moment(shell, event.at),
      account(shell, event),
      event.application &&
        html`<a href="${administeredPath(event.application.clientId)}">${named(event.application.name)}</a>`,
      html`${event.source.userAgent !== null && html`<bdi>${deviceWords(shell.text, event.source.userAgent)}</bdi> `}<span class="mono">${event.source.address}</span>`,
      event.detail,
    ]),
  });
}

function account(shell: Shell, { account }: LogEntry): Html | string | null {
  if (account === null) return null;
  if (account.nickname === '') return shell.text.eventLog.deleted(account.id);
  return html`<a href="${personPath(account.id)}">${named(account.nickname)}</a>`;
}

function goOn(shell: Shell, path: string): Html {
  const words = shell.text.eventLog;
  return notice(
    'info',
    html`<h2 class="notice-title">${words.cutTitle}</h2><p>${words.cutText}</p><p>${buttonLink(path, 'secondary', words.goOn)}</p>`,
  );
}
