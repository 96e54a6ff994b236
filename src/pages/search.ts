/** What a search over the whole service found: applications, people, refused requests, documentation. */
import { administeredPath, personPath } from './admin/admin-frame.ts';
import { applicationPath } from './applications/frame.ts';
import { cutInTheMiddle } from './applications/list.ts';
import { DOCS_PATHS } from './docs/frame.ts';
import { type PageContext, workspaceFrame } from './frame.ts';
import { type Child, Html, html } from './html.ts';
import { PLACE_ICONS, problemIcon } from './parts/icon.ts';
import { nameBeside, named } from './parts/name.ts';
import { emptyState } from './parts/notice.ts';
import { type Emblem, emblem, type Face, portrait } from './parts/picture.ts';
import { prose } from './parts/prose.ts';
import type { Text } from './text/en.ts';

export interface Found {
  readonly typed: string;
  readonly applications: readonly (Emblem & { readonly name: string; readonly owner: string | null })[];
  /** Empty for everybody but administrators. */
  readonly people: readonly (Face & { readonly nickname: string; readonly email: string })[];
  /** One request, or the list of those behind an error link; by what was typed. */
  readonly requests: readonly { readonly path: string; readonly traceId: string }[];
  /** The whole lists, where there is more than is shown; else null. */
  readonly allApplications: string | null;
  readonly allPeople: string | null;
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
    section(words.requests, found.requests.map(requestRow(text))),
    section(words.applications, found.applications.map(applicationRow(text, found)), more(text, found.allApplications)),
    section(
      words.people,
      found.people.map((person) =>
        nameBeside(
          portrait(person),
          link(personPath(person.id), named(person.nickname)),
          html`<bdi>${person.email}</bdi>`,
        ),
      ),
      more(text, found.allPeople),
    ),
    section(
      words.docs,
      docs.map(({ path, title, line }) => nameBeside(tile(PLACE_ICONS.docs), link(path, title), line)),
    ),
  ].filter((each) => each !== null);
  return workspaceFrame(context, {
    title: words.title,
    navItem: 'none',
    lead: found.typed === '' ? words.lead : words.found(named(found.typed)),
    body: html`${form(text, found.typed)}
${found.typed === '' ? kinds(text, context.account) : sections.length === 0 ? nothing(text) : sections}`,
  });
}

function form({ frame, administration }: Text, typed: string): Html {
  return html`<form class="search" method="get" action="/search" role="search" aria-label="${administration.search}">
<div class="field"><label class="unseen" for="words">${frame.searchEverything}</label><input id="words" name="words" type="search" value="${typed}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="100"></div>
<button class="button secondary" type="submit">${administration.search}</button>
</form>`;
}

/** Before anything is typed: what can be found, and by what. */
function kinds({ search }: Text, account: PageContext['account']): Html {
  const rows = [
    account !== null && kind(PLACE_ICONS.applications, search.applications, search.byApplication),
    account !== null && kind(problemIcon, search.requests, search.byRequest),
    account?.isAdmin === true && kind(PLACE_ICONS.account, search.people, search.byPeople),
    kind(PLACE_ICONS.docs, search.docs, search.byDocs),
  ];
  return html`<ul class="plain found">${rows}</ul>
${account === null && html`<p class="quiet-text">${search.signInFirst}</p>`}`;
}

function kind(icon: Html, title: string, line: string): Html {
  return html`<li>${nameBeside(tile(icon), html`<strong>${title}</strong>`, line)}</li>\n`;
}

function nothing({ search }: Text): Html {
  return emptyState({ title: search.emptyTitle, text: search.emptyText });
}

function tile(icon: Html): Html {
  return html`<span class="icon-tile">${icon}</span>`;
}

function link(path: string, words: Child): Html {
  return html`<a href="${path}">${words}</a>`;
}

function requestRow({ search }: Text): (request: Found['requests'][number]) => Html {
  return ({ path, traceId }) =>
    nameBeside(tile(problemIcon), link(path, search.request(html`<code>${traceId}</code>`)), search.requestLine);
}

function applicationRow({ search }: Text, { isAdmin }: Found): (one: Found['applications'][number]) => Html {
  return ({ clientId, name, owner, logoPath }) =>
    nameBeside(
      emblem({ clientId, logoPath }),
      link(isAdmin ? administeredPath(clientId) : applicationPath(clientId), named(name)),
      html`<span class="mono">${cutInTheMiddle(clientId)}</span>${owner !== null && html` · ${search.by(named(owner))}`}`,
    );
}

function more({ search }: Text, path: string | null): Html | null {
  return path === null ? null : html`<p><a href="${path}">${search.more}</a></p>`;
}

function section(title: string, rows: readonly Html[], more: Html | null = null): Html | null {
  if (rows.length === 0) return null;
  return html`<section class="section"><h2>${title}</h2><ul class="plain found">${rows.map((row) => html`<li>${row}</li>\n`)}</ul>${more}</section>`;
}

interface FoundPage {
  readonly path: string;
  readonly title: Child;
  /** Where the words stand there. */
  readonly line: Child;
}

/** The documentation is as long as its texts: every word of a page counts, and every error by its name. */
function findDocs(text: Text, typed: string): readonly FoundPage[] {
  const sought = typed.toLowerCase();
  // Object.keys loses the type of the keys.
  const pages = Object.keys(DOCS_PATHS) as (keyof typeof DOCS_PATHS)[];
  const errors = Object.entries(text.refusals.error).filter(([name]) => name.includes(sought.replaceAll(' ', '_')));
  return [
    ...pages.flatMap((page) => {
      const title = text.docs.pages[page];
      const line = excerpt(wordsOf(text.docs[page]), sought);
      const isFound = line !== null || title.toLowerCase().includes(sought);
      return isFound ? [{ path: DOCS_PATHS[page], title, line: line ?? text.docs[page].lead }] : [];
    }),
    ...errors.map(([name, { means }]) => ({
      path: `/errors/${name}`,
      title: html`<code>${name}</code>`,
      line: prose(means),
    })),
  ];
}

const AROUND = 60;

/** The first place with the words, marked, and whole words on both sides; null where there is none. */
function excerpt(words: string, sought: string): Html | null {
  const at = words.toLowerCase().indexOf(sought);
  // Folding to lower case can change the length of rare letters: then the place is not where it seems to be.
  if (at < 0 || words.slice(at, at + sought.length).toLowerCase() !== sought) return null;
  const end = at + sought.length;
  const [before, after] = [words.slice(0, at).slice(-AROUND), words.slice(end).slice(0, AROUND)];
  const from = at > AROUND ? before.replace(/^\S*\s/, '…') : before;
  const to = words.length - end > AROUND ? after.replace(/\s\S*$/, '…') : after;
  return html`${from}<mark>${words.slice(at, end)}</mark>${to}`;
}

/** Every text of a page, one sentence behind the other, without markup. */
function wordsOf(texts: unknown): string {
  if (typeof texts === 'string') return texts;
  if (texts instanceof Html) return unescaped(texts.toString().replace(/<[^>]*>/g, ''));
  return typeof texts === 'object' && texts !== null ? Object.values(texts).map(wordsOf).filter(Boolean).join(' ') : '';
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The excerpt is escaped again where it is shown. */
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
