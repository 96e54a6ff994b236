/** The list of applications with access to the account, and the removal of access. */
import type { Source } from '../../protocol/event.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { askFirst } from '../parts/confirmation.ts';
import { listFilters } from '../parts/find.ts';
import { ago, moment } from '../parts/moment.ts';
import { nameBeside, named, saidInFull, webLink } from '../parts/name.ts';
import { emptyState, notice } from '../parts/notice.ts';
import { emblem } from '../parts/picture.ts';
import { sourceSuffix } from '../parts/source.ts';
import { type Pager, pager } from '../parts/table.ts';
import { scopeWords } from '../text/texts.ts';

/** The addresses are stable: developers may link to them. */
export const AUTHORIZED_PATH = '/oauth/authorized_applications';

export function authorizedPath(clientId: string): string {
  return `${AUTHORIZED_PATH}/${encodeURIComponent(clientId)}`;
}

export interface AuthorizedApplication {
  readonly clientId: string;
  readonly name: string;
  readonly logoPath: string | null;
  readonly homepageUrl: string;
  readonly owner: { readonly id: number; readonly nickname: string };
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
  /** When access was given, and on which device. */
  readonly since: number;
  readonly source: Source;
  /** Null where no end was chosen. */
  readonly endsAt: number | null;
  readonly lastUse: { readonly at: number; readonly source: Source } | null;
  /** The API that it may use; null for none in particular. */
  readonly resourceName?: string | null;
  /** Why an administrator has suspended it; null while it is not. */
  readonly suspendedBecause?: string | null;
}

interface AuthorizedApplications {
  readonly applications: readonly AuthorizedApplication[];
  readonly pages: Pager;
  /** A part of a name; empty for all. */
  readonly typed: string;
}

/** A shorter list is read as quickly as it is searched. */
const WORTH_SEARCHING = 20;

export function authorizedApplicationsPage(context: PageContext, page: AuthorizedApplications): Html {
  const { text } = context;
  const words = text.authorized;
  return workspaceFrame(context, {
    title: words.title,
    navItem: 'authorized',
    lead: words.lead,
    body:
      page.applications.length === 0
        ? page.typed === ''
          ? emptyState({ title: words.emptyTitle, text: words.emptyText })
          : html`${search(context, page)}${emptyState(words.nothingFound)}`
        : html`${search(context, page)}
<ul class="plain cards">${page.applications.map((application, index) => card(context, application, index))}</ul>
${pager(text, page.pages)}
${page.applications.length > 1 && page.typed === '' && removeAll(context)}`,
  });
}

function search({ text }: PageContext, { applications, pages, typed }: AuthorizedApplications): Html | null {
  const isLong = applications.length > WORTH_SEARCHING || pages.next !== null || pages.previous !== null;
  if (!isLong && typed === '') return null;
  const label = text.authorized.search;
  return listFilters(text, { path: AUTHORIZED_PATH, label, typed, selects: [], isNarrowed: typed !== '' });
}

/** What it may do in one line, when it did in another; the rest is on its own page. */
function card(context: PageContext, application: AuthorizedApplication, index: number): Html {
  const { text } = context;
  const words = text.authorized;
  const { owner, resourceName, suspendedBecause } = application;
  const path = authorizedPath(application.clientId);
  const id = `application_${index + 1}`;
  return html`<li class="panel grant"><article aria-labelledby="${id}">
<div class="grant-top">${nameBeside(
    emblem(application),
    html`<span id="${id}" role="heading" aria-level="2"><a href="${path}">${named(application.name)}</a></span>`,
    html`${words.by(html`<a href="/users/${owner.id}">${named(owner.nickname)}</a>`)}${application.homepageUrl !== '' && html` · ${webLink(application.homepageUrl)}`}`,
  )}
<div class="actions">${buttonLink(path, 'quiet', html`${words.details}<span class="unseen"> ${words.detailsOf(application.name)}</span>`)}${removeOne(context, application)}</div></div>
${typeof suspendedBecause === 'string' && notice('warning', text.suspension.forUser(saidInFull(suspendedBecause)))}
<dl class="facts">
${typeof resourceName === 'string' && html`<div><dt>${words.api}</dt><dd>${named(resourceName)}</dd></div>`}
<div><dt>${words.may}</dt><dd>${application.scopes.map((scope, at) => html`${at > 0 && ' · '}${scopeWords(text, scope)}`)}</dd></div>
<div><dt>${words.lastUsed}</dt><dd>${useOf(context, application)}</dd></div>
</dl>
</article></li>`;
}

/** After so long without use it may not be needed any more. */
const UNUSED_SECONDS = 90 * 86_400;

function useOf(context: PageContext, { since, source, endsAt, lastUse }: AuthorizedApplication): Html {
  const { text, now } = context;
  const words = text.authorized;
  const isUnused = now - (lastUse?.at ?? since) > UNUSED_SECONDS;
  return html`${lastUse === null ? text.parts.never : html`${ago(context, lastUse.at)}${sourceSuffix(text, lastUse.source)}`}${isUnused && html` <span class="chip warm">${words.unused}</span>`}
<span class="hint">${words.since(moment(context, since))}${sourceSuffix(text, source)}${endsAt !== null && html` · ${words.ends(moment(context, endsAt))}`}</span>`;
}

export function removeOne(
  context: PageContext,
  application: { readonly clientId: string; readonly name: string },
): Html {
  const words = context.text.authorized;
  return askFirst(context, {
    id: `remove-${application.clientId}`,
    label: words.remove,
    about: words.of(application.name),
    title: words.removeTitle(named(application.name)),
    lost: words.explained(named(application.name)),
    action: `${authorizedPath(application.clientId)}/revoke`,
    submit: words.remove,
  });
}

function removeAll(context: PageContext): Html {
  const words = context.text.authorized;
  return html`<section class="section danger-zone"><h2>${words.removeAll}</h2>
<p>${words.removeAllExplained}</p>
${askFirst(context, {
  id: 'remove-all',
  label: words.removeAll,
  title: words.removeAllTitle,
  lost: words.removeAllAsk,
  action: `${AUTHORIZED_PATH}/revoke_all`,
  submit: words.removeAllSubmit,
})}</section>`;
}
