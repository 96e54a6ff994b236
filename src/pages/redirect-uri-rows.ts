/** The rows for redirect URIs: one address each, its fault beside it, and spare rows that need no script. */
import { type Html, html } from './html.ts';
import { faultLine, input } from './parts/field.ts';

export interface RedirectUriRows {
  readonly uris: readonly string[];
  readonly faults: readonly (string | null)[];
  /** What is wrong with the list as a whole ("Add at least one redirect URI."). */
  readonly fault: string | null | undefined;
}

/** Without script all spare rows are on the page; with it one is, and a button brings the next. */
const SPARE_ROWS = 4;

export function redirectUriRows(rows: RedirectUriRows): Html {
  const shown = [...rows.uris, ...Array<string>(SPARE_ROWS).fill('')];
  return html`<fieldset class="group" id="redirect_uri" aria-describedby="redirect_uri-hint${rows.fault && ' redirect_uri-fault'}">
<legend>Redirect URIs</legend>
<p class="hint" id="redirect_uri-hint">Where users come back to, one address a row. It must equal what you send as <code>redirect_uri</code>, letter by letter.</p>
${faultLine('redirect_uri', rows.fault)}
<div class="rows" data-rows>
${shown.map((uri, index) => row({ uri, number: index + 1, fault: rows.faults[index], isSpare: index > rows.uris.length }))}
</div>
<button class="button secondary needs-script" type="button" data-add-row>Add another redirect URI</button>
<details class="rules"><summary>What is allowed</summary><ul>
<li><code>https://</code> addresses, with a path and a query if you like, without a fragment (<code>#…</code>).</li>
<li><code>http://</code> only for this computer: <code>127.0.0.1</code>, <code>[::1]</code>, <code>localhost</code>. The port is ignored, so any free one works.</li>
<li>Schemes of your own for installed applications: <code>com.example.app:/callback</code>.</li>
<li><code>urn:ietf:wg:oauth:2.0:oob</code> shows the code on a page for the user to copy.</li>
<li>No wildcards, no user name or password in the address.</li>
</ul></details>
</fieldset>`;
}

interface Row {
  readonly uri: string;
  readonly number: number;
  readonly fault: string | null | undefined;
  readonly isSpare: boolean;
}

function row(row: Row): Html {
  const id = `redirect_uri_${row.number}`;
  return html`<div class="uri-row${row.isSpare && ' spare'}${row.fault && ' has-fault'}">
<label class="unseen" for="${id}">Redirect URI ${row.number}</label>
${input({ id, name: 'redirect_uri', label: '', value: row.uri, monospace: true, inputMode: 'url', autocomplete: 'off', fault: row.fault })}
${faultLine(id, row.fault)}
</div>`;
}
