/** Tabs that are links: each has an address of its own and works without script. */
import { type Html, html } from '../html.ts';

interface Tabs {
  /** What the tabs are about, for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab[];
}

interface Tab {
  readonly path: string;
  readonly title: string;
  readonly isCurrent: boolean;
}

export function tabs({ label, tabs }: Tabs): Html {
  return html`<nav class="tabs" aria-label="${label}"><ul>${tabs.map(tabLink)}</ul></nav>`;
}

/** The views of one tab, a step quieter than the tabs themselves. */
export function views({ label, tabs }: Tabs): Html {
  return html`<nav class="views" aria-label="${label}"><ul>${tabs.map(tabLink)}</ul></nav>`;
}

function tabLink({ path, title, isCurrent }: Tab): Html {
  return html`<li><a href="${path}"${isCurrent && html` aria-current="page"`}>${title}</a></li>`;
}
