/** The frame of the pages about one application: its picture and name, and the tabs. */
import type { ClientKind } from '../../protocol/clients/kind.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { ago, day } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { emblem } from '../parts/picture.ts';
import { tabs } from '../parts/tabs.ts';
import type { Text } from '../text/en.ts';

export interface ApplicationSubject {
  readonly clientId: string;
  readonly name: string;
  readonly description: string;
  readonly kind: ClientKind;
  readonly logoPath: string | null;
  readonly userCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Why an administrator has suspended it; null while it is not. */
  readonly suspendedBecause?: string | null;
}

type ApplicationTab = keyof Text['application']['tabs'];

/** Each has an address below that of the application. */
const TABS: readonly (readonly [ApplicationTab, string])[] = [
  ['overview', ''],
  ['credentials', '/credentials'],
  ['permissions', '/permissions'],
  ['users', '/users'],
  ['families', '/families'],
  ['requests', '/requests'],
  ['test', '/test'],
  ['webhooks', '/webhooks'],
  ['settings', '/settings'],
];

export function applicationFrame(
  context: PageContext,
  subject: ApplicationSubject,
  { tab, body }: { readonly tab: ApplicationTab; readonly body: Child },
): Html {
  const { text } = context;
  const words = text.application;
  const path = applicationPath(subject.clientId);
  return workspaceFrame(context, {
    title: tab === 'overview' ? subject.name : `${words.tabs[tab]} · ${subject.name}`,
    navItem: 'applications',
    heading: html`<div class="subject">${emblem(subject, 'large')}<div><h1>${named(subject.name)}</h1>
<p class="subject-line">${kindChip(text, subject.kind)} ${words.users(subject.userCount)} · ${words.created(day(context, subject.createdAt))} · ${words.changed(ago(context, subject.updatedAt))}</p></div></div>`,
    lead: subject.description !== '' && named(subject.description),
    actions: buttonLink(`${path}/edit`, 'secondary', words.edit),
    tabs: tabs({
      label: subject.name,
      tabs: TABS.map(([each, end]) => ({ path: path + end, title: words.tabs[each], isCurrent: each === tab })),
    }),
    body: html`${suspensionNotice(context.text, subject.suspendedBecause ?? null)}${body}`,
  });
}

function suspensionNotice({ suspension }: Text, because: string | null): Html | null {
  return because === null ? null : notice('warning', suspension.forOwner(named(because)));
}

export function kindChip({ kinds }: Text, kind: ClientKind): Html {
  return html`<span class="chip" title="${kinds[kind].title}">${kinds[kind].chip}</span>`;
}

export function applicationPath(clientId: string): string {
  return `/oauth/applications/${encodeURIComponent(clientId)}`;
}
