/** The webhooks of an application, or of the whole service. */
import { DOCS_PATHS } from '../docs/frame.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { ago } from '../parts/moment.ts';
import { emptyState } from '../parts/notice.ts';
import { table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { type WebhookHome, webhookFrame, webhooksPath } from './frame.ts';

interface ListedWebhook {
  readonly id: number;
  readonly url: string;
  readonly groups: readonly string[];
  readonly offAt: number | null;
  readonly failingSince: number | null;
  readonly deliveredAt: number | null;
}

export function webhooksPage(context: PageContext, home: WebhookHome, webhooks: readonly ListedWebhook[]): Html {
  const { text } = context;
  const words = text.webhookList;
  const path = webhooksPath(home);
  const add = buttonLink(`${path}/new`, 'primary', words.add);
  return webhookFrame(context, home, {
    title: words.title,
    lead: html`${home === null ? words.leadOfAll : words.lead} <a href="${DOCS_PATHS.webhooks}">${words.docs}</a>`,
    actions: webhooks.length > 0 && add,
    body:
      webhooks.length === 0
        ? emptyState({ title: words.emptyTitle, text: words.emptyText, action: add })
        : table({
            caption: words.title,
            columns: [
              { title: words.address },
              { title: words.groups },
              { title: words.state },
              { title: words.delivered },
            ],
            rows: webhooks.map((webhook) => [
              html`<a href="${path}/${webhook.id}"><code class="long-value" dir="ltr">${webhook.url}</code></a>`,
              html`<code>${webhook.groups.join(' ')}</code>`,
              stateChip(text, webhook),
              webhook.deliveredAt === null ? text.parts.never : ago(context, webhook.deliveredAt),
            ]),
          }),
  });
}

const TONES = { on: 'good', off: 'bad', failing: 'warm' };

function stateChip({ webhookList }: Text, { offAt, failingSince }: ListedWebhook): Html {
  const state = offAt !== null ? 'off' : failingSince !== null ? 'failing' : 'on';
  return html`<span class="chip ${TONES[state]}">${webhookList[state]}</span>`;
}
