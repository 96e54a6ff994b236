/** A table that becomes a list of cards on narrow screens and stays a table for screen readers. */
import { attributes, type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';

interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  /** The column of buttons has a title for screen readers only. */
  readonly isActions?: boolean;
}

interface Table {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** One cell for each column; the first names the row. */
  readonly rows: readonly (readonly Child[])[];
}

/** The roles are explicit, because browsers drop the implicit ones once a cell is laid out as a block. */
export function table(table: Table): Html {
  return html`<table class="table" role="table">
<caption class="unseen">${table.caption}</caption>
<thead role="rowgroup"><tr role="row">${table.columns.map(heading)}</tr></thead>
<tbody role="rowgroup">
${table.rows.map((cells) => html`<tr role="row">${cells.map((cell, index) => cellOf(cell, table.columns[index], index))}</tr>\n`)}
</tbody>
</table>`;
}

function heading(column: Column): Html {
  const title = column.isActions === true ? html`<span class="unseen">${column.title}</span>` : column.title;
  return html`<th scope="col" role="columnheader"${attributes({ class: classOf(column) })}>${title}</th>`;
}

function cellOf(cell: Child, column: Column | undefined, index: number): Html {
  if (index === 0) return html`<th scope="row" role="rowheader">${cell}</th>`;
  const label = column?.isActions === true ? null : column?.title;
  // On a card the label stands beside the content, which must be one box however many nodes it has.
  return html`<td role="cell"${attributes({ class: classOf(column), 'data-label': label })}><div>${cell}</div></td>`;
}

function classOf(column: Column | undefined): string | null {
  if (column?.isNumber === true) return 'number';
  return column?.isActions === true ? 'row-actions' : null;
}

/** Links to the pages before and after; both null when everything fits on one page. */
export interface Pager {
  readonly previous: string | null;
  readonly next: string | null;
}

export function pager({ parts }: Text, pages: Pager): Html | null {
  if (pages.previous === null && pages.next === null) return null;
  return html`<nav class="pager" aria-label="${parts.pages}">
${pages.previous !== null && html`<a class="button secondary" href="${pages.previous}" rel="prev">${parts.newer}</a>`}
${pages.next !== null && html`<a class="button secondary" href="${pages.next}" rel="next">${parts.older}</a>`}
</nav>`;
}
