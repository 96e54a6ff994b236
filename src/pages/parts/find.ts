/** Search forms: they use GET, so that the address of a result can be bookmarked and shared. */
import { attributes, type Child, firstFocus, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { buttonLink } from './button.ts';

interface Find {
  /** The path of the list, with or without a search. */
  readonly path: string;
  readonly label: string;
  readonly hint: Child;
  /** The search term; empty for the whole list. */
  readonly typed: string;
}

/** One field named `q`. */
export function findForm({ administration }: Text, find: Find): Html {
  return html`<form class="search find" method="get" action="${find.path}" role="search">
<div class="field"><label for="q">${find.label}</label>
<input id="q" name="q" type="search" value="${find.typed}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="255" aria-describedby="q-hint">
<p class="hint" id="q-hint">${find.hint}</p></div>
<div class="actions"><button class="button secondary" type="submit">${administration.search}</button>${
    find.typed !== '' && buttonLink(find.path, 'quiet', administration.clear)
  }</div>
</form>`;
}

interface ListFilters {
  /** The path of the list, with or without a search. */
  readonly path: string;
  readonly label: string;
  readonly typed: string;
  readonly selects: readonly Omit<Select, 'id'>[];
  /** Whether something else than the whole list is shown. */
  readonly isNarrowed: boolean;
}

/** A search in one field named `q`, with choices beside it: filters and orders. */
export function listFilters({ administration }: Text, filters: ListFilters): Html {
  return html`<form class="list-filters" method="get" action="${filters.path}" role="search">
<div class="field"><label for="q">${filters.label}</label>
<input id="q" name="q" type="search" value="${filters.typed}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="255"></div>
${filters.selects.map((each) => select({ ...each, id: each.name }))}
<div class="actions"><button class="button secondary" type="submit">${administration.search}</button>${
    filters.isNarrowed && buttonLink(filters.path, 'quiet', administration.clear)
  }</div>
</form>`;
}

interface Select {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly lang?: string }[];
  readonly chosen: string;
  readonly isFaulty?: boolean;
}

export function select(select: Select): Html {
  return html`<div class="field${select.isFaulty === true && ' has-fault'}"><label for="${select.id}">${select.label}</label>
<select id="${select.id}" name="${select.name}"${select.isFaulty === true && html` aria-invalid="true" aria-describedby="${select.id}-fault"${firstFocus}`}>${select.options.map(
    ({ value, label, lang }) =>
      html`<option${attributes({ value, lang, selected: value === select.chosen })}>${label}</option>`,
  )}</select></div>`;
}
