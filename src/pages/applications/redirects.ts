/** Redirect URIs: the rows of the form, what each of them matches, and where one leads, in words. */
import {
  type NearDuplicate,
  nearDuplicates,
  previewRedirect,
  type RedirectPreview,
} from '../../protocol/clients/redirect-preview.ts';
import { OUT_OF_BAND, splitLoopback } from '../../protocol/clients/redirect-uri.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { type Html, html } from '../html.ts';
import { faultLine, input } from '../parts/field.ts';
import { warningIcon } from '../parts/icon.ts';
import type { Text } from '../text/en.ts';

interface RedirectUriRows {
  readonly uris: readonly string[];
  readonly faults: readonly (FieldFault | null)[];
  /** Where the form is sent. */
  readonly action: string;
  readonly isNew: boolean;
  /** What is wrong with the list as a whole. */
  readonly fault: FieldFault | undefined;
}

/**
 * `off` keeps browsers from putting back what was typed, for whoever goes back to a form from an error. A form of what is
 * kept shows it as it is now instead.
 */
export function restorable(isNew: boolean): { readonly autocomplete?: string } {
  return isNew ? {} : { autocomplete: 'off' };
}

/** The button that checks comes back to the rows. Without script all spare rows are visible; with script one is, and a button shows the next. */
const SPARE_ROWS = 4;

export function redirectUriRows(text: Text, rows: RedirectUriRows): Html {
  const words = text.redirectUris;
  const near = nearDuplicates(rows.uris);
  const shown = [...rows.uris, ...Array<string>(SPARE_ROWS).fill('')];
  return html`<fieldset class="group" id="redirect_uri" aria-describedby="redirect_uri-hint">
<legend>${words.title}</legend>
<p class="hint" id="redirect_uri-hint">${words.hint}</p>
<p class="hint for-web">${words.forWeb}</p><p class="hint for-spa">${words.forSpa}</p><p class="hint for-native">${words.forNative}</p>
${faultLine(text, 'redirect_uri', rows.fault)}
<div class="rows" data-rows>
${shown.map((uri, index) => row(text, { uri, number: index + 1, fault: rows.faults[index], near: near.find((each) => each.row === index), isSpare: index > rows.uris.length, isNew: rows.isNew, isOfFaultyList: rows.fault !== undefined && (index === 0 || uri !== '') }))}
</div>
<div class="actions"><button class="button secondary needs-script" type="button" data-add-row>${words.add}</button>
<button class="button quiet" type="submit" name="step" value="check" formaction="${rows.action}#redirect_uri">${words.check}</button></div>
<details class="rules"><summary>${words.allowed}</summary><ul>
${words.rules.map((rule) => html`<li>${rule}</li>\n`)}</ul></details>
</fieldset>`;
}

interface Row {
  readonly uri: string;
  readonly number: number;
  readonly fault: FieldFault | null | undefined;
  /** An earlier row that looks almost the same. */
  readonly near: NearDuplicate | undefined;
  readonly isSpare: boolean;
  readonly isNew: boolean;
  /** Something is wrong with the list as a whole: none was given, or too many. */
  readonly isOfFaultyList: boolean;
}

function row(text: Text, row: Row): Html {
  const id = `redirect_uri_${row.number}`;
  const isSeen = row.uri !== '' && !row.fault;
  return html`<div class="uri-row${row.isSpare && ' spare'}${(row.fault || row.isOfFaultyList) && ' has-fault'}">
<label class="unseen" for="${id}">${text.redirectUris.row(row.number)}</label>
${input({ id, name: 'redirect_uri', label: '', value: row.uri, monospace: true, inputMode: 'url', ...restorable(row.isNew), fault: row.fault, faultyGroup: row.isOfFaultyList ? 'redirect_uri' : undefined })}
${faultLine(text, id, row.fault)}
${isSeen && html`<p class="hint preview">${previewWords(text, previewRedirect(row.uri))}</p>`}
${isSeen && row.near && html`<p class="hint near">${warningIcon}<span>${nearWords(text, row.near)}</span></p>`}
</div>`;
}

export function previewWords({ redirectUris: words }: Text, preview: RedirectPreview): Html | string {
  switch (preview.kind) {
    case 'exact':
      return words.exact;
    case 'any_port': {
      const port = html`<em>${words.portPlace}</em>`;
      return words.anyPort(html`<code dir="ltr">${preview.origin}:${port}${preview.rest}</code>`);
    }
    case 'scheme':
      return words.scheme(html`<code dir="ltr">${preview.scheme}:</code>`);
    case 'code_page':
      return words.codePage;
  }
}

function nearWords({ redirectUris: words }: Text, near: NearDuplicate): string {
  const names: Readonly<Record<string, string>> = words.differences;
  const named = [...new Set(near.differences.map((difference) => names[difference] ?? difference))];
  return words.near(near.like + 1, named.join(words.and));
}

interface Destination {
  readonly label: string;
  readonly text: string;
  /** True when the text is an address to be read character by character. */
  readonly isAddress: boolean;
}

/** For the person who is about to be sent there. */
export function destinationWords({ destination }: Text, redirectUri: string): Destination {
  if (redirectUri === OUT_OF_BAND) {
    return { label: destination.afterwards, text: destination.showsCode, isAddress: false };
  }
  const loopback = splitLoopback(redirectUri);
  if (loopback) {
    return { label: destination.sendsTo, text: destination.programHere(loopback.host), isAddress: false };
  }
  // The parser writes non-ASCII hosts as xn--…, so that look-alike hosts differ visibly.
  const address = URL.parse(redirectUri);
  if (address === null) return { label: destination.sendsTo, text: redirectUri, isAddress: true };
  if (address.protocol === 'https:' || address.protocol === 'http:') {
    return { label: destination.sendsTo, text: address.host, isAddress: true };
  }
  return { label: destination.opens, text: destination.applicationHere(address.protocol), isAddress: false };
}
