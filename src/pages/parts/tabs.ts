/** Tabs that are links: each has an address of its own and works without script. */
import { type Html, html } from '../html.ts';

interface Tabs {
  /** What the tabs are about, for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly path: string; readonly title: string; readonly isCurrent: boolean }[];
}

export function tabs({ label, tabs }: Tabs): Html {
  return html`<nav class="tabs" aria-label="${label}"><ul>${tabs.map(
    ({ path, title, isCurrent }) =>
      html`<li><a href="${path}"${isCurrent && html` aria-current="page"`}>${title}</a></li>`,
  )}</ul></nav>`;
}
