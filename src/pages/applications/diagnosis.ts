/** The diagnosis of one refused request for its owner: what was wrong, the difference, and the remedy. */
import type { RefinedCause } from '../../protocol/diagnosis/cause.ts';
import type { Comparison, Diagnosis } from '../../protocol/diagnosis/diagnosis.ts';
import type { Finding } from '../../protocol/diagnosis/finding.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { factIn, factsIn } from '../../protocol/refusals/facts.ts';
import type { RefusedRequest } from '../../protocol/refusals/refused-request.ts';
import { type Section, sectionAddress } from '../../protocol/refusals/sections.ts';
import { documentLinks } from '../docs/frame.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { codeBlock } from '../parts/copy.ts';
import { difference } from '../parts/difference.ts';
import { postForm } from '../parts/form.ts';
import { ago, duration, moment } from '../parts/moment.ts';
import { afterFirstSentence, firstSentence, prose } from '../parts/prose.ts';
import { sourceWords } from '../parts/source.ts';
import type { Showing } from '../text/en/findings.ts';
import type { Text } from '../text/en.ts';
import { requestPath, requestsPath } from './activity/requests.ts';
import { wordsOfCause } from './cause-words.ts';
import { type ApplicationSubject, applicationFrame, applicationPath } from './frame.ts';
import { explainReason } from './refusal-lookup.ts';
import { curlOf, isReplayable } from './refused-curl.ts';

export interface DiagnosedRequest {
  readonly clientId: string;
  readonly baseUrl: string;
  readonly request: RefusedRequest;
  readonly diagnosis: Diagnosis;
}

/** The cause is the heading, the difference comes first, and what was received is looked up below. */
export function diagnosisPage(
  context: PageContext,
  { subject, ...page }: DiagnosedRequest & { readonly subject: ApplicationSubject },
): Html {
  const { request } = page;
  const { text } = context;
  const words = text.requests;
  const path = ENDPOINT_PATHS[request.endpoint];
  return applicationFrame(context, subject, {
    tab: 'activity',
    view: 'requests',
    body: html`<section class="section diagnosis"><p><a href="${requestsPath(subject.clientId)}">${words.back}</a></p>
<h2 class="cause">${causeTitle(text, page)}</h2>
<p class="soft">${words.heading(html`<code>${request.error}</code>`, html`<code>${path}</code>`)} · ${ago(context, request.at)}</p>
${diagnosisBody(context, page, 3)}
${documentLinks(text, request.error)}
${isReplayable(request) && html`<div class="actions">${buttonLink(`${applicationPath(subject.clientId)}/test?replay=${encodeURIComponent(request.traceId)}`, 'secondary', words.replay)}</div>`}</section>
<section class="section"><h3>${words.received}</h3>${received(context, page)}
<details class="as-curl"><summary>${words.asCurl}</summary>
${codeBlock(text, { id: 'refused-curl', title: words.asCurlTitle, text: curlOf(page), what: words.asCurlWhat })}</details></section>`,
  });
}

/** Without a full stop, as headings are. */
export function causeTitle(text: Text, { request, diagnosis }: DiagnosedRequest): Html {
  const means = explainReason(text, request)?.words.means ?? request.reason;
  return prose(wordsOfCause(text, diagnosis.cause)?.title ?? firstSentence(means).replace(/\.$/, ''));
}

/** Causes beside which the words of the reason would only list what else it could have been. */
const SAYS_ALL: readonly RefinedCause['kind'][] = [
  ...(['unapproved', 'suspended', 'scope', 'must_ask', 'foreign_frame', 'no_redirect_uris'] as const),
  ...(['challenge_missing', 'challenge_method', 'parameter_doubled', 'parameter_missing', 'parameter_unfit'] as const),
];

/**
 * What its owner needs to mend it: on the page of the request, and on the error page that the request led to. `rank` is
 * that of its headings, one below the heading that names the cause.
 */
export function diagnosisBody(context: PageContext, page: DiagnosedRequest, rank: HeadingRank): Html {
  const { request, diagnosis } = page;
  const { text } = context;
  const words = text.requests;
  const explanation = explainReason(text, request)?.words;
  const cause = wordsOfCause(text, diagnosis.cause);
  const remedy = cause?.remedy ?? explanation?.remedy;
  // What the heading does not say already.
  const beside = SAYS_ALL.some((kind) => kind === diagnosis.cause?.kind) ? '' : explanation?.means;
  const means = cause ? beside : afterFirstSentence(explanation?.means ?? '');
  return html`${diagnosis.comparison && comparison(context, diagnosis.comparison)}
${means && html`<p>${prose(means)}</p>`}
${findingList(context, page)}
${remedy !== undefined && html`${headingOf(rank, words.remedy)}<p>${prose(remedy)}</p>`}
${diagnosis.mend !== null && mend(context, page, { redirectUri: diagnosis.mend, rank })}
${diagnosis.addableScopes.length > 0 && scopesToAdd(context, page, rank)}`;
}

type HeadingRank = 2 | 3;

function headingOf(rank: HeadingRank, words: string): Html {
  return rank === 2 ? html`<h2>${words}</h2>` : html`<h3>${words}</h3>`;
}

function findingList(context: PageContext, { clientId, diagnosis }: DiagnosedRequest): Html | null {
  const show = showingOf(context, clientId);
  // The heading names a single difference of addresses already.
  const told = diagnosis.findings.filter(({ kind }) => !(kind === 'difference' && diagnosis.cause?.kind === 'address'));
  if (told.length === 0) return null;
  return html`<ul class="findings">${told.map((finding) => html`<li>${findingWords(context, finding, show)}</li>\n`)}</ul>`;
}

function findingWords({ text }: PageContext, finding: Finding, show: Showing): Html {
  // The table has, under each kind, a function for the findings of this kind.
  const say = text.findings[finding.kind] as (finding: Finding, show: Showing) => Html;
  return say(finding, show);
}

function showingOf(context: PageContext, clientId: string): Showing {
  const { text } = context;
  const code = (value: string) => html`<code dir="ltr">${value}</code>`;
  return {
    code,
    codes: (values) => html`${values.map((value, index) => html`${index > 0 && ', '}${code(value)}`)}`,
    moment: (at) => moment(context, at),
    length: (seconds) => duration(text, Math.max(0, seconds)),
    earlier: (seconds) => (seconds < 1 ? text.requests.aMoment : duration(text, seconds)),
    from: (source) => sourceWords(text, source),
    request: (traceId) => html`<a href="${requestPath(clientId, traceId)}"><code>${traceId}</code></a>`,
    rule: (rule) => text.redirectRules[rule],
  };
}

function comparison(context: PageContext, { what, pieces }: Comparison): Html {
  const words = context.text.requests;
  return difference({
    receivedLabel: prose(words.comparisons[what].received),
    expectedLabel: prose(words.comparisons[what].expected),
    pieces,
    // Two hashes differ everywhere: marking their letters says nothing.
    legend:
      what === 'code_challenge'
        ? null
        : words.comparisonLegend(html`<del>${words.struck}</del>`, html`<ins>${words.underlined}</ins>`),
  });
}

/** The whole address stands beside the button, so that it is read before it is added. */
function mend(
  context: PageContext,
  { clientId, request }: DiagnosedRequest,
  { redirectUri, rank }: { readonly redirectUri: string; readonly rank: HeadingRank },
): Html {
  const words = context.text.requests;
  return html`<div class="panel">${headingOf(rank, words.addTitle)}
${postForm(context, {
  action: `${applicationPath(clientId)}/redirect_uris`,
  class: 'stack',
  body: html`<input type="hidden" name="redirect_uri" value="${redirectUri}"><input type="hidden" name="trace" value="${request.traceId}">
<p>${words.addExplained(html`<code class="block" dir="ltr">${redirectUri}</code>`)}</p>
<div class="actions">${button({ weight: 'primary', label: words.add })}</div>`,
})}</div>`;
}

/** Anybody can ask for a scope in the application's name, so the button only leads to the form, which says what it ticked. */
function scopesToAdd(context: PageContext, { clientId, diagnosis }: DiagnosedRequest, rank: HeadingRank): Html {
  const words = context.text.requests;
  const { addableScopes: names } = diagnosis;
  const query = new URLSearchParams(names.map((name) => ['add_scope', name]));
  return html`<div class="panel">${headingOf(rank, words.addScopeTitle)}
<p>${words.addScopeExplained(showingOf(context, clientId).codes(names))}</p>
<div class="actions">${buttonLink(`${applicationPath(clientId)}/edit?${query}#picked`, 'primary', words.addScope)}</div></div>`;
}

function received(context: PageContext, page: DiagnosedRequest): Html {
  const { request } = page;
  const { text } = context;
  const section = explainReason(text, request)?.section ?? null;
  const words = text.requests;
  const { facts, source } = request;
  const code = (value: string) => html`<code dir="ltr">${value}</code>`;
  const list = (values: readonly string[]) =>
    html`<ul class="plain">${values.map((value) => html`<li>${code(value)}</li>`)}</ul>`;
  const [names, scheme] = [factIn(facts, 'parameters'), factIn(facts, 'authorization')];
  const [scope, allowed, registered] = [factIn(facts, 'scope'), factIn(facts, 'allowed'), factsIn(facts, 'registered')];
  const from = request.endpoint === 'authorize' ? words.usersBrowser : (sourceWords(text, source) ?? words.unknown);
  const isAdmin = context.account?.isAdmin === true;
  // The user's own decision: no check has failed, and nobody made a mistake.
  const isDenied = request.error === 'access_denied';
  const lines: readonly (readonly [Child, Child] | false)[] = [
    [words.time, moment(context, request.at)],
    [words.from, from],
    [words.parameters, names ? code(names) : words.noParameters],
    scheme !== undefined && [prose(words.authorization), code(scheme)],
    scope !== undefined && [words.scope, code(scope)],
    allowed !== undefined && [words.allowed, code(allowed)],
    registered.length > 0 && [words.registered, list(registered)],
    !isDenied && [words.reason, code(request.reason)],
    [words.standard, section === null ? words.ownRule : standard(section)],
    isAdmin &&
      request.accountId !== null && [
        words.account,
        html`<a href="/users/${request.accountId}">${request.accountId}</a>`,
      ],
    [words.trace, code(request.traceId)],
    !isDenied && request.shortTrace !== null && [prose(words.shortTrace), alike(context, page, request.shortTrace)],
  ];
  return html`<dl class="facts wide">${lines.map((line) => line && html`<div><dt>${line[0]}</dt><dd>${line[1]}</dd></div>\n`)}</dl>`;
}

function alike({ text }: PageContext, { clientId }: DiagnosedRequest, shortTrace: string): Html {
  const path = requestsPath(clientId, { endpoint: null, error: null, shortTrace });
  return html`<code dir="ltr">${shortTrace}</code> · <a href="${path}">${text.requests.alike}</a>`;
}

export function standard(section: NonNullable<Section>): Html {
  return html`<a class="outside" href="${sectionAddress(section)}" rel="noopener noreferrer nofollow">${section}</a>`;
}
