/** The icons of the pages; each stands beside words that say the same. */
import { type Html, html } from '../html.ts';

/** The default logo: a lock plate with a keyhole. */
export const keyhole: Html = html`<svg class="keyhole" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><rect class="keyhole-plate" width="24" height="24" rx="6"/><path class="keyhole-hole" d="M12 5.5a3.75 3.75 0 0 1 1.9 6.98l1.1 5.02a.8.8 0 0 1-.78 1H9.78a.8.8 0 0 1-.78-1l1.1-5.02A3.75 3.75 0 0 1 12 5.5Z"/></svg>`;

export const problemIcon: Html = html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><circle cx="8" cy="8" r="7"/><path d="M8 4.25v4.5M8 11.5v.01"/></svg>`;

export const warningIcon: Html = html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><path d="M8 1.75 15 14H1L8 1.75ZM8 6.25v3.5M8 11.75v.01"/></svg>`;

export const doneIcon: Html = html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><circle cx="8" cy="8" r="7"/><path d="m4.75 8.25 2.25 2.25 4.25-4.5"/></svg>`;

export const infoIcon: Html = html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><circle cx="8" cy="8" r="7"/><path d="M8 7.25v4M8 4.5v.01"/></svg>`;

export const tickIcon: Html = html`<svg class="icon tick" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><path d="m3 8.5 3.25 3.25L13 4.75"/></svg>`;
