/** The page of a run with tokens: actions, deliberate mistakes, and the messages exchanged so far. */
import { type Exchange, formatExchange, requestText, statusLine } from '../../protocol/playground/wire.ts';
import { requestSnippets } from '../docs/snippets/request.ts';
import type { SnippetValues } from '../docs/snippets/values.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { codeTabs, copyField } from '../parts/copy.ts';
import { postForm } from '../parts/form.ts';
import type { Text } from '../text/en.ts';
import { answerBlock } from './answer.ts';
import { type PlaygroundPage, playgroundFrame, playgroundPath } from './steps.ts';

interface PlaygroundRun {
  readonly played: PlaygroundPage;
  /** Identifies the run; sealed. */
  readonly state: string;
  /** Empty where the exchange was refused. */
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Which of them can no longer be used. */
  readonly ended: { readonly access: boolean; readonly refresh: boolean };
  /** Oldest first. */
  readonly exchanges: readonly Exchange[];
}

const FAULTS = ['expire', 'lose', 'twice', 'late', 'deny'] as const;

export function playgroundRunPage(context: PageContext, run: PlaygroundRun): Html {
  const words = context.text.playground.run;
  const hasTokens = run.accessToken !== '';
  const { subject } = run.played;
  return playgroundFrame(context, run.played, {
    step: hasTokens ? 'use' : 'exchange',
    body: html`<div class="${hasTokens && 'run'}">${hasTokens && html`<div class="run-acts">${tokens(context, run)}</div>`}
<section class="section" id="wire"><h2>${words.wire}</h2>
<p class="hint">${words.wireLead} ${subject.isConfidential && words.standIn(html`<code>${subject.secret}</code>`)}</p>
<ol class="wire" reversed>${run.exchanges.map((_, index) => wire(context, run.exchanges, index)).reverse()}</ol>
<div class="actions">${buttonLink(playgroundPath(subject.clientId), 'quiet', words.again)}</div></section></div>`,
  });
}

/** One form with many buttons, so that the state of the run is on the page once. */
function tokens(context: PageContext, run: PlaygroundRun): Html {
  const { text } = context;
  const words = text.playground.run;
  return html`<section class="section"><h2>${words.title}</h2>
${tokenField(text, { id: 'access_token', label: words.access, value: run.accessToken, isEnded: run.ended.access })}
${tokenField(text, { id: 'refresh_token', label: words.refresh, value: run.refreshToken, isEnded: run.ended.refresh })}
<p class="hint">${run.ended.access && run.ended.refresh ? words.over : words.real}</p></section>
${postForm(context, {
  // Without script, the fragment scrolls to the newest answer.
  action: `${playgroundPath(run.played.subject.clientId)}#wire`,
  class: 'acts',
  hidden: [
    ['state', run.state],
    ['access_token', run.accessToken],
    ['refresh_token', run.refreshToken],
    ...run.exchanges.map((exchange) => ['wire', formatExchange(exchange)] as const),
  ],
  body: html`${use(context, run.played.subject)}
${faults(context)}`,
})}`;
}

interface TokenField {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly isEnded: boolean;
}

/** Nobody needs a copy of a token that opens nothing. */
function tokenField(text: Text, { id, label, value, isEnded }: TokenField): Html {
  if (!isEnded) return copyField(text, { id, label, value, what: id });
  return html`<div class="copy-field"><span class="copy-label">${label} <span class="chip">${text.playground.run.ended}</span></span>
<div class="copy"><code id="${id}" class="copy-value" dir="ltr">${value}</code></div></div>`;
}

function use({ text }: PageContext, { isConfidential }: SnippetValues): Html {
  const words = text.playground.run;
  return html`<section class="section"><h2>${words.use}</h2>
<div class="actions">${button({ weight: 'primary', label: words.whoami, name: 'act', value: 'whoami' })}
${button({ weight: 'secondary', label: words.refreshNow, name: 'act', value: 'refresh' })}
${isConfidential && button({ weight: 'secondary', label: words.introspect, name: 'act', value: 'introspect' })}
${button({ weight: 'secondary', label: words.revoke, name: 'act', value: 'revoke' })}</div></section>`;
}

function faults({ text }: PageContext): Html {
  const { run, faults } = text.playground;
  const rows = FAULTS.map(
    (fault) =>
      html`<li>${button({ weight: 'secondary', label: faults[fault].title, name: 'act', value: fault })}<span class="hint">${faults[fault].text}</span></li>\n`,
  );
  return html`<section class="section"><h2>${run.faults}</h2>
<p>${run.faultsLead}</p>
<ul class="faults">${rows}</ul></section>`;
}

function wire({ text }: PageContext, exchanges: readonly Exchange[], index: number): Html {
  const exchange = exchanges[index];
  if (!exchange) return html``;
  const { note, request, answer } = exchange;
  const number = index + 1;
  const isNewest = number === exchanges.length;
  const before = exchanges.slice(0, index).findLast((other) => other.request.url === request.url);
  const words = text.playground.run;
  const isRefused = answer.status >= 400;
  const explained = isRefused && !EXPECTED_REFUSALS.has(note) ? text.playground.refused : text.playground.notes[note];
  const id = `wire-${number}`;
  const forms = [{ label: 'HTTP', text: requestText(request) }, ...requestSnippets(request).map(labelled)];
  return html`<li value="${number}"><details class="exchange"${isNewest && html` open`}><summary class="wire-head"><h3 translate="no">${request.method} ${new URL(request.url).pathname}</h3>
<span class="chip ${isRefused ? 'bad' : 'good'}" translate="no">${statusLine(answer.status)}</span>${
    note === 'lost' && html`<span class="chip">${words.thrownAway}</span>`
  }<span class="wire-note">${explained}</span></summary>
${codeTabs(text, { id, legend: words.languages(number), what: `${words.requestWhat} ${number}`, tabs: forms })}
${answerBlock(text, { exchange, before, id, number })}</details></li>
`;
}

/** Refusals that the step provokes; any other one is unexpected. */
const EXPECTED_REFUSALS = new Set(['expired', 'late_use', 'after_reuse', 'replayed']);

function labelled({ language, text }: { readonly language: string; readonly text: string }): {
  label: string;
  text: string;
} {
  return { label: language, text };
}
