/** Bars drawn on the server: one for each value, with the same figures in a table for whoever does not see them. */
import { type Html, html } from '../html.ts';

const STEP = 10;
const GAP = 2;
/** The least that is seen: one is not none. */
const LEAST_HEIGHT = 2;

export interface Bars {
  /** The whole of it in one sentence; the figures themselves stand in a table. */
  readonly label: string;
  readonly values: readonly number[];
  readonly size: 'small' | 'large';
}

/** Stretches to the room it has; the stylesheet gives the height and the colour. */
export function bars({ label, values, size }: Bars): Html {
  const height = size === 'large' ? 96 : 32;
  const most = Math.max(1, ...values);
  const drawn = values.map((value, index) => {
    const tall = Math.max(LEAST_HEIGHT, Math.round((value / most) * height));
    const rest = html`x="${index * STEP}" y="${height - tall}" width="${STEP - GAP}" height="${tall}"`;
    // Nothing is a pale mark on the ground line, so that thirty days look like thirty days.
    return value === 0 ? html`<rect class="none" ${rest}/>` : html`<rect ${rest}/>`;
  });
  return html`<svg class="bars ${size}" viewBox="0 0 ${values.length * STEP - GAP} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}" focusable="false">${drawn}</svg>`;
}
