/** The rows for redirect URIs: one address each, its fault beside it, and spare rows that need no script. */
import type { FieldFault } from '../protocol/field-fault.ts';
import { type Html, html } from './html.ts';
import { faultLine, input } from './parts/field.ts';
import type { Text } from './text/en.ts';

export interface RedirectUriRows {
  readonly uris: readonly string[];
  readonly faults: readonly (FieldFault | null)[];
  /** What is wrong with the list as a whole. */
  readonly fault: FieldFault | undefined;
}

/** Without script all spare rows are on the page; with it one is, and a button brings the next. */
const SPARE_ROWS = 4;

export function redirectUriRows(text: Text, rows: RedirectUriRows): Html {
  const words = text.redirectUris;
  const shown = [...rows.uris, ...Array<string>(SPARE_ROWS).fill('')];
  return html`<fieldset class="group" id="redirect_uri" aria-describedby="redirect_uri-hint${rows.fault && ' redirect_uri-fault'}">
<legend>${words.title}</legend>
<p class="hint" id="redirect_uri-hint">${words.hint}</p>
${faultLine(text, 'redirect_uri', rows.fault)}
<div class="rows" data-rows>
${shown.map((uri, index) => row(text, { uri, number: index + 1, fault: rows.faults[index], isSpare: index > rows.uris.length }))}
</div>
<button class="button secondary needs-script" type="button" data-add-row>${words.add}</button>
<details class="rules"><summary>${words.allowed}</summary><ul>
${words.rules.map((rule) => html`<li>${rule}</li>\n`)}</ul></details>
</fieldset>`;
}

interface Row {
  readonly uri: string;
  readonly number: number;
  readonly fault: FieldFault | null | undefined;
  readonly isSpare: boolean;
}

function row(text: Text, row: Row): Html {
  const id = `redirect_uri_${row.number}`;
  return html`<div class="uri-row${row.isSpare && ' spare'}${row.fault && ' has-fault'}">
<label class="unseen" for="${id}">${text.redirectUris.row(row.number)}</label>
${input({ id, name: 'redirect_uri', label: '', value: row.uri, monospace: true, inputMode: 'url', autocomplete: 'off', fault: row.fault })}
${faultLine(text, id, row.fault)}
</div>`;
}
