/** Pictures of people and applications: drawn from an identifier or uploaded here, never loaded from elsewhere. */
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { type Child, firstFocus, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { button } from './button.ts';
import { faultLine } from './field.ts';
import { postForm } from './form.ts';

/** People are round, applications are square, so that neither can pose as the other. */
type IdenticonShape = 'person' | 'application';

/** Background and figure at even steps of hue, each with one lightness, readable on light and dark pages. */
const INKS = [
  ['#fedade', '#a14759'],
  ['#fddcd1', '#a14d2f'],
  ['#f6e1c9', '#945a00'],
  ['#eae6c8', '#796900'],
  ['#dceacf', '#517621'],
  ['#cfeddc', '#007d50'],
  ['#c7eeea', '#007e78'],
  ['#c8ebf7', '#007798'],
  ['#d1e7ff', '#286cab'],
  ['#dfe2ff', '#5c5fac'],
  ['#eddef9', '#7e539c'],
  ['#f8dbed', '#954a7e'],
] as const;

const CELLS = 5;
const HALF = 3;

/** Decoration: the name always stands beside it. Its size comes from the stylesheet. */
export function identicon(seed: string, shape: IdenticonShape, size: 'small' | 'large' = 'small'): Html {
  return html`<svg class="identicon ${shape} ${size}" viewBox="0 0 70 70" width="32" height="32" aria-hidden="true" focusable="false">${drawing(seed)}</svg>`;
}

export interface Emblem {
  readonly clientId: string;
  /** A path of this service, never an address elsewhere; null without an uploaded logo. */
  readonly logoPath: string | null;
}

/** The picture of an application: its uploaded logo, or the one drawn from its client_id. */
export function emblem({ clientId, logoPath }: Emblem, size: 'small' | 'large' = 'small'): Html {
  if (logoPath === null) return identicon(clientId, 'application', size);
  return html`<img class="identicon application emblem ${size}" src="${logoPath}" alt="" width="32" height="32" decoding="async">`;
}

export interface Face {
  /** Of the account. */
  readonly id: number;
  /** A path of this service, never an address elsewhere; null without an uploaded picture. */
  readonly picturePath: string | null;
}

/** The picture of a person: the uploaded one, or the one drawn from the account's number. */
export function portrait({ id, picturePath }: Face, size: 'small' | 'large' = 'small'): Html {
  if (picturePath === null) return identicon(`user:${id}`, 'person', size);
  return html`<img class="identicon person emblem ${size}" src="${picturePath}" alt="" width="32" height="32" decoding="async">`;
}

interface PictureUpload {
  /** Where it is shown, beside the picture. */
  readonly explained: Child;
  /** The picture as it is now; the script shows a chosen one in its place. */
  readonly shown: Html;
  readonly isUploaded: boolean;
  /** Where the file is sent; `remove` below it takes the picture away. */
  readonly action: string;
  readonly field: string;
  /** Pixels a side at most that the script makes of a chosen picture. */
  readonly side: number;
  readonly submit: string;
  readonly remove: string;
  readonly fault: FieldFault | undefined;
}

/** The only forms with a file, and therefore the only ones sent as multipart. */
export function pictureUpload(
  context: { readonly formToken: () => string; readonly text: Text },
  { explained, shown, isUploaded, action, field, side, submit, remove, fault }: PictureUpload,
): Html {
  const { parts } = context.text;
  const removal = `${field}-remove`;
  return html`<div class="picture-now">${shown}<p>${explained}</p>
<form method="post" action="${action}" enctype="multipart/form-data" class="stack narrow" novalidate>
<input type="hidden" name="form_token" value="${context.formToken()}">
<div class="field${fault && ' has-fault'}">
<label for="${field}">${parts.pictureFile}</label>
<input id="${field}" name="${field}" type="file" accept="image/png" required data-picture="${side}" aria-describedby="${field}-hint${fault && ` ${field}-fault`}"${fault && html` aria-invalid="true"${firstFocus}`}>
${faultLine(context.text, field, fault)}
<p class="hint" id="${field}-hint"><span class="without-script">${parts.pictureHint}</span><span class="needs-script">${parts.anyPictureHint}</span></p>
</div>
<div class="actions">${button({ weight: 'secondary', label: submit })}${isUploaded && html`<button class="button quiet" type="submit" form="${removal}">${remove}</button>`}</div>
</form></div>
${isUploaded && postForm(context, { id: removal, class: 'unseen', action: `${action}/remove`, body: '' })}`;
}

/** The whole file for `/avatars/…`: the same drawing as on the pages. */
export function avatarSvg(accountId: number, sizePixels: number): string {
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 70" width="${sizePixels}" height="${sizePixels}">${drawing(`user:${accountId}`)}</svg>`;
  return `${svg.toString()}\n`;
}

/** A mirrored 5 × 5 grid: people recognise symmetric pictures more easily. */
function drawing(seed: string): Html {
  const bits = spread(seed);
  const [ground, figure] = INKS[bits() % INKS.length] ?? INKS[0];
  let path = '';
  for (let row = 0; row < CELLS; row += 1) {
    for (let column = 0; column < HALF; column += 1) {
      if (bits() % 100 >= 52) continue;
      path += STROKES[row * HALF + column] ?? '';
    }
  }
  return html`<path fill="${ground}" d="M0 0h70v70H0z"/><path fill="${figure}" d="${path === '' ? cell(2, 2) : path}"/>`;
}

function cell(column: number, row: number): string {
  return `M${10 + column * 10} ${10 + row * 10}h10v10h-10z`;
}

/** Each cell of the left half with its mirror image, row by row. */
const STROKES: readonly string[] = Array.from({ length: CELLS * HALF }, (_, index) => {
  const column = index % HALF;
  const row = Math.floor(index / HALF);
  return column < HALF - 1 ? cell(column, row) + cell(CELLS - 1 - column, row) : cell(column, row);
});

/** Evenly distributed numbers from a text (FNV-1a, then xorshift): for pictures only, never for a secret. */
function spread(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  }
  state = state === 0 ? 1 : state;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % 1_000_003;
  };
}
