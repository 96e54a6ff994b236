/** The callback page of a run: what came back, what is checked first, and the exchange. */

import type { SnippetValues } from '../docs/snippets/values.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { codeBlock } from '../parts/copy.ts';
import { postForm } from '../parts/form.ts';
import { doneIcon } from '../parts/icon.ts';
import { notice } from '../parts/notice.ts';
import { type PlaygroundPage, playgroundFrame, playgroundPath } from './steps.ts';

export type ReceivedCallback =
  /** The state does not belong to this session: nothing that came with it is shown or used. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'refused'; readonly request: string; readonly error: string; readonly description: string }
  | { readonly kind: 'code'; readonly request: string; readonly code: string; readonly state: string };

interface PlaygroundCallback {
  readonly played: PlaygroundPage;
  readonly caught: ReceivedCallback;
}

export function playgroundCallbackPage(context: PageContext, { played, caught }: PlaygroundCallback): Html {
  return playgroundFrame(context, played, { step: 'catch', body: bodyOf(context, played.subject, caught) });
}

function bodyOf(context: PageContext, subject: SnippetValues, caught: ReceivedCallback): Html {
  const { callback, run } = context.text.playground;
  const path = playgroundPath(subject.clientId);
  const again = (weight: 'primary' | 'quiet') => buttonLink(path, weight, run.again);
  switch (caught.kind) {
    case 'foreign':
      return html`${notice('problem', html`<h2 class="notice-title">${callback.foreignTitle}</h2><p>${callback.foreignLead}</p>`)}
<div class="actions">${again('primary')}</div>`;
    case 'refused':
      return html`<section class="section"><h2>${callback.refusedTitle}</h2>
<p>${callback.refusedLead}</p>
${request(context, caught.request)}
<dl class="facts"><div><dt><code>error</code></dt><dd><code>${caught.error}</code></dd></div>
<div><dt><code>error_description</code></dt><dd>${caught.description}</dd></div></dl>
<div class="actions">${again('primary')}</div></section>`;
    case 'code':
      return html`<section class="section"><h2>${callback.title}</h2>
<p>${callback.lead}</p>
${request(context, caught.request)}
<h3>${callback.checks}</h3>
<ul class="checks">${check(callback.stateFits)}
${check(subject.sendsIssuer ? callback.issuerFits : callback.issuerAbsent)}</ul>
<p>${callback.next}</p>
${postForm(context, {
  action: path,
  hidden: [
    ['state', caught.state],
    ['code', caught.code],
  ],
  body: html`<div class="actions">${button({ weight: 'primary', label: callback.exchange, name: 'act', value: 'exchange' })}
${again('quiet')}</div>`,
})}</section>`;
  }
}

function request({ text }: PageContext, raw: string): Html {
  const { callback } = text.playground;
  return codeBlock(text, { id: 'caught', title: callback.caught, text: raw, what: callback.caughtWhat });
}

function check(words: Child): Html {
  return html`<li>${doneIcon}<span>${words}</span></li>\n`;
}
