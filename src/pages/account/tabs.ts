/** The tabs of the account pages: one job each. */
import type { Html } from '../html.ts';
import { tabs } from '../parts/tabs.ts';
import type { Text } from '../text/en.ts';

type AccountTab = keyof Text['account']['tabs'];

const TABS: readonly (readonly [AccountTab, string])[] = [
  ['profile', '/account'],
  ['email', '/account/email'],
  ['password', '/account/password'],
  ['sessions', '/account/sessions'],
  ['events', '/account/events'],
  ['look', '/look'],
  ['data', '/account/privacy'],
];

export function accountTabs({ account }: Text, current: AccountTab): Html {
  return tabs({
    label: account.title,
    tabs: TABS.map(([tab, path]) => ({ path, title: account.tabs[tab], isCurrent: tab === current })),
  });
}
