/** The documentation of every refusal, from the same words as docs/errors.md and the pages about a single error. */
import type { RefusalWords } from '../../protocol/refusals/words.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { prose } from '../parts/prose.ts';
import { table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { docsFrame } from './frame.ts';

export function docsErrorsPage(context: PageContext): Html {
  const { text } = context;
  const words = text.docs.errors;
  const { refusals } = text;
  return docsFrame(context, {
    page: 'errors',
    lead: words.lead,
    body: html`${contents([
      ['sent', words.sent],
      ['token', words.token],
      ['redirect', words.redirect],
      ['page', words.page],
      ['bearer', words.bearer],
    ])}
${section(text, { id: 'sent', title: words.sent, first: words.error, rows: refusals.error })}
${section(text, { id: 'token', title: words.token, lead: words.tokenText, first: words.reason, rows: refusals.client })}
${section(text, { id: 'redirect', title: words.redirect, lead: words.redirectText, first: words.error, rows: refusals.authorization })}
${section(text, { id: 'page', title: words.page, lead: words.pageText, first: words.reason, rows: refusals.untrusted })}
${section(text, { id: 'bearer', title: words.bearer, first: words.reason, rows: refusals.bearer })}`,
  });
}

/** The page is long: from its top every part is one step away. */
function contents(parts: readonly (readonly [id: string, title: string])[]): Html {
  return html`<ul class="plain contents">${parts.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`;
}

/** Long names may wrap after an underscore only. */
function breakable(id: string, name: string): Html {
  return html`<code id="${id}-${name}">${name.split('_').map((part, index) => (index === 0 ? part : html`_<wbr>${part}`))}</code>`;
}

interface ErrorSection {
  /** Links lead to `#sent-invalid_grant`. */
  readonly id: string;
  readonly title: string;
  readonly lead?: Child;
  /** The title of the first column. */
  readonly first: string;
  readonly rows: Readonly<Record<string, RefusalWords>>;
}

function section({ docs }: Text, { id, title, lead, first, rows }: ErrorSection): Html {
  const { errors } = docs;
  return html`<section class="section" id="${id}"><h2>${title}</h2>
${lead !== undefined && html`<p>${lead}</p>`}
${table({
  caption: title,
  columns: [{ title: first }, { title: errors.means }, { title: errors.remedy }],
  rows: Object.entries(rows).map(([name, { means, remedy }]) => [breakable(id, name), prose(means), prose(remedy)]),
})}</section>`;
}
