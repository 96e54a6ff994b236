/** The APIs that tokens are for, for administrators. */
import { adminFrame } from '../admin/admin-frame.ts';
import { PROTECT_PATH } from '../docs/protect.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { day } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { emptyState } from '../parts/notice.ts';
import { table } from '../parts/table.ts';

interface ListedResource {
  readonly clientId: string;
  readonly identifier: string;
  readonly name: string;
  readonly scope: readonly string[];
  readonly isConfigured: boolean;
  readonly createdAt: number;
}

export const RESOURCES_PATH = '/admin/resources';

export function resourcePath(clientId: string): string {
  return `${RESOURCES_PATH}/${encodeURIComponent(clientId)}`;
}

/** Where the programs are that use what is shown here. */
export function protectHint({ text }: PageContext): Html {
  return html`<p>${text.resourceList.protect((words) => html`<a href="${PROTECT_PATH}">${words}</a>`)}</p>`;
}

export function resourcesPage(context: PageContext, resources: readonly ListedResource[]): Html {
  const { text } = context;
  const words = text.resourceList;
  const add = buttonLink(`${RESOURCES_PATH}/new`, 'primary', words.add);
  return adminFrame(context, 'resources', {
    title: words.title,
    lead: words.lead,
    actions: resources.length > 0 && add,
    body: html`${
      resources.length === 0
        ? emptyState({ title: words.emptyTitle, text: words.emptyText, action: add })
        : table({
            caption: words.title,
            columns: [
              { title: words.name },
              { title: words.identifier },
              { title: words.scopes },
              { title: words.source },
              { title: words.created },
            ],
            rows: resources.map(({ clientId, name, identifier, scope, isConfigured, createdAt }) => [
              html`<a href="${resourcePath(clientId)}">${named(name)}</a>`,
              html`<code dir="ltr">${identifier}</code>`,
              html`<code>${scope.join(' ')}</code>`,
              html`<span class="chip">${isConfigured ? words.configured : words.made}</span>`,
              day(context, createdAt),
            ]),
          })
    }
${protectHint(context)}`,
  });
}
