/** The audit log, for administrators: a line for each event, filtered, followed while it grows, exported. */
import { type DetailPart, readDetail } from '../../protocol/audit/detail.ts';
import { EVENT_KINDS, type EventKind, type Source } from '../../protocol/event.ts';
import type { PageContext } from '../frame.ts';
import { attributes, type Child, type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { eventIcon, toneOf } from '../parts/event-entry.ts';
import { field } from '../parts/field.ts';
import type { Faults } from '../parts/form.ts';
import { moment } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { emptyState, notice } from '../parts/notice.ts';
import { sourceSuffix } from '../parts/source.ts';
import { type Pager, pager } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { adminFrame, administeredPath, personPath } from './admin-frame.ts';

export interface EventLogPage {
  /** As typed; an empty value does not filter. */
  readonly filter: {
    readonly kind: string;
    readonly person: string;
    readonly application: string;
    readonly since: string;
    readonly until: string;
  };
  readonly faults: Faults<'person' | 'application' | 'since' | 'until'>;
  readonly events: readonly LogEntry[];
  /** Where the search continues, if it stopped at its limit before the page was full; else null. */
  readonly goOnPath: string | null;
  readonly pages: Pager;
  /** Where the script asks for newer ones; null where there can be none. */
  readonly followPath: string | null;
  readonly exports: { readonly csv: string; readonly jsonl: string };
}

export interface LogEntry {
  readonly id: number;
  readonly kind: EventKind;
  readonly at: number;
  /** `nickname` is empty once the account is deleted. */
  readonly account: { readonly id: number; readonly nickname: string } | null;
  readonly application: { readonly clientId: string; readonly name: string } | null;
  readonly source: Source;
  /** As it is kept. */
  readonly detail: string | null;
  /** The nicknames of accounts that the detail names by number; deleted ones are missing. */
  readonly nicknames: ReadonlyMap<number, string>;
}

const PATH = '/admin/events';

export function eventLogPage(context: PageContext, page: EventLogPage): Html {
  const { text } = context;
  const words = text.eventLog;
  const hasFaults = Object.values(page.faults).some(Boolean);
  const isEmpty = page.events.length === 0 && page.goOnPath === null;
  return adminFrame(context, 'events', {
    title: words.title,
    lead: words.lead,
    actions: html`${buttonLink(page.exports.csv, 'quiet', text.peopleList.exportCsv)}${buttonLink(page.exports.jsonl, 'quiet', text.peopleList.exportJson)}`,
    body: html`${filters(context, page)}
${!hasFaults && isEmpty && emptyState({ title: words.emptyTitle, text: words.emptyText })}
${!hasFaults && (!isEmpty || page.followPath !== null) && html`<ol class="event-log" id="log" aria-label="${words.caption}">${eventEntries(context, page.events)}</ol>`}
${page.goOnPath !== null && goOn(context, page.goOnPath)}
${pager(text, page.pages)}`,
  });
}

function follow({ eventLog: words }: Text, { followPath }: EventLogPage): Html | null {
  if (followPath === null) return null;
  return html`<button class="button secondary needs-script" type="button" aria-pressed="false" data-follow="${followPath}" data-following="${words.following}"><span>${words.follow}</span></button>`;
}

/** A page's worth of lines; also what the script puts above those that are there. */
export function eventEntries(context: PageContext, events: readonly LogEntry[]): Html {
  return html`${events.map((event) => entry(context, event))}`;
}

function filters(context: PageContext, page: EventLogPage): Html {
  const { filter, faults } = page;
  const { text } = context;
  const words = text.eventLog;
  return html`<form class="log-filters" method="get" action="${PATH}" role="search">
${kinds(text, filter.kind)}
${field(text, { id: 'person', name: 'person', label: words.person, value: filter.person, hint: words.personHint, fault: faults.person, autocomplete: 'off' })}
${field(text, { id: 'application', name: 'application', label: words.application, value: filter.application, hint: words.applicationHint, fault: faults.application, autocomplete: 'off', monospace: true })}
${field(text, { id: 'since', name: 'since', label: words.since, type: 'date', value: filter.since, hint: words.sinceHint, fault: faults.since, autocomplete: 'off' })}
${field(text, { id: 'until', name: 'until', label: words.until, type: 'date', value: filter.until, hint: words.sinceHint, fault: faults.until, autocomplete: 'off' })}
<div class="actions"><button class="button secondary" type="submit">${words.filter}</button>${buttonLink(PATH, 'quiet', text.administration.clear)}${follow(text, page)}</div>
</form>`;
}

/** Sixty kinds are read in groups: what comes before the dot. */
function kinds({ eventLog: words, developerEvents }: Text, chosen: string): Html {
  const groups = Map.groupBy(EVENT_KINDS, (kind) => kind.slice(0, kind.indexOf('.')));
  // Widened, since a kind may belong to a group that has no name of its own.
  const groupNames: Readonly<Record<string, string>> = words.groups;
  const option = (value: string, label: string) =>
    html`<option${attributes({ value, selected: value === chosen })}>${label}</option>`;
  return html`<div class="field"><label for="kind">${words.kind}</label>
<select id="kind" name="kind">${option('', words.anyKind)}${[...groups].map(
    ([group, members]) =>
      html`<optgroup${attributes({ label: groupNames[group] ?? group })}>${members.map((kind) => option(kind, developerEvents[kind]))}</optgroup>`,
  )}</select></div>`;
}

/** When, what, whose, of which application, by whom, from where: one line where there is room for it. */
function entry(context: PageContext, event: LogEntry): Html {
  const { text } = context;
  const tone = toneOf(event.kind);
  const { application } = event;
  const parts = [
    ...(event.account ? [person(text, event.account)] : []),
    ...(application ? [html`<a href="${administeredPath(application.clientId)}">${named(application.name)}</a>`] : []),
    ...readDetail(event.kind, event.detail).map((part) => detail(context, event, part)),
  ];
  return html`<li class="${tone}" data-event="${event.id}">${eventIcon(event.kind)}<span class="log-when">${moment(context, event.at)}</span>
<span class="log-what" data-kind="${event.kind}">${text.developerEvents[event.kind]}</span>
<span class="log-who">${parts.length === 0 ? text.eventLog.nobody : parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}<span class="log-from">${sourceSuffix(text, event.source)}</span></span></li>
`;
}

function detail(context: PageContext, { kind, nicknames }: LogEntry, part: DetailPart): Html {
  const { text } = context;
  if (part.part !== 'person') return html`<span class="log-detail">${plainDetail(context, part)}</span>`;
  const words = text.eventDetails;
  const who = person(text, { id: part.id, nickname: nicknames.get(part.id) ?? '' });
  return kind === 'application.transfer_declined' && part.side === 'by' ? words.declinedBy(who) : words[part.side](who);
}

function plainDetail(context: PageContext, part: Exclude<DetailPart, { readonly part: 'person' }>): Child {
  const { text } = context;
  const words = text.eventDetails;
  switch (part.part) {
    case 'phrase':
      return words.phrases[part.phrase];
    case 'application':
      return words.byApplication(html`<a href="${administeredPath(part.publicId)}">${named(part.publicId)}</a>`);
    case 'kind':
      return text.developerEvents[part.kind];
    case 'count':
      return words.counts[part.of](part.count);
    case 'moment':
      return (part.side === 'until' ? words.until : words.before)(moment(context, part.at));
    case 'identifier':
      return html`<code translate="no" dir="ltr">${part.identifier}</code>`;
    case 'invoker':
      return named(part.name);
    case 'value':
      return named(part.value);
  }
}

function person(text: Text, { id, nickname }: { readonly id: number; readonly nickname: string }): Html {
  if (nickname === '') return html`${text.eventLog.deleted(id)}`;
  return html`<a href="${personPath(id)}">${named(nickname)}</a>`;
}

function goOn(context: PageContext, path: string): Html {
  const words = context.text.eventLog;
  return notice(
    'info',
    html`<h2 class="notice-title">${words.cutTitle}</h2><p>${words.cutText}</p><p>${buttonLink(path, 'secondary', words.goOn)}</p>`,
  );
}
