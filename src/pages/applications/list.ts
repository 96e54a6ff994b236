/** The developer's list of applications: search, order, offers from other accounts, and the first step. */

import { UNUSED_SECONDS } from '../../protocol/clients/application-search.ts';
import type { ClientKind } from '../../protocol/clients/kind.ts';
import { MOST_COUNTED_IN_LIST } from '../../protocol/counting.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { ago, day } from '../parts/moment.ts';
import { contactLink, nameBeside, named } from '../parts/name.ts';
import { emptyState } from '../parts/notice.ts';
import { emblem } from '../parts/picture.ts';
import { type Pager, pager, table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { requestsPath } from './activity/requests.ts';
import { applicationPath, kindChip } from './frame.ts';
import { type Offer, offers } from './offers.ts';

export interface ApplicationSummary {
  readonly clientId: string;
  readonly name: string;
  readonly kind: ClientKind;
  readonly logoPath: string | null;
  readonly userCount: number;
  readonly lastTokenAt: number | null;
  /** Requests that failed within the last day, counted up to MOST_COUNTED_IN_LIST. */
  readonly refusedCount: number;
  /** Null while no administrator has suspended it. */
  readonly suspendedAt: number | null;
  /** Null where no administrator has to approve it. */
  readonly waitingSince: number | null;
  readonly declinedBecause: string | null;
  readonly createdAt: number;
}

type ApplicationOrder = keyof Text['applications']['orders'];

interface Applications {
  readonly applications: readonly ApplicationSummary[];
  readonly pages: Pager;
  /** The search term; empty for all. */
  readonly words: string;
  readonly order: ApplicationOrder;
  readonly offers: readonly Offer[];
}

const PATH = '/oauth/applications';
/** The list of all accounts, for administrators. */
const ALL_PATH = '/admin/applications';
/** A shorter list needs no search. */
const WORTH_SEARCHING = 5;

export function applicationsPage(context: PageContext, page: Applications): Html {
  const { text } = context;
  const words = text.applications;
  const isEmpty = page.applications.length === 0 && page.words === '';
  const isAdmin = context.account?.isAdmin === true;
  const mayRegister = !isEmpty && context.account?.mayRegister === true;
  return workspaceFrame(context, {
    title: words.title,
    navItem: 'applications',
    lead: words.lead,
    actions:
      (isAdmin || mayRegister) &&
      html`${isAdmin && buttonLink(ALL_PATH, 'quiet', words.everybodys)}${mayRegister && registerLink(text)}`,
    body: html`${offers(context, page.offers)}${isEmpty ? empty(context) : list(context, page)}`,
  });
}

function registerLink(text: Text): Html {
  return buttonLink(`${PATH}/new`, 'primary', text.applications.register);
}

function empty({ text, account, site: { contact } }: PageContext): Html {
  const words = text.applications;
  if (account?.mayRegister !== true) {
    const { title, text: explained } = text.approval.notYours;
    return emptyState({ title, text: explained, action: contact !== '' && text.errors.operator(contactLink(contact)) });
  }
  return emptyState({ title: words.emptyTitle, text: words.emptyText, action: registerLink(text) });
}

function list(context: PageContext, page: Applications): Html {
  const { text } = context;
  const words = text.applications;
  const isLong =
    page.applications.length >= WORTH_SEARCHING || page.pages.next !== null || page.pages.previous !== null;
  const isAsked = page.words !== '' || page.order !== 'created';
  return html`${(isLong || isAsked) && search(text, page)}
${
  page.applications.length === 0
    ? emptyState({
        title: words.nothingFound,
        text: words.nothingFoundText(html`<bdi class="name">${page.words}</bdi>`),
        action: buttonLink(PATH, 'secondary', words.showAll),
      })
    : html`${table({
        caption: words.title,
        columns: [
          { title: words.name },
          { title: words.users, isNumber: true },
          { title: text.home.refused, isNumber: true },
          { title: words.lastToken },
          { title: words.created },
        ],
        rows: page.applications.map((application) => row(context, application)),
      })}${pager(text, page.pages)}`
}`;
}

/** Uses GET, so that the address of a result can be bookmarked and shared. */
function search({ applications: words }: Text, page: Applications): Html {
  const orders = Object.entries(words.orders).map(
    ([order, title]) => html`<option value="${order}"${order === page.order && html` selected`}>${title}</option>`,
  );
  return html`<form class="search" method="get" action="${PATH}" role="search">
<div class="field"><label for="q">${words.search}</label><input id="q" name="q" type="search" value="${page.words}" autocomplete="off" maxlength="255"></div>
<div class="field"><label for="sort">${words.sort}</label><select id="sort" name="sort">${orders}</select></div>
<button class="button secondary" type="submit">${words.find}</button>
</form>`;
}

function row(context: PageContext, application: ApplicationSummary): readonly Child[] {
  const { text } = context;
  return [
    nameBeside(
      emblem(application),
      html`<a href="${applicationPath(application.clientId)}">${named(application.name)}</a>${stateChip(context, application)}`,
      html`${kindChip(text, application.kind)} <span class="mono">${cutInTheMiddle(application.clientId)}</span>`,
    ),
    text.moments.upTo(application.userCount, MOST_COUNTED_IN_LIST),
    refusedLink(text, application),
    application.lastTokenAt === null ? text.parts.never : ago(context, application.lastTokenAt),
    day(context, application.createdAt),
  ];
}

/** The figure leads to the requests behind it; nothing leads nowhere. */
export function refusedLink(
  { moments, today }: Text,
  { clientId, refusedCount }: Pick<ApplicationSummary, 'clientId' | 'refusedCount'>,
): Child {
  if (refusedCount === 0) return moments.numeral(0);
  const path = requestsPath(clientId, { outcome: 'refused', endpoint: null, error: null });
  return html`<a href="${path}">${moments.upTo(refusedCount, MOST_COUNTED_IN_LIST)}<span class="unseen"> ${today.whyRefused}</span></a>`;
}

/** What its developer should notice; an application in normal use has none. */
function stateChip(
  { text, now }: PageContext,
  { suspendedAt, waitingSince, declinedBecause, lastTokenAt, createdAt }: ApplicationSummary,
): Html | null {
  const { states } = text.applications;
  if (suspendedAt !== null) return html` <span class="chip bad">${states.suspended}</span>`;
  const { chips } = text.approval;
  if (declinedBecause !== null) return html` <span class="chip bad">${chips.declined}</span>`;
  if (waitingSince !== null) return html` <span class="chip warm">${chips.waiting}</span>`;
  const isUnused = now - (lastTokenAt ?? createdAt) > UNUSED_SECONDS;
  return isUnused ? html` <span class="chip">${states.unused}</span>` : null;
}

/** Identifiers are told apart by both ends rather than by the middle. */
export function cutInTheMiddle(identifier: string): string {
  const letters = Array.from(identifier);
  return letters.length <= 20 ? identifier : `${letters.slice(0, 9).join('')}…${letters.slice(-6).join('')}`;
}
