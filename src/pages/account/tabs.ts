/** The places inside the account, as links that look like tabs. */
import { type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';

export type AccountTab = keyof Text['account']['tabs'];

const TABS = [
  ['profile', '/account'],
  ['sessions', '/account/sessions'],
  ['events', '/account/events'],
] as const;

export function accountTabs({ account }: Text, current: AccountTab): Html {
  return html`<nav class="tabs" aria-label="${account.title}"><ul>${TABS.map(
    ([tab, path]) =>
      html`<li><a href="${path}"${tab === current && html` aria-current="page"`}>${account.tabs[tab]}</a></li>`,
  )}</ul></nav>`;
}
