/** Pictures of people and applications: drawn from an identifier, or an uploaded logo, never loaded from elsewhere. */
import { type Html, html } from '../html.ts';

/** People are round, applications are square, so that neither can pose as the other. */
export type IdenticonShape = 'person' | 'application';

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

interface Emblem {
  readonly clientId: string;
  /** A path of this service, never an address elsewhere; null without an uploaded logo. */
  readonly logoPath: string | null;
}

/** The picture of an application: its uploaded logo, or the one drawn from its client_id. */
export function emblem({ clientId, logoPath }: Emblem, size: 'small' | 'large' = 'small'): Html {
  if (logoPath === null) return identicon(clientId, 'application', size);
  return html`<img class="identicon application emblem ${size}" src="${logoPath}" alt="" width="32" height="32" decoding="async">`;
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
