/** How a decision ends for applications without a redirect address: a code for copying, or the word that there is none. */
import { decisionFrame, type PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { copyField } from '../parts/copy.ts';
import { moment, period } from '../parts/moment.ts';
import { named } from '../parts/name.ts';

interface OutOfBand {
  readonly applicationName: string;
  readonly code: string;
  /** The lifetime of a code. */
  readonly lifetimeSeconds: number;
  readonly expiresAt: number;
}

export function outOfBandPage(context: PageContext, page: OutOfBand): Html {
  const { text } = context;
  const words = text.outOfBand;
  return decisionFrame(context, {
    title: words.title,
    body: html`<h1>${words.heading(named(page.applicationName))}</h1>
<p>${words.explained(period(text, page.lifetimeSeconds), moment(context, page.expiresAt))}</p>
${copyField(text, { id: 'authorization_code', label: words.code, value: page.code, what: words.what })}
<p class="hint">${words.care(named(page.applicationName))}</p>`,
    below: html`<p>${words.close}</p>`,
  });
}

/** Whoever cancelled did as they wanted: this is no error to them. */
export function deniedPage(context: PageContext, applicationName: string): Html {
  const words = context.text.outOfBand.denied;
  return decisionFrame(context, {
    title: words.title,
    body: html`<h1>${words.heading(named(applicationName))}</h1>
<p>${words.what}</p>
<p>${words.next}</p>`,
  });
}
