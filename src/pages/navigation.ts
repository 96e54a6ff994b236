/** The side of a workspace: the places of the service, the search, and who is signed in. */
import { type Html, html } from './html.ts';
import { postForm } from './parts/form.ts';
import { PLACE_ICONS } from './parts/icon.ts';
import { type Face, portrait } from './parts/picture.ts';
import type { Text } from './text/en.ts';

/** What the side needs to know of a page (PageContext in frame.ts). */
interface Visitor {
  readonly text: Text;
  readonly formToken: () => string;
  readonly account: (Face & { readonly nickname: string; readonly isAdmin: boolean }) | null;
}

export type NavItem = 'home' | 'applications' | 'authorized' | 'account' | 'administration' | 'docs' | 'none';

export interface SubPage {
  readonly path: string;
  readonly title: string;
  readonly isCurrent: boolean;
}

type Place = readonly [item: Exclude<NavItem, 'home' | 'none'>, path: string];

const OWN_PLACES: readonly Place[] = [
  ['authorized', '/oauth/authorized_applications'],
  ['account', '/account'],
];
const DEVELOPER_PLACES: readonly Place[] = [
  ['applications', '/oauth/applications'],
  ['docs', '/docs'],
];
const ADMIN_PLACES: readonly Place[] = [['administration', '/admin']];

/** What concerns everybody first, then the places of developers under their own heading, then administration. */
export function navigation({ account, text: { frame } }: Visitor, current: NavItem, pages: readonly SubPage[]): Html {
  const own = subPages(pages);
  // The place itself is no page where its pages are listed below it.
  const kind = own === null ? 'page' : 'true';
  const link = ([item, path]: Place) =>
    html`<li><a href="${path}"${item === current && html` aria-current="${kind}"`}>${PLACE_ICONS[item]}${frame[item]}</a>${item === current && own}</li>`;
  // Without an account only the documentation is reachable.
  const developer = account === null ? DEVELOPER_PLACES.filter(([item]) => item === 'docs') : DEVELOPER_PLACES;
  return html`<nav class="navigation" aria-label="${frame.navigation}"><ul>${account !== null && OWN_PLACES.map(link)}
<li class="nav-group"><span class="nav-title" id="nav-developer">${frame.developer}</span><ul aria-labelledby="nav-developer">${developer.map(link)}</ul></li>
${account?.isAdmin === true && ADMIN_PLACES.map(link)}</ul></nav>`;
}

function subPages(pages: readonly SubPage[]): Html | null {
  if (pages.length === 0) return null;
  const rows = pages.map(
    ({ path, title, isCurrent }) =>
      html`<li><a href="${path}"${isCurrent && html` aria-current="page"`}>${title}</a></li>`,
  );
  return html`<ul class="sub-pages">${rows}</ul>`;
}

/** Enter sends it, also without script; Ctrl+K and ⌘K lead to it where script runs. */
export function searchField({ frame }: Text): Html {
  return html`<form class="side-search" method="get" action="/search" role="search" aria-label="${frame.searchEverything}"><label class="unseen" for="site-search">${frame.searchEverything}</label><input id="site-search" name="words" type="search" placeholder="${frame.search}" autocomplete="off" spellcheck="false" maxlength="100" aria-keyshortcuts="Control+K Meta+K" data-search></form>`;
}

export function whoIsHere(context: Visitor, account: NonNullable<Visitor['account']>): Html {
  return html`<div class="who">
<a class="who-name" href="/users/${account.id}">${portrait(account)}<bdi>${account.nickname}</bdi></a>
${postForm(context, { action: '/sign-out', body: html`<button class="button quiet" type="submit">${context.text.frame.signOut}</button>` })}
</div>`;
}

export function wayIn({ frame }: Text): Html {
  return html`<div class="who"><a class="button quiet" href="/sign-in">${frame.signIn}</a></div>`;
}
