/** The list of an application's refused requests: what happened, where, when and from where, with filters. */
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import type { RefusedRequest, RefusingEndpoint } from '../../protocol/refusals/refused-request.ts';
import type { PageContext } from '../frame.ts';
import { attributes, type Child, type Html, html } from '../html.ts';
import { findForm } from '../parts/find.ts';
import { ago } from '../parts/moment.ts';
import { emptyState, notice } from '../parts/notice.ts';
import { firstSentence, prose } from '../parts/prose.ts';
import { sourceWords } from '../parts/source.ts';
import { type Pager, pager, table } from '../parts/table.ts';
import { type ApplicationSubject, applicationFrame, applicationPath } from './frame.ts';
import { explainReason } from './refusal-lookup.ts';

interface RequestFilter {
  readonly endpoint: RefusingEndpoint | null;
  readonly error: string | null;
  /** Only requests with this trace; as typed. */
  readonly shortTrace?: string | null;
}

interface RefusedRequests {
  readonly subject: ApplicationSubject;
  readonly requests: readonly RefusedRequest[];
  readonly filter: RequestFilter;
  /** Every value in the whole log. */
  readonly endpoints: readonly RefusingEndpoint[];
  readonly errors: readonly string[];
  readonly pages: Pager;
}

export function requestsPage(context: PageContext, page: RefusedRequests): Html {
  const { text } = context;
  const words = text.requests;
  const { endpoint, error, shortTrace = null } = page.filter;
  const isFiltered = endpoint !== null || error !== null || shortTrace !== null;
  const isEmpty = page.requests.length === 0;
  return applicationFrame(context, page.subject, {
    tab: 'requests',
    body: html`<section class="section"><h2>${words.title}</h2>
<p>${words.lead}</p>
${(!isEmpty || isFiltered) && html`${search(context, page)}${filters(context, page)}`}
${isEmpty && isFiltered && html`<p>${words.emptyFiltered}</p>`}
${isEmpty && !isFiltered && emptyState({ title: words.emptyTitle, text: words.emptyText })}
${shortTrace !== null && causes(context, page)}
${!isEmpty && rows(context, page)}
${pager(text, page.pages)}</section>`,
  });
}

export function requestsPath(clientId: string, filter: RequestFilter = { endpoint: null, error: null }): string {
  const query = new URLSearchParams();
  if (filter.endpoint !== null) query.set('endpoint', filter.endpoint);
  if (filter.error !== null) query.set('error', filter.error);
  if (filter.shortTrace) query.set('q', filter.shortTrace);
  return `${applicationPath(clientId)}/requests${query.size > 0 ? `?${query}` : ''}`;
}

export function requestPath(clientId: string, traceId: string): string {
  return `${applicationPath(clientId)}/requests/${encodeURIComponent(traceId)}`;
}

/** The answer hides which check failed, so one error link may stand for several causes. */
function causes({ text }: PageContext, { requests }: RefusedRequests): Html | null {
  const reasons = new Set(requests.map(({ reason }) => reason));
  return reasons.size < 2 ? null : notice('info', text.requests.causes(requests.length, reasons.size));
}

/** Search by what an answer carried: the trace of one request, or the short trace of a mistake. */
function search({ text }: PageContext, { subject, filter }: RefusedRequests): Html {
  return findForm(text, {
    path: requestsPath(subject.clientId),
    label: text.requests.trace,
    hint: prose(text.requests.traceHint),
    typed: filter.shortTrace ?? '',
  });
}

function rows(context: PageContext, { subject, requests }: RefusedRequests): Html {
  const { text } = context;
  const words = text.requests;
  return table({
    caption: words.title,
    columns: [{ title: words.what }, { title: words.error }, { title: words.when }],
    rows: requests.map((request) => [
      html`<a href="${requestPath(subject.clientId, request.traceId)}">${whatHappened(context, request)}</a>`,
      html`<div class="refused"><code class="chip">${request.error}</code><code>${ENDPOINT_PATHS[request.endpoint]}</code></div>`,
      html`<div class="refused"><span>${ago(context, request.at)}</span><span>${from(context, request)}</span></div>`,
    ]),
  });
}

function from({ text }: PageContext, { endpoint, source }: RefusedRequest): Child {
  if (endpoint === 'authorize') return text.requests.usersBrowser;
  return sourceWords(text, source) ?? text.requests.unknown;
}

function whatHappened({ text }: PageContext, request: RefusedRequest): Html {
  return prose(firstSentence(explainReason(text, request)?.words.means ?? request.reason));
}

function filters(context: PageContext, { subject, filter, endpoints, errors }: RefusedRequests): Html {
  const words = context.text.requests;
  const { clientId } = subject;
  const link = (label: Child, to: RequestFilter, isCurrent: boolean) =>
    html`<li><a class="chip" href="${requestsPath(clientId, to)}"${attributes({ 'aria-current': isCurrent && 'true' })}>${label}</a></li>`;
  return html`<nav class="filters" aria-label="${words.endpoint}"><span>${words.endpoint}</span><ul>
${link(words.all, { ...filter, endpoint: null }, filter.endpoint === null)}
${endpoints.map((endpoint) => link(html`<code>${ENDPOINT_PATHS[endpoint]}</code>`, { ...filter, endpoint }, filter.endpoint === endpoint))}
</ul></nav>
<nav class="filters" aria-label="${words.error}"><span>${words.error}</span><ul>
${link(words.all, { ...filter, error: null }, filter.error === null)}
${errors.map((error) => link(html`<code>${error}</code>`, { ...filter, error }, filter.error === error))}
</ul></nav>`;
}
