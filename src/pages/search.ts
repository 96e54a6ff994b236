/** What a search over the whole service found: applications, people, refused requests, documentation. */
import { administeredPath, personPath } from './admin/admin-frame.ts';
import { requestPath } from './applications/activity/requests.ts';
import { applicationPath } from './applications/frame.ts';
import { DOCS_PATHS } from './docs/frame.ts';
import { type PageContext, workspaceFrame } from './frame.ts';
import { type Child, Html, html } from './html.ts';
import { named } from './parts/name.ts';
import { emptyState } from './parts/notice.ts';
import type { Text } from './text/en.ts';

export interface Found {
  readonly typed: string;
  readonly applications: readonly { readonly clientId: string; readonly name: string; readonly owner: string | null }[];
  /** Empty for everybody but administrators. */
  readonly people: readonly { readonly id: number; readonly nickname: string; readonly email: string }[];
  readonly requests: readonly { readonly clientId: string; readonly traceId: string }[];
  /** Where the applications are shown: administrators find those of everybody. */
  readonly isAdmin: boolean;
}

/** Single letters stand in every text. */
const SHORTEST_IN_DOCS = 2;

export function searchPage(context: PageContext, found: Found): Html {
  const { text } = context;
  const words = text.search;
  const docs = found.typed.length < SHORTEST_IN_DOCS ? [] : findDocs(text, found.typed);
  const sections = [
    section(
      words.requests,
      found.requests.map(
        ({ clientId, traceId }) =>
          html`<a href="${requestPath(clientId, traceId)}">${words.request(html`<code>${traceId}</code>`)}</a>`,
      ),
    ),
    section(
      words.applications,
      found.applications.map(
        ({ clientId, name, owner }) =>
          html`<a href="${found.isAdmin ? administeredPath(clientId) : applicationPath(clientId)}">${named(name)}</a>${owner !== null && html` <span class="quiet-text">${words.by(named(owner))}</span>`}`,
      ),
    ),
    section(
      words.people,
      found.people.map(
        ({ id, nickname, email }) =>
          html`<a href="${personPath(id)}">${named(nickname)}</a> <bdi class="quiet-text">${email}</bdi>`,
      ),
    ),
    section(
      words.docs,
      docs.map(({ path, title }) => html`<a href="${path}">${title}</a>`),
    ),
  ].filter((each) => each !== null);
  return workspaceFrame(context, {
    title: words.title,
    navItem: 'none',
    lead: found.typed === '' ? words.lead : words.found(named(found.typed)),
    body:
      sections.length === 0 && found.typed !== ''
        ? emptyState({ title: words.emptyTitle, text: words.emptyText })
        : html`${sections}`,
  });
}

function section(title: string, links: readonly Html[]): Html | null {
  if (links.length === 0) return null;
  return html`<section class="section"><h2>${title}</h2><ul class="plain found">${links.map((link) => html`<li>${link}</li>\n`)}</ul></section>`;
}

interface FoundPage {
  readonly path: string;
  readonly title: Child;
}

/** The documentation is as long as its texts: every word of a page counts, and every error by its name. */
function findDocs(text: Text, typed: string): readonly FoundPage[] {
  const sought = typed.toLowerCase();
  // Object.keys loses the type of the keys.
  const pages = Object.keys(DOCS_PATHS) as (keyof typeof DOCS_PATHS)[];
  const errors = Object.keys(text.refusals.error).filter((name) => name.includes(sought.replaceAll(' ', '_')));
  return [
    ...pages
      .filter((page) => `${text.docs.pages[page]} ${wordsOf(text.docs[page])}`.toLowerCase().includes(sought))
      .map((page) => ({ path: DOCS_PATHS[page], title: text.docs.pages[page] })),
    ...errors.map((name) => ({ path: `/errors/${name}`, title: html`<code>${name}</code>` })),
  ];
}

function wordsOf(texts: unknown): string {
  if (typeof texts === 'string') return texts;
  if (texts instanceof Html) return texts.toString().replace(/<[^>]*>/g, '');
  return typeof texts === 'object' && texts !== null ? Object.values(texts).map(wordsOf).join(' ') : '';
}
