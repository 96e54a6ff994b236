/** The frame of the pages about one application: its picture and name, and the tabs. */
import type { ClientKind } from '../../protocol/clients/kind.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { postForm } from '../parts/form.ts';
import { ago, day } from '../parts/moment.ts';
import { contactLink, named, saidInFull } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { emblem } from '../parts/picture.ts';
import { tabs, views } from '../parts/tabs.ts';
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
  /** Where an administrator has to approve it, or did not. */
  readonly waiting?: { readonly isNew: boolean; readonly declinedBecause: string | null } | null;
}

type ApplicationTab = keyof Text['application']['tabs'];
type ApplicationView = keyof Text['application']['views'];

/** Each has an address below that of the application. */
const TABS: readonly (readonly [ApplicationTab, string])[] = [
  ['overview', ''],
  ['connect', '/connect'],
  ['credentials', '/credentials'],
  ['activity', '/activity'],
  ['test', '/test'],
  ['webhooks', '/webhooks'],
  ['settings', '/settings'],
];

/** The pages of a tab that has several; the first is the one that the tab leads to. */
const VIEWS: { readonly [Tab in ApplicationTab]?: readonly (readonly [ApplicationView, string])[] } = {
  activity: [
    ['requests', '/activity'],
    ['families', '/families'],
    ['events', '/activity/events'],
  ],
  settings: [
    ['general', '/settings'],
    ['permissions', '/permissions'],
  ],
};

interface ApplicationContent {
  readonly tab: ApplicationTab;
  /** Where the tab has several pages. */
  readonly view?: ApplicationView;
  readonly body: Child;
}

export function applicationFrame(context: PageContext, subject: ApplicationSubject, page: ApplicationContent): Html {
  const { text } = context;
  const words = text.application;
  const { tab, view } = page;
  const path = applicationPath(subject.clientId);
  return workspaceFrame(context, {
    title: tab === 'overview' ? subject.name : `${titleOf(text, page)} · ${subject.name}`,
    navItem: 'applications',
    heading: html`<div class="subject">${emblem(subject, 'large')}<div><h1>${named(subject.name)}</h1>
<p class="subject-line">${kindChip(text, subject.kind)} ${words.users(subject.userCount)} · ${words.created(day(context, subject.createdAt))} · ${words.changed(ago(context, subject.updatedAt))}</p></div></div>`,
    lead: tab === 'overview' && subject.description !== '' && named(subject.description),
    actions: (tab === 'overview' || tab === 'settings') && buttonLink(`${path}/edit`, 'secondary', words.edit),
    tabs: html`${tabs({
      label: subject.name,
      tabs: TABS.map(([each, end]) => ({ path: path + end, title: words.tabs[each], isCurrent: each === tab })),
    })}${
      view !== undefined &&
      views({
        label: words.tabs[tab],
        tabs: (VIEWS[tab] ?? []).map(([each, end]) => {
          return { path: path + end, title: words.views[each], isCurrent: each === view };
        }),
      })
    }`,
    body: html`${suspensionNotice(context, subject.suspendedBecause ?? null)}${approvalNotice(context, subject)}${page.body}`,
  });
}

function titleOf({ application: words }: Text, { tab, view }: ApplicationContent): string {
  return view === undefined ? words.tabs[tab] : words.views[view];
}

function suspensionNotice({ text, site: { contact } }: PageContext, because: string | null): Html | null {
  if (because === null) return null;
  const operator = contact !== '' && html`<p>${text.errors.operator(contactLink(contact))}</p>`;
  return notice('warning', html`<p>${text.suspension.forOwner(saidInFull(because))}</p>${operator}`);
}

/** How it stands, and the way to ask again where the answer was no. */
function approvalNotice(context: PageContext, { clientId, waiting = null }: ApplicationSubject): Html | null {
  if (waiting === null) return null;
  const words = context.text.approval.forOwner;
  const { isNew, declinedBecause } = waiting;
  if (declinedBecause === null) return notice('info', isNew ? words.waitsNew : words.waitsChanged);
  const again = postForm(context, {
    action: `${applicationPath(clientId)}/approval`,
    body: button({ weight: 'secondary', label: words.askAgain }),
  });
  return notice('warning', html`<p>${words.declined(saidInFull(declinedBecause))}</p>${again}`);
}

export function kindChip({ kinds }: Text, kind: ClientKind): Html {
  return html`<span class="chip" title="${kinds[kind].title}">${kinds[kind].chip}</span>`;
}

/** A walk through the flow in this browser; a machine asks nobody, and gets its own with one command. */
export function wayToFirstToken({ clientId, kind }: Pick<ApplicationSubject, 'clientId' | 'kind'>): string {
  return `${applicationPath(clientId)}${kind === 'machine' ? '/connect#commands' : '/test'}`;
}

export function applicationPath(clientId: string): string {
  return `/oauth/applications/${encodeURIComponent(clientId)}`;
}
