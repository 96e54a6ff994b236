/** Forms that only look: they carry what was typed in the address, so that a result can be kept and sent on. */
import { attributes, type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { buttonLink } from './button.ts';

export interface Find {
  /** The path that answers, and its bare list. */
  readonly path: string;
  readonly label: string;
  readonly hint: Child;
  /** What was looked for; empty for the bare list. */
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

export interface Select {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string;
}

export function select(select: Select): Html {
  return html`<div class="field"><label for="${select.id}">${select.label}</label>
<select id="${select.id}" name="${select.name}">${select.options.map(
    ({ value, label }) => html`<option${attributes({ value, selected: value === select.chosen })}>${label}</option>`,
  )}</select></div>`;
}
