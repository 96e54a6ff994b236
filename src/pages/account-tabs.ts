/** The places inside the account, as links that look like tabs. */
import { type Html, html } from './html.ts';

export type AccountTab = 'profile' | 'sessions' | 'events';

const TABS = [
  ['profile', '/account', 'Profile'],
  ['sessions', '/account/sessions', 'Sessions'],
  ['events', '/account/events', 'Security events'],
] as const;

export function accountTabs(current: AccountTab): Html {
  return html`<nav class="tabs" aria-label="Account"><ul>${TABS.map(
    ([tab, path, label]) =>
      html`<li><a href="${path}"${tab === current && html` aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav>`;
}
