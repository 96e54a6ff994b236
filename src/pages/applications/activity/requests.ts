/** Every request of an application, answered and refused: one line each, those that are alike folded into one. */
import { type AnsweredRequest, ENDPOINT_OF } from '../../../protocol/activity.ts';
import { causeKey } from '../../../protocol/diagnosis/diagnosis.ts';
import { ENDPOINT_PATHS } from '../../../protocol/endpoint-paths.ts';
import type { RefusedRequest, RefusingEndpoint } from '../../../protocol/refusals/refused-request.ts';
import type { PageContext } from '../../frame.ts';
import { attributes, type Child, type Html, html } from '../../html.ts';
import { buttonLink } from '../../parts/button.ts';
import { findForm } from '../../parts/find.ts';
import { doneIcon, problemIcon } from '../../parts/icon.ts';
import { ago } from '../../parts/moment.ts';
import { emptyState, notice } from '../../parts/notice.ts';
import { prose } from '../../parts/prose.ts';
import { sourceWords } from '../../parts/source.ts';
import { type Pager, pager } from '../../parts/table.ts';
import { causeSentence } from '../cause-words.ts';
import { type ApplicationSubject, applicationFrame, applicationPath } from '../frame.ts';
import { familyPath } from './families.ts';

interface RequestFilter {
  readonly outcome?: 'answered' | 'refused' | null;
  readonly endpoint: RefusingEndpoint | null;
  readonly error: string | null;
  /** Only requests with this trace; as typed. */
  readonly shortTrace?: string | null;
}

export const REFUSED_ONLY: RequestFilter = { endpoint: null, error: null, outcome: 'refused' };

type Entry =
  | { readonly isRefused: true; readonly request: RefusedRequest }
  | { readonly isRefused: false; readonly request: AnsweredRequest };

interface Requests {
  readonly subject: ApplicationSubject;
  /** Newest first. */
  readonly entries: readonly Entry[];
  readonly filter: RequestFilter;
  /** Every value in the whole log. */
  readonly endpoints: readonly RefusingEndpoint[];
  readonly errors: readonly string[];
  readonly pages: Pager;
}

/** The newest page follows what happens where scripts run: the part that is marked `data-live` is fetched again. */
export function requestsPage(context: PageContext, page: Requests): Html {
  const { text } = context;
  const words = text.activity;
  const { outcome = null, endpoint, error, shortTrace = null } = page.filter;
  const isFiltered = outcome !== null || endpoint !== null || error !== null || shortTrace !== null;
  const isEmpty = page.entries.length === 0;
  const isLive = page.pages.previous === null;
  return applicationFrame(context, page.subject, {
    tab: 'activity',
    view: 'requests',
    body: html`<section class="section"><div class="section-top"><h2>${words.title}</h2>${isLive && liveSwitch(words)}</div>
<p>${words.lead}</p>
${(!isEmpty || isFiltered) && html`<div class="log-tools">${filters(context, page)}${search(context, page)}</div>`}
<div id="log"${isLive && html` data-live`}>
${isEmpty && isFiltered && html`<p>${words.emptyFiltered}</p>`}
${isEmpty && !isFiltered && emptyState({ title: words.emptyTitle, text: words.emptyText, action: buttonLink(`${applicationPath(page.subject.clientId)}/test`, 'primary', words.emptyAction) })}
${shortTrace !== null && causes(context, page)}
${!isEmpty && html`<ol class="plain log">${folded(page.entries).map((alike) => line(context, page.subject.clientId, alike))}</ol>`}
</div>
${pager(text, page.pages)}</section>`,
  });
}

export function requestsPath(clientId: string, filter: RequestFilter = { endpoint: null, error: null }): string {
  const query = new URLSearchParams();
  if (filter.outcome) query.set('outcome', filter.outcome);
  if (filter.endpoint !== null) query.set('endpoint', filter.endpoint);
  if (filter.error !== null) query.set('error', filter.error);
  if (filter.shortTrace) query.set('q', filter.shortTrace);
  return `${applicationPath(clientId)}/activity${query.size > 0 ? `?${query}` : ''}`;
}

export function requestPath(clientId: string, traceId: string): string {
  return `${applicationPath(clientId)}/requests/${encodeURIComponent(traceId)}`;
}

function liveSwitch(words: PageContext['text']['activity']): Html {
  return html`<button class="button quiet needs-script live-switch" type="button" data-live-switch aria-pressed="true"><span class="live-dot" aria-hidden="true"></span>${words.live}</button>`;
}

/** The answer hides which check failed, so one error link may stand for several causes. */
function causes({ text }: PageContext, { entries }: Requests): Html | null {
  const refused = entries.flatMap((entry) => (entry.isRefused ? [entry.request.reason] : []));
  const reasons = new Set(refused);
  return reasons.size < 2 ? null : notice('info', text.requests.causes(refused.length, reasons.size));
}

/** Search by what an answer carried: the trace of one request, or the short trace of a mistake. */
function search({ text }: PageContext, { subject, filter }: Requests): Html {
  const typed = filter.shortTrace ?? '';
  const form = findForm(text, {
    path: requestsPath(subject.clientId),
    label: text.requests.trace,
    hint: prose(text.requests.traceHint),
    typed,
  });
  return html`<details class="rules"${typed !== '' && html` open`}><summary>${text.activity.find}</summary>${form}</details>`;
}

/** Neighbours that say the same, with how many there are of each. */
function folded(entries: readonly Entry[]): readonly (readonly [Entry, ...Entry[]])[] {
  const groups: [Entry, ...Entry[]][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group && likeness(group[0]) === likeness(entry)) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function likeness({ isRefused, request }: Entry): string {
  const what = isRefused ? `${causeKey(request)} ${request.error}` : `${request.kind} ${request.familyId}`;
  return `${what} ${request.source.userAgent} ${request.source.address}`;
}

function line(context: PageContext, clientId: string, alike: readonly [Entry, ...Entry[]]): Html {
  const [newest, ...older] = alike;
  const { text } = context;
  const words = text.activity;
  const { request, isRefused } = newest;
  const count = alike.reduce((sum, entry) => sum + (entry.isRefused ? 1 : entry.request.count), 0);
  const path = ENDPOINT_PATHS[isRefused ? request.endpoint : ENDPOINT_OF[request.kind]];
  const from =
    isRefused && request.endpoint === 'authorize' ? text.requests.usersBrowser : sourceWords(text, request.source);
  return html`<li class="${isRefused ? 'bad' : 'good'}" data-id="${request.id}">${isRefused ? problemIcon : doneIcon}
<div class="log-what"><span>${isRefused ? refusedWords(context, clientId, request) : answeredWords(context, clientId, request)}${count > 1 && html` <span class="chip">${words.times(text.moments.numeral(count))}</span>`}</span>
<span class="log-more"><span class="unseen">${isRefused ? words.refused : words.answered}: </span><code>${path}</code>${isRefused ? html` · <code>${request.error}</code>` : html` · ${words.milliseconds(text.moments.numeral(request.milliseconds))}`}${from !== null && html` · ${from}`}</span>
${older.length > 0 && isRefused && olderOnes(context, clientId, older)}</div>
<span class="log-when">${ago(context, request.at)}</span></li>\n`;
}

/** Each has a diagnosis of its own. */
function olderOnes(context: PageContext, clientId: string, older: readonly Entry[]): Html {
  const links = older.map(
    ({ request }) =>
      html`<li><a href="${requestPath(clientId, request.traceId)}">${ago(context, request.at)} · <code>${request.traceId}</code></a></li>`,
  );
  return html`<details class="log-older"><summary>${context.text.activity.older(older.length)}</summary><ul class="plain">${links}</ul></details>`;
}

function refusedWords({ text }: PageContext, clientId: string, request: RefusedRequest): Html {
  return html`<a href="${requestPath(clientId, request.traceId)}">${causeSentence(text, request)}</a>`;
}

function answeredWords({ text }: PageContext, clientId: string, { kind, familyId }: AnsweredRequest): Html {
  const words = text.activity.kinds[kind];
  // A client's own tokens have no timeline: no user's story is told by them.
  const isTold = familyId !== null && kind !== 'client_token';
  return isTold ? html`<a href="${familyPath(clientId, familyId)}">${words}</a>` : html`${words}`;
}

function filters(context: PageContext, { subject, filter, endpoints, errors }: Requests): Html {
  const { activity, requests: words } = context.text;
  const { clientId } = subject;
  const { outcome = null } = filter;
  const link = (label: Child, to: RequestFilter, isCurrent: boolean) =>
    html`<li><a class="chip" href="${requestsPath(clientId, to)}"${attributes({ 'aria-current': isCurrent && 'true' })}>${label}</a></li>`;
  return html`<nav class="filters" aria-label="${activity.outcome}"><span>${activity.outcome}</span><ul>
${link(words.all, { ...filter, outcome: null, error: null }, outcome === null)}
${link(activity.answered, { ...filter, outcome: 'answered', error: null }, outcome === 'answered')}
${link(activity.refused, { ...filter, outcome: 'refused' }, outcome === 'refused')}
</ul></nav>
<nav class="filters" aria-label="${words.endpoint}"><span>${words.endpoint}</span><ul>
${link(words.all, { ...filter, endpoint: null }, filter.endpoint === null)}
${endpoints.map((endpoint) => link(html`<code>${ENDPOINT_PATHS[endpoint]}</code>`, { ...filter, endpoint }, filter.endpoint === endpoint))}
</ul></nav>
${
  outcome !== 'answered' &&
  errors.length > 0 &&
  html`<nav class="filters" aria-label="${words.error}"><span>${words.error}</span><ul>
${link(words.all, { ...filter, error: null }, filter.error === null)}
${errors.map((error) => link(html`<code>${error}</code>`, { ...filter, error }, filter.error === error))}
</ul></nav>`
}`;
}
