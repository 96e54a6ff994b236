/** The configured catalogue of scopes, for administrators: descriptions, and how many applications may request each. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { notice } from '../parts/notice.ts';
import { table } from '../parts/table.ts';
import { scopeWords } from '../text/texts.ts';
import { adminFrame } from './admin-frame.ts';

interface ScopesPage {
  readonly scopes: readonly {
    readonly name: string;
    readonly description: string;
    readonly isDefault: boolean;
    readonly applicationCount: number;
  }[];
  /** True while no catalogue is configured. */
  readonly isShipped: boolean;
  /** Names that applications are registered for but the catalogue does not contain. */
  readonly gone: readonly { readonly name: string; readonly applicationCount: number }[];
  /** How many applications were counted; null for all. */
  readonly countedAmong: number | null;
}

export function scopesPage(context: PageContext, page: ScopesPage): Html {
  const { text } = context;
  const words = text.scopeList;
  const { numeral } = text.moments;
  return adminFrame(context, 'scopes', {
    title: words.title,
    lead: words.lead,
    body: html`${notice(
      'info',
      html`<p>${page.isShipped ? words.shipped : words.ownWords} ${words.setWith(html`<code>scopes</code>`, html`<code>LATCHKEY_SCOPES</code>`)}</p>`,
    )}
${table({
  caption: words.caption,
  columns: [
    { title: words.scope },
    { title: words.words },
    { title: words.isDefault },
    { title: words.applications, isNumber: true },
  ],
  rows: page.scopes.map((scope) => [
    html`<code class="whole">${scope.name}</code>`,
    scopeWords(text, scope),
    html`<span class="chip${scope.isDefault && ' accent'}">${scope.isDefault ? words.yes : words.no}</span>`,
    numeral(scope.applicationCount),
  ]),
})}
${page.countedAmong !== null && html`<p class="hint">${words.cut(numeral(page.countedAmong))}</p>`}
${page.gone.length > 0 && gone(context, page.gone)}`,
  });
}

function gone(context: PageContext, scopes: ScopesPage['gone']): Html {
  const words = context.text.scopeList;
  const lines = scopes.map(
    ({ name, applicationCount }) =>
      html`<li><code>${name}</code> · ${context.text.moments.numeral(applicationCount)}</li>`,
  );
  return html`<section class="section"><h2>${words.goneTitle}</h2><p>${words.goneText}</p><ul class="plain">${lines}</ul></section>`;
}
