/** One webhook: whether it works, its deliveries, its settings, its secret, its end; and the page that shows a secret once. */
import { DOCS_PATHS } from '../docs/frame.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { askFirst } from '../parts/confirmation.ts';
import { copyField } from '../parts/copy.ts';
import { mergedForm, postForm } from '../parts/form.ts';
import { warningIcon } from '../parts/icon.ts';
import { ago, moment } from '../parts/moment.ts';
import { notice } from '../parts/notice.ts';
import { pager } from '../parts/table.ts';
import { type DeliveryView, deliveriesTable } from './delivery.ts';
import { type ChangedWebhookForm, webhookFaultSummary, webhookFields } from './form.ts';
import { type WebhookHome, webhookFrame, webhooksPath } from './frame.ts';

interface WebhookView {
  readonly id: number;
  readonly url: string;
  readonly createdAt: number;
  readonly deliveredAt: number | null;
  readonly dropped: number;
  readonly offAt: number | null;
  readonly offBecause: string | null;
  readonly failingSince: number | null;
  readonly secretMadeAt: number;
  /** Null once the secret before it is no longer signed with. */
  readonly formerUntil: number | null;
  readonly groups: readonly string[];
  readonly form: ChangedWebhookForm;
  readonly deliveries: readonly DeliveryView[];
  /** The page of older deliveries. */
  readonly older: string | null;
}

export function webhookPage(context: PageContext, home: WebhookHome, view: WebhookView): Html {
  const { text } = context;
  const words = text.webhookPage;
  const path = `${webhooksPath(home)}/${view.id}`;
  const { shown, faults } = view.form;
  const isRefused = shown.overtaken.length > 0 || Object.values(faults).some((fault) => fault !== undefined);
  return webhookFrame(context, home, {
    title: hostIn(view.url),
    actions: view.offAt === null && testing(context, path),
    body: html`<p><a href="${webhooksPath(home)}">${words.back}</a></p>
${webhookFaultSummary(text, view.form)}
${state(context, view, path)}
<dl class="facts wide">
<div><dt>${text.webhookForm.url}</dt><dd><code dir="ltr">${view.url}</code></dd></div>
<div><dt>${text.webhookForm.groups}</dt><dd><code>${view.groups.join(' ')}</code></dd></div>
<div><dt>${words.created}</dt><dd>${moment(context, view.createdAt)}</dd></div>
<div><dt>${words.delivered}</dt><dd>${view.deliveredAt === null ? text.parts.never : ago(context, view.deliveredAt)}</dd></div>
${view.dropped > 0 && html`<div><dt>${words.dropped}</dt><dd>${text.moments.numeral(view.dropped)}</dd></div>`}
</dl>
<section class="section"><h2>${words.deliveries}</h2>
${view.deliveries.length === 0 ? html`<p>${words.deliveriesEmpty} ${view.offAt === null && words.testText}</p>` : deliveriesTable(context, path, view.deliveries)}
${pager(text, { previous: null, next: view.older })}</section>
<details class="more-options"${isRefused && html` open`}><summary>${words.settings}</summary>
${mergedForm(context, {
  action: path,
  class: 'stack narrow',
  shown,
  fields: {
    url: { id: 'url', label: text.webhookForm.url },
    group: { id: 'groups', label: text.webhookForm.groups },
  },
  body: html`${webhookFields(text, view.form)}
<div class="actions">${button({ weight: 'primary', label: text.webhookForm.save })}</div>`,
})}</details>
${secret(context, view, path)}
${ending(context, view, path)}`,
  });
}

/** Beside the title: it is pressed again and again while a receiver is built. */
function testing(context: PageContext, path: string): Html {
  const { test } = context.text.webhookPage;
  return postForm(context, { action: `${path}/test`, body: button({ weight: 'secondary', label: test }) });
}

function state(context: PageContext, view: WebhookView, path: string): Html | null {
  const words = context.text.webhookPage;
  if (view.offAt === null)
    return view.failingSince === null ? null : notice('warning', words.failing(moment(context, view.failingSince)));
  const because = Object.entries(words.offBecause).find(([reason]) => reason === view.offBecause)?.[1];
  return html`${notice('warning', html`<p><strong>${words.offTitle}</strong></p><p>${because} ${words.offKept}</p>`)}
${switching(context, `${path}/switch`, 'on', words.switchOn)}`;
}

function switching(context: PageContext, action: string, to: 'on' | 'off', label: string): Html {
  return postForm(context, {
    action,
    hidden: [['to', to]],
    body: html`<div class="actions">${button({ weight: 'secondary', label })}</div>`,
  });
}

const docsLink = (words: string) => html`<a href="${DOCS_PATHS.webhooks}">${words}</a>`;

function secret(context: PageContext, view: WebhookView, path: string): Html {
  const words = context.text.webhookPage;
  return html`<section class="section"><h2>${words.secret}</h2>
<p>${words.secretText(moment(context, view.secretMadeAt), docsLink)} ${view.formerUntil !== null && words.former(moment(context, view.formerUntil))}</p>
${askFirst(context, {
  id: 'rotate-secret',
  label: words.rotate,
  title: words.rotateTitle,
  lost: words.rotateAsk,
  action: `${path}/rotate`,
  submit: words.rotate,
})}</section>`;
}

function ending(context: PageContext, view: WebhookView, path: string): Html {
  const words = context.text.webhookPage;
  return html`${
    view.offAt === null &&
    html`<section class="section danger-zone"><h2>${words.switchOff}</h2><p>${words.switchOffText}</p>
${switching(context, `${path}/switch`, 'off', words.switchOff)}</section>`
  }
<section class="section danger-zone"><h2>${words.remove}</h2><p>${words.removeAsk}</p>
${askFirst(context, {
  id: 'delete-webhook',
  label: words.remove,
  title: words.removeTitle,
  lost: words.removeAsk,
  action: `${path}/delete`,
  submit: words.remove,
})}</section>`;
}

interface NewWebhookSecret {
  readonly id: number;
  readonly url: string;
  readonly secret: string;
  readonly formerUntil: number | null;
}

/** The secret is in this very answer and nowhere else. */
export function webhookSecretPage(context: PageContext, home: WebhookHome, page: NewWebhookSecret): Html {
  const { text } = context;
  const words = text.webhookPage;
  return webhookFrame(context, home, {
    title: words.secretTitle,
    lead: words.secretLead(html`<code dir="ltr">${hostIn(page.url)}</code>`),
    body: html`<div class="once narrow">
<p class="once-title">${warningIcon}<strong>${text.newSecret.once}</strong></p>
${copyField(text, { id: 'secret', label: words.secret, value: page.secret, what: words.secret })}
${page.formerUntil !== null && html`<p>${words.former(moment(context, page.formerUntil))}</p>`}
<p>${words.secretUse(docsLink)}</p>
<div class="actions">${buttonLink(`${webhooksPath(home)}/${page.id}`, 'primary', words.goOn)}</div>
</div>`,
  });
}

function hostIn(url: string): string {
  return URL.parse(url)?.host ?? url;
}
