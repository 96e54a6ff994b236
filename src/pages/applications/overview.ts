/** The overview of one application: who it is, how it does, what was refused to it last, and the next step. */

import { MOST_COUNTED } from '../../protocol/counting.ts';
import type { Source } from '../../protocol/event.ts';
import type { RefusedRequest } from '../../protocol/refusals/refused-request.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { bars } from '../parts/bars.ts';
import { buttonLink } from '../parts/button.ts';
import { copyField } from '../parts/copy.ts';
import { doneIcon, infoIcon, problemIcon } from '../parts/icon.ts';
import { ago } from '../parts/moment.ts';
import { sourceSuffix } from '../parts/source.ts';
import type { Text } from '../text/en.ts';
import { familiesPath } from './activity/families.ts';
import { REFUSED_ONLY, requestPath, requestsPath } from './activity/requests.ts';
import { causeSentence } from './cause-words.ts';
import { type ApplicationSubject, applicationFrame, applicationPath, wayToFirstToken } from './frame.ts';
import { type DayFigures, isCounted, spanOf } from './users.ts';

interface Overview {
  readonly application: ApplicationSubject;
  readonly days: readonly DayFigures[];
  /** When and from where a token was last used, as far as that is stored; null when none ever was. */
  readonly lastUse: { readonly at: number; readonly source: Source } | null;
  /** When it last received a token; null when it never did. */
  readonly lastTokenAt: number | null;
  /** The newest, a few. */
  readonly refusals: readonly RefusedRequest[];
}

export function applicationPage(context: PageContext, view: Overview): Html {
  const { application, lastTokenAt } = view;
  return applicationFrame(context, application, {
    tab: 'overview',
    // While it is suspended every token is refused; the frame says so.
    body: html`${lastTokenAt === null && typeof application.suspendedBecause !== 'string' && nextStep(context.text, application)}
${identity(context, view)}
${figures(context, view)}
${refusals(context, view)}`,
  });
}

/** The next step until there is a token; a machine requests its own with one command. */
function nextStep({ application: words }: Text, application: ApplicationSubject): Html {
  const sentence = application.kind === 'machine' ? words.nextCommand : words.nextWalk;
  return html`<div class="notice" id="first-token">${infoIcon}<div class="notice-body"><p>${sentence}</p>${buttonLink(wayToFirstToken(application), 'primary', words.next)}</div></div>`;
}

function identity(context: PageContext, { application, lastTokenAt, lastUse }: Overview): Html {
  const { text } = context;
  const words = text.application;
  const { never } = text.parts;
  return html`<section class="identity" aria-label="${words.identity}">
${copyField(text, { id: 'client_id', label: 'client_id', value: application.clientId, what: 'client_id' })}
<dl class="facts at-a-glance">
<div><dt>${words.status}</dt><dd>${status(text, application)}</dd></div>
<div><dt>${words.lastToken}</dt><dd>${lastTokenAt === null ? never : ago(context, lastTokenAt)}</dd></div>
<div><dt>${words.lastUse}</dt><dd>${lastUse === null ? never : html`${ago(context, lastUse.at)}${sourceSuffix(text, lastUse.source)}`}</dd></div>
</dl></section>`;
}

function status({ application: words, approval }: Text, { suspendedBecause, waiting }: ApplicationSubject): Html {
  const { waiting: waits, declined } = approval.forOwner.status;
  if (typeof suspendedBecause === 'string') return html`<span class="chip warm">${words.suspended}</span>`;
  if (!waiting) return html`<span class="chip good">${words.active}</span>`;
  return html`<span class="chip warm">${waiting.declinedBecause === null ? waits : declined}</span>`;
}

/** Three numbers with a chart of the month; each leads to what it counts. */
function figures({ text }: PageContext, { application, days }: Overview): Html {
  const words = text.application;
  const { clientId } = application;
  const [from, to] = spanOf(text, days);
  const total = (what: 'tokens' | 'errors') => days.reduce((sum, each) => sum + each[what], 0);
  const { numeral, upTo } = text.moments;
  const errors = total('errors');
  return html`<section class="section"><h2>${words.figures}</h2>
<ul class="plain figures">
${figure({
  path: `${applicationPath(clientId)}/users`,
  title: words.figureUsers,
  count: upTo(application.userCount, MOST_COUNTED),
  label: isCounted(days) ? text.people.chart(from, to) : text.people.arrivalsChart(from, to),
  values: days.map((each) => each.people ?? each.arrived),
})}
${figure({
  path: familiesPath(clientId),
  title: words.figureTokens,
  count: numeral(total('tokens')),
  label: text.people.usesChart(from, to),
  values: days.map((each) => each.tokens),
})}
${figure({
  path: requestsPath(clientId, { ...REFUSED_ONLY, endpoint: 'token' }),
  title: words.figureErrors,
  count: numeral(errors),
  label: text.people.errorsChart(from, to),
  values: days.map((each) => each.errors),
  isBad: errors > 0,
})}
</ul></section>`;
}

interface Figure {
  readonly path: string;
  readonly title: string;
  readonly count: string;
  readonly label: string;
  readonly values: readonly number[];
  readonly isBad?: boolean;
}

function figure({ path, title, count, label, values, isBad = false }: Figure): Html {
  return html`<li><a class="figure${isBad && ' bad'}" href="${path}"><span class="figure-title">${title}</span><span class="figure-number">${count}</span>${bars({ label, values, size: 'small' })}</a></li>`;
}

function refusals(context: PageContext, view: Overview): Html {
  const { clientId } = view.application;
  const words = context.text.application;
  const all: Child =
    view.refusals.length > 0 && html`<a href="${requestsPath(clientId, REFUSED_ONLY)}">${words.allRefusals}</a>`;
  return html`<section class="section" id="refusals"><div class="section-top"><h2>${words.refusals}</h2>${all}</div>
${view.refusals.length === 0 ? html`<p class="all-well">${doneIcon}<span>${words.noRefusals}</span></p>` : html`<ul class="plain brief">${view.refusals.map((request) => refusal(context, clientId, request))}</ul>`}</section>`;
}

function refusal(context: PageContext, clientId: string, request: RefusedRequest): Html {
  return html`<li>${problemIcon}<a href="${requestPath(clientId, request.traceId)}">${causeSentence(context.text, request)}</a><span class="brief-more"><code>${request.error}</code> · ${ago(context, request.at)}</span></li>\n`;
}

/** Where the first token is explained. */
export function firstTokenPath(clientId: string): string {
  return `${applicationPath(clientId)}#first-token`;
}
