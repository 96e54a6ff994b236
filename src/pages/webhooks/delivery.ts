/** Deliveries of a webhook: the list of them, and one with what is sent and what was answered. */
import { failureOf } from '../../protocol/webhooks/attempt.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { codeBlock } from '../parts/copy.ts';
import { postForm } from '../parts/form.ts';
import { moment } from '../parts/moment.ts';
import { table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { type WebhookHome, webhookFrame, webhooksPath } from './frame.ts';

export interface DeliveryView {
  readonly id: string;
  readonly messageId: string;
  readonly kind: string;
  readonly happenedAt: number;
  readonly attempts: number;
  readonly isBehind: boolean;
  readonly nextAt: number | null;
  readonly attemptedAt: number | null;
  readonly tookMs: number | null;
  readonly status: number | null;
  readonly answer: string | null;
  readonly doneAt: number | null;
  readonly outcome: 'delivered' | 'failed' | null;
  readonly body: string;
}

export function deliveriesTable(context: PageContext, path: string, deliveries: readonly DeliveryView[]): Html {
  const { text } = context;
  const words = text.webhookPage;
  return table({
    caption: words.deliveries,
    columns: [
      { title: words.event },
      { title: words.at },
      { title: words.state },
      { title: words.answer },
      { title: words.attempts, isNumber: true },
    ],
    rows: deliveries.map((delivery) => [
      html`<a href="${path}/deliveries/${delivery.id}"><code>${delivery.kind}</code></a>`,
      moment(context, delivery.happenedAt),
      stateChip(text, delivery),
      answerCell(text, delivery),
      text.moments.numeral(delivery.attempts),
    ]),
  });
}

/** With why it failed, so that nobody has to open each delivery to learn it. */
function answerCell({ webhookPage }: Text, delivery: DeliveryView): Html {
  const why = failureOf(delivery);
  return html`${delivery.status ?? webhookPage.noAnswer}${why !== null && html`<br><code dir="auto">${why}</code>`}`;
}

const TONES = { waiting: '', delivered: ' good', failed: ' bad' };

function stateChip({ webhookPage }: Text, { outcome }: DeliveryView): Html {
  const state = outcome ?? 'waiting';
  return html`<span class="chip${TONES[state]}">${webhookPage.states[state]}</span>`;
}

interface DeliveryPage {
  readonly webhookId: number;
  readonly isOff: boolean;
  readonly delivery: DeliveryView;
}

export function deliveryPage(context: PageContext, home: WebhookHome, page: DeliveryPage): Html {
  const { text } = context;
  const { delivery } = page;
  const words = text.deliveryPage;
  const path = `${webhooksPath(home)}/${page.webhookId}`;
  // Without a status nobody has answered, and what is kept is why we could not send.
  const hasFailed = delivery.attemptedAt !== null && delivery.status === null;
  return webhookFrame(context, home, {
    title: delivery.kind,
    body: html`<p><a href="${path}">${words.back}</a></p>
<dl class="facts wide">
<div><dt>${words.id}</dt><dd><code dir="ltr">${delivery.messageId}</code></dd></div>
<div><dt>${text.webhookPage.state}</dt><dd>${stateChip(text, delivery)}</dd></div>
<div><dt>${text.webhookPage.attempts}</dt><dd>${text.moments.numeral(delivery.attempts)}</dd></div>
${delivery.nextAt !== null && html`<div><dt>${words.next}</dt><dd>${moment(context, delivery.nextAt)}</dd></div>`}
${delivery.isBehind && !page.isOff && html`<div><dt>${words.next}</dt><dd>${words.behind}</dd></div>`}
${delivery.tookMs !== null && html`<div><dt>${words.took}</dt><dd>${words.milliseconds(delivery.tookMs)}</dd></div>`}
<div><dt>${text.webhookPage.answer}</dt><dd>${delivery.status ?? text.webhookPage.noAnswer}</dd></div>
</dl>
<section class="section"><h2>${words.sent}</h2>
${codeBlock(text, { id: 'body', title: 'JSON', text: delivery.body, what: words.sent })}</section>
<section class="section"><h2>${hasFailed ? words.failedBecause : words.answered}</h2>
${delivery.attemptedAt === null ? html`<p>${words.noAnswer}</p>` : html`<pre class="answer" dir="auto"><code>${delivery.answer ?? ''}</code></pre>`}</section>
<section class="section"><h2>${words.again}</h2>
<p>${page.isOff ? words.againOff : words.againText}</p>
${!page.isOff && postForm(context, { action: `${path}/deliveries/${delivery.id}/again`, body: html`<div class="actions">${button({ weight: 'secondary', label: words.again })}</div>` })}</section>`,
  });
}
