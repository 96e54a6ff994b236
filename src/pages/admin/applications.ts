/** Every application, for administrators: found by any part of its name or its owner's, filtered and sorted. */
import { MOST_COUNTED_IN_LIST } from '../../protocol/counting.ts';
import { cutInTheMiddle, refusedLink } from '../applications/list.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { listFilters } from '../parts/find.ts';
import { ago, day } from '../parts/moment.ts';
import { nameBeside, named } from '../parts/name.ts';
import { emptyState, notice } from '../parts/notice.ts';
import { type Emblem, emblem } from '../parts/picture.ts';
import { type Pager, pager, table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { adminFrame, administeredPath, personPath } from './admin-frame.ts';

export interface AdministeredApplication {
  readonly clientId: string;
  readonly name: string;
  readonly owner: { readonly id: number; readonly nickname: string };
  readonly createdAt: number;
  /** When it last received a token; null when it never did. */
  readonly tokenAt: number | null;
  /** Counted up to MOST_COUNTED_IN_LIST. */
  readonly userCount: number;
  /** Requests that failed within the last day, counted up to MOST_COUNTED_IN_LIST. */
  readonly refusedCount: number;
  readonly suspendedAt: number | null;
  readonly isVerified: boolean;
  readonly isFirstParty: boolean;
  readonly waitingSince: number | null;
  readonly declinedBecause: string | null;
}

export type ListedApplication = AdministeredApplication & Emblem;

interface AdministeredApplications {
  readonly typed: string;
  readonly filter: '' | keyof Text['administeredList']['filters'];
  readonly sort: keyof Text['administeredList']['orders'];
  readonly applications: readonly ListedApplication[];
  /** How many were looked at, where the search ended before the page was full. */
  readonly lookedAt: number | null;
  readonly pages: Pager;
}

const PATH = '/admin/applications';
/** Those that wait for an administrator. */
export const waitingPath = `${PATH}?filter=waiting&sort=oldest`;

export function administeredApplicationsPage(context: PageContext, page: AdministeredApplications): Html {
  const { text } = context;
  const words = text.administeredList;
  const isEmpty = page.applications.length === 0;
  return adminFrame(context, 'applications', {
    title: words.title,
    lead: words.lead,
    body: html`${filters(text, page)}
${isEmpty ? page.lookedAt === null && emptyState({ title: words.emptyTitle, text: words.emptyText }) : list(context, page.applications)}
${page.lookedAt !== null && notice('info', words.lookedAt(text.moments.numeral(page.lookedAt)))}
${pager(text, page.pages)}`,
  });
}

function filters(text: Text, { typed, filter, sort }: AdministeredApplications): Html {
  const words = text.administeredList;
  const options = (from: Readonly<Record<string, string>>) =>
    Object.entries(from).map(([value, label]) => ({ value, label }));
  const all = [{ value: '', label: words.all }, ...options(words.filters)];
  return listFilters(text, {
    path: PATH,
    label: words.typed,
    typed,
    selects: [
      { name: 'filter', label: words.which, options: all, chosen: filter },
      { name: 'sort', label: text.administration.sort, options: options(words.orders), chosen: sort },
    ],
    isNarrowed: typed !== '' || filter !== '',
  });
}

function list(context: PageContext, applications: readonly ListedApplication[]): Html {
  const { administeredList: words, parts, moments } = context.text;
  return table({
    caption: words.caption,
    columns: [
      { title: words.application },
      { title: words.users, isNumber: true },
      { title: context.text.home.refused, isNumber: true },
      { title: words.created },
      { title: words.lastToken },
    ],
    rows: applications.map((application) => [
      nameBeside(
        emblem(application),
        html`<a href="${administeredPath(application.clientId)}">${named(application.name)}</a> ${chipsOf(context.text, application)}`,
        html`<span class="mono">${cutInTheMiddle(application.clientId)}</span> · ${words.by(html`<a href="${personPath(application.owner.id)}">${named(application.owner.nickname)}</a>`)}`,
      ),
      moments.upTo(application.userCount, MOST_COUNTED_IN_LIST),
      refusedLink(context.text, application),
      day(context, application.createdAt),
      application.tokenAt === null ? parts.never : ago(context, application.tokenAt),
    ]),
  });
}

type State = Pick<
  AdministeredApplication,
  'suspendedAt' | 'isVerified' | 'isFirstParty' | 'waitingSince' | 'declinedBecause'
>;

export function applicationChips(text: Text, state: State): Html {
  const chips = chipsOf(text, state);
  return chips.length === 0 ? html`<span class="chip">${text.administeredList.active}</span>` : html`${chips}`;
}

/** An application in normal use has none. */
function chipsOf(
  { administeredList: words, approval }: Text,
  { suspendedAt, isVerified, isFirstParty, waitingSince, declinedBecause }: State,
): readonly Html[] {
  const chips = [
    suspendedAt !== null && html`<span class="chip bad">${words.suspended}</span>`,
    declinedBecause !== null && html`<span class="chip bad">${approval.chips.declined}</span>`,
    waitingSince !== null && declinedBecause === null && html`<span class="chip warm">${approval.chips.waiting}</span>`,
    isFirstParty && html`<span class="chip accent">${words.firstParty}</span>`,
    isVerified && html`<span class="chip good">${words.verified}</span>`,
  ].filter((chip) => chip !== false);
  return chips.map((chip) => html`${chip} `);
}
