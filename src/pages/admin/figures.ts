/** The first page of administration: the figures of the day, each with a link to what it counts. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { day } from '../parts/moment.ts';
import { adminFrame, eventsPath } from './admin-frame.ts';

interface FiguresPage {
  readonly signIns: number;
  readonly failedSignIns: number;
  readonly newAccounts: number;
  readonly tokens: number;
  readonly refusals: number;
  readonly liveSessions: number;
  readonly alarms: number;
  /** Counting stops here: a figure of this size means at least as many. */
  readonly most: number;
}

export function figuresPage(context: PageContext, page: FiguresPage): Html {
  const words = context.text.figures;
  const counted = (count: number) => {
    const numeral = context.text.moments.numeral(count);
    return count >= page.most ? words.atLeast(numeral) : numeral;
  };
  const summed = (count: number) => context.text.moments.numeral(count);
  return adminFrame(context, 'home', {
    title: words.title,
    lead: words.lead(day(context, context.now)),
    body: html`<h2 class="unseen">${words.caption}</h2>
<dl class="figures">
${figure(words.signIns, counted(page.signIns), eventsPath({ kind: 'account.signed_in' }))}
${figure(words.failedSignIns, counted(page.failedSignIns), eventsPath({ kind: 'account.sign_in_failed' }))}
${figure(words.newAccounts, counted(page.newAccounts), '/admin/people')}
${figure(words.tokens, summed(page.tokens), null)}
${figure(words.refusals, summed(page.refusals), null)}
${figure(words.liveSessions, counted(page.liveSessions), null)}
${figure(words.alarms, counted(page.alarms), page.alarms === 0 ? null : eventsPath({ kind: 'token.reuse_detected' }))}
</dl>
<p class="hint">${words.late}</p>`,
  });
}

function figure(label: string, value: string, path: string | null): Html {
  return html`<div class="figure"><dt>${path === null ? label : html`<a href="${path}">${label}</a>`}</dt><dd><span class="figure-number">${value}</span></dd></div>`;
}
