/** Every application, for administrators: found by name, client_id or owner, or the newest first. */
import { cutInTheMiddle } from '../applications/list.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { findForm } from '../parts/find.ts';
import { ago, day } from '../parts/moment.ts';
import { named, nameWithPicture } from '../parts/name.ts';
import { emptyState, notice } from '../parts/notice.ts';
import { type Pager, pager, table } from '../parts/table.ts';
import { tabs } from '../parts/tabs.ts';
import type { Text } from '../text/en.ts';
import { adminFrame, administeredPath, personPath } from './admin-frame.ts';

export interface AdministeredApplication {
  readonly clientId: string;
  readonly name: string;
  readonly owner: { readonly id: number; readonly nickname: string };
  readonly createdAt: number;
  /** When it last received a token; null when it never did. */
  readonly tokenAt: number | null;
  readonly suspendedAt: number | null;
}

interface AdministeredApplications {
  readonly typed: string;
  readonly isSuspended: boolean;
  readonly applications: readonly AdministeredApplication[];
  /** True when more match than are shown. */
  readonly isCut: boolean;
  readonly pages: Pager;
}

const PATH = '/admin/applications';
export const SUSPENDED_PATH = `${PATH}?state=suspended`;

export function administeredApplicationsPage(context: PageContext, page: AdministeredApplications): Html {
  const { text } = context;
  const words = text.administeredList;
  const empty = page.isSuspended ? words.noneSuspended : words.emptyText;
  return adminFrame(context, 'applications', {
    title: words.title,
    lead: words.lead,
    body: html`${findForm(text, { path: PATH, label: words.typed, hint: words.typedHint, typed: page.typed })}
${page.typed === '' && which(text, page.isSuspended)}
${page.isCut && notice('info', text.administration.narrow)}
${page.applications.length === 0 ? emptyState({ title: words.emptyTitle, text: empty }) : list(context, page.applications)}
${pager(text, page.pages)}`,
  });
}

function which({ administeredList: words }: Text, isSuspended: boolean): Html {
  return tabs({
    label: words.which,
    tabs: [
      { path: PATH, title: words.all, isCurrent: !isSuspended },
      { path: SUSPENDED_PATH, title: words.onlySuspended, isCurrent: isSuspended },
    ],
  });
}

function list(context: PageContext, applications: readonly AdministeredApplication[]): Html {
  const { administeredList: words, parts } = context.text;
  return table({
    caption: words.caption,
    columns: [
      { title: words.application },
      { title: words.owner },
      { title: words.state },
      { title: words.created },
      { title: words.lastToken },
    ],
    rows: applications.map(({ clientId, name, owner, createdAt, tokenAt, suspendedAt }) => [
      nameWithPicture(
        clientId,
        'application',
        html`<a href="${administeredPath(clientId)}">${named(name)}</a>`,
        html`<span class="mono">${cutInTheMiddle(clientId)}</span>`,
      ),
      html`<a href="${personPath(owner.id)}">${named(owner.nickname)}</a>`,
      suspensionChip(context.text, suspendedAt),
      day(context, createdAt),
      tokenAt === null ? parts.never : ago(context, tokenAt),
    ]),
  });
}

export function suspensionChip({ administeredList }: Text, suspendedAt: number | null): Html {
  return suspendedAt === null
    ? html`<span class="chip">${administeredList.active}</span>`
    : html`<span class="chip bad">${administeredList.suspended}</span>`;
}
