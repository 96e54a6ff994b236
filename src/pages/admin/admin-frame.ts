/** The frame of administration: its tabs, and a reminder that every action is recorded. */
import { type PageContext, type WorkspaceContent, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { tabs } from '../parts/tabs.ts';
import type { Text } from '../text/en.ts';

type AdminTab = keyof Text['administration']['tabs'];

const TABS = [
  ['home', '/admin'],
  ['people', '/admin/people'],
  ['applications', '/admin/applications'],
  ['resources', '/admin/resources'],
  ['scopes', '/admin/scopes'],
  ['webhooks', '/admin/webhooks'],
  ['events', '/admin/events'],
  ['settings', '/admin/settings'],
] as const;

export function adminFrame(
  context: PageContext,
  tab: AdminTab,
  workspace: Omit<WorkspaceContent, 'navItem' | 'tabs'>,
): Html {
  const words = context.text.administration;
  const each = TABS.map(([name, path]) => ({ path, title: words.tabs[name], isCurrent: name === tab }));
  return workspaceFrame(context, {
    ...workspace,
    navItem: 'administration',
    tabs: tabs({ label: words.label, tabs: each }),
    body: html`${workspace.body}
<p class="quiet-text recorded">${words.everythingIsAnEvent}</p>`,
  });
}

export function personPath(id: number): string {
  return `/admin/people/${id}`;
}

export function administeredPath(clientId: string): string {
  return `/admin/applications/${encodeURIComponent(clientId)}`;
}

/** The log, filtered by one account or application. */
export function eventsPath(filter: {
  readonly person?: number;
  readonly application?: string;
  readonly kind?: string;
}) {
  const pairs = Object.entries(filter).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? '/admin/events' : `/admin/events?${pairs.join('&')}`;
}
