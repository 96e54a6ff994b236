/** The icons of the pages; each stands beside words that say the same. */
import { type Html, html } from '../html.ts';

const HOLE =
  'M12 5.5a3.75 3.75 0 0 1 1.9 6.98l1.1 5.02a.8.8 0 0 1-.78 1H9.78a.8.8 0 0 1-.78-1l1.1-5.02A3.75 3.75 0 0 1 12 5.5Z';

/** The default logo: a lock plate with a keyhole. */
export const keyhole: Html = html`<svg class="keyhole" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><rect class="keyhole-plate" width="24" height="24" rx="6"/><path class="keyhole-hole" d="${HOLE}"/></svg>`;

/** The same as a file of its own, for the tab of a browser. */
export function keyholeFile(hue: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="oklch(0.45 0.145 ${hue})"/><path d="${HOLE}" fill="#fff"/></svg>`;
}

/** The background of pages, as the stylesheet has it, for what the browser draws around them. */
export function themeColors(hue: number): { readonly light: string; readonly dark: string } {
  return { light: `oklch(0.982 0.004 ${hue})`, dark: `oklch(0.185 0.012 ${hue})` };
}

export const problemIcon: Html = html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><circle cx="8" cy="8" r="7"/><path d="M8 4.25v4.5M8 11.5v.01"/></svg>`;

export const warningIcon: Html = html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><path d="M8 1.75 15 14H1L8 1.75ZM8 6.25v3.5M8 11.75v.01"/></svg>`;

export const doneIcon: Html = html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><circle cx="8" cy="8" r="7"/><path d="m4.75 8.25 2.25 2.25 4.25-4.5"/></svg>`;

export const infoIcon: Html = html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><circle cx="8" cy="8" r="7"/><path d="M8 7.25v4M8 4.5v.01"/></svg>`;

export const tickIcon: Html = html`<svg class="icon tick" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><path d="m3 8.5 3.25 3.25L13 4.75"/></svg>`;

/** A closed door in empty states: the same keyhole, larger, with light behind it. */
export const lightedKeyhole: Html = html`<svg class="lighted" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" focusable="false"><rect class="lighted-plate" x="8" y="1" width="32" height="40" rx="8"/><path class="lighted-hole" d="M24 10.5a6 6 0 0 1 3 11.2l1.8 8a1.2 1.2 0 0 1-1.2 1.5h-7.2a1.2 1.2 0 0 1-1.2-1.5l1.8-8a6 6 0 0 1 3-11.2Z"/><path class="lighted-floor" d="M10 46.5h28"/></svg>`;

/** One stroke each, in the size of the text beside it. */
function drawn(path: string): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`;
}

const KEY = 'M8.5 10.75a3.25 3.25 0 1 1-6.5 0 3.25 3.25 0 0 1 6.5 0ZM7.6 8.4 14 2M11 5l2.25 2.25';
const PERSON = 'M8 7.75a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.25 14.25c.6-2.6 2.9-4 5.75-4s5.15 1.4 5.75 4';
const BOXES = 'M2 2.5h4.5V7H2zM9.5 2.5H14V7H9.5zM2 9.5h4.5V14H2zM9.5 9.5H14V14H9.5z';
const SLIDERS = 'M2 4.5h7m3 0h2M2 11.5h2m3 0h7M10.5 2.75v3.5M5.5 9.75v3.5';

/** The places of the navigation. */
export const PLACE_ICONS = {
  authorized: drawn(KEY),
  account: drawn(PERSON),
  applications: drawn(BOXES),
  docs: drawn(
    'M8 4.25C6.5 3 4.5 2.5 2 2.5v10c2.5 0 4.5.5 6 1.75 1.5-1.25 3.5-1.75 6-1.75v-10c-2.5 0-4.5.5-6 1.75Zm0 0v10',
  ),
  administration: drawn(SLIDERS),
};

/** What an event is about, by the first word of its kind. */
export const SUBJECT_ICONS: Readonly<Record<string, Html>> = {
  account: drawn(PERSON),
  setup: drawn(PERSON),
  application: drawn(BOXES),
  playground: drawn(BOXES),
  resource: drawn('M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5v.01M5 11v.01'),
  consent: drawn(KEY),
  code: drawn(KEY),
  token: drawn(KEY),
  administration: drawn(SLIDERS),
  webhook: drawn('M2.5 13.5 13 3M7 3h6v6'),
  limit: drawn('M2 11.5a6 6 0 1 1 12 0M8 11.5l3-4'),
  import: drawn('M8 2v7.5m-3-3 3 3 3-3M2.5 13.5h11'),
};
