/** Bars drawn on the server: one for each value, with the same figures in a table for screen readers. */
import { type Html, html } from '../html.ts';

const STEP = 10;
const GAP = 2;
/** The smallest visible bar, so that one differs from none. */
const LEAST_HEIGHT = 2;

interface Bars {
  /** Summarises the chart in one sentence; the figures themselves are in a table. */
  readonly label: string;
  readonly values: readonly number[];
  readonly size: 'small' | 'large';
}

/** Stretches to the available width; the stylesheet sets height and colour. */
export function bars({ label, values, size }: Bars): Html {
  const height = size === 'large' ? 96 : 32;
  const most = Math.max(1, ...values);
  const drawn = values.map((value, index) => {
    const tall = Math.max(LEAST_HEIGHT, Math.round((value / most) * height));
    const rest = html`x="${index * STEP}" y="${height - tall}" width="${STEP - GAP}" height="${tall}"`;
    // Zero is a pale mark on the base line, so that the number of days stays visible.
    return value === 0 ? html`<rect class="none" ${rest}/>` : html`<rect ${rest}/>`;
  });
  return html`<svg class="bars ${size}" viewBox="0 0 ${values.length * STEP - GAP} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}" focusable="false">${drawn}</svg>`;
}
