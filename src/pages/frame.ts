/** The two frames of pages: one card for a decision, and a workspace with navigation. */
import { perRecord } from '../per-record.ts';
import type { Language } from '../protocol/people/language.ts';
import type { Theme } from '../protocol/people/look.ts';
import { type DoneKey, toneOf } from './done.ts';
import { attributes, type Child, type Html, html } from './html.ts';
import { type NavItem, navigation, type SubPage, searchField, wayIn, whoIsHere } from './navigation.ts';
import { keyhole } from './parts/icon.ts';
import { named } from './parts/name.ts';
import { notice } from './parts/notice.ts';
import type { Face } from './parts/picture.ts';
import type { Text } from './text/en.ts';

/** What is the same on every page of a service in one theme: one object, so that what is made of it is made once. */
export interface Site {
  readonly stylePath: string;
  /** Light, dark, or as the system wants it. */
  readonly theme: Theme;
  readonly scriptPath: string;
  /** The operator's logo; null for the keyhole. */
  readonly logoPath: string | null;
  /** The small picture in the tab of the browser: the logo's address, or the keyhole itself as a data address. */
  readonly iconUrl: string;
  /** What the browser may colour around the page, in light and in dark. */
  readonly themeColors: { readonly light: string; readonly dark: string };
  /** The absolute address of the picture that other sites show beside a link to a public page. */
  readonly previewUrl: string;
  /** The operator's links below every page. */
  readonly footerLinks: readonly { readonly label: string; readonly url: string }[];
  /** Where people reach the operator; empty where the settings name nothing. */
  readonly contact: string;
}

/** What every page needs beside its own content. */
export interface PageContext {
  /** Every word of the page, in the reader's language. */
  readonly text: Text;
  readonly language: Language;
  readonly serviceName: string;
  readonly site: Site;
  /** Where language and theme are chosen, and back to this page. */
  readonly lookPath: string;
  /** The value of the hidden field `form_token` in every form of the page: made when the first form asks for it. */
  readonly formToken: () => string;
  /** Who is signed in; null for an anonymous visitor. */
  readonly account: (Face & Readonly<{ nickname: string; isAdmin: boolean; mayRegister: boolean }>) | null;
  /** Epoch seconds, for the distances beside dates. */
  readonly now: number;
  /** Whether the page shows a form that was sent and refused; its title says so. */
  readonly isRefused: boolean;
  /** What the previous request did, shown once above the page. */
  readonly done: DoneKey | null;
  /** The name of what it was done to, or how many there were, where the notice says so. */
  readonly doneTo: string | null;
}

interface DecisionContent {
  readonly title: string;
  readonly body: Child;
  /** Nothing has to be decided first, so the way to every public place is above the card. */
  readonly isOpen?: boolean;
  /** Below the card: a way out, or fine print. */
  readonly below?: Child;
}

export interface WorkspaceContent {
  readonly title: string;
  /** One sentence under the title. */
  readonly lead?: Child;
  /** Replaces the plain title, for pages about one thing with a picture. */
  readonly heading?: Child;
  /** Buttons beside the title. */
  readonly actions?: Child;
  readonly tabs?: Child;
  readonly navItem: NavItem;
  /** The pages of this place, which stand below it at the side of wide windows; there the tabs are left out. */
  readonly pages?: readonly SubPage[];
  readonly body: Child;
}

/** One card in the middle of the page: sign-in, consent, a code, an error. */
export function decisionFrame(context: PageContext, decision: DecisionContent): Html {
  return document(
    context,
    { title: decision.title, frame: 'decision', isPublic: false },
    html`${decision.isOpen === true ? openTop(context, html`<a href="/sign-in">${context.text.frame.signIn}</a>`) : html`<header class="decision-top">${brand(context)}</header>`}
<main id="main" class="decision-main" tabindex="-1">
${doneNotice(context)}
<div class="card">
${decision.body}
</div>
${decision.below && html`<div class="below">${decision.below}</div>`}
</main>
${footer(context)}`,
  );
}

/** Navigation beside one column of content: portal, account, documentation, administration. */
export function workspaceFrame(context: PageContext, workspace: WorkspaceContent): Html {
  return document(
    context,
    { title: workspace.title, frame: 'workspace', isPublic: workspace.navItem === 'docs' },
    html`<header class="workspace-side"><div class="workspace-side-inner">
${brand(context)}
${searchField(context.text)}
${navigation(context, workspace.navItem, workspace.pages ?? [])}
${context.account ? whoIsHere(context, context.account) : wayIn(context.text)}
</div></header>
<main id="main" class="workspace-main" tabindex="-1">
<div class="page-top"><div class="page-title">${workspace.heading ?? html`<h1>${workspace.title}</h1>`}
${workspace.lead && html`<p class="lead">${workspace.lead}</p>`}</div>
${workspace.actions && html`<div class="page-actions">${workspace.actions}</div>`}</div>
${workspace.tabs}
${doneNotice(context)}
${workspace.body}
${footer(context)}
</main>`,
  );
}

/** The whole width, for the home page of visitors: the service, the way to the documentation, the way in. */
export function openFrame(context: PageContext, open: { readonly title: string; readonly body: Child }): Html {
  return document(
    context,
    { title: open.title, frame: 'open', isPublic: true },
    html`${openTop(context)}
<main id="main" class="open-main" tabindex="-1">
${doneNotice(context)}
${open.body}
</main>
${footer(context)}`,
  );
}

function openTop(context: PageContext, more: Html | null = null): Html {
  const { frame } = context.text;
  return html`<header class="open-top">${brand(context)}<nav aria-label="${frame.navigation}"><a href="/docs">${frame.docs}</a>${more}</nav></header>`;
}

interface DocumentTerms {
  readonly title: string;
  readonly frame: 'decision' | 'workspace' | 'open';
  /** Whether it is the same for everybody, so that a link to it may be shown with its title elsewhere. */
  readonly isPublic: boolean;
}

function document(context: PageContext, { title, frame, isPublic }: DocumentTerms, body: Html): Html {
  const { text } = context;
  return html`<html lang="${context.language}" dir="${text.direction}">
<head>
<meta charset="utf-8">
<title>${context.isRefused && text.frame.refused}${title} &#183; ${context.serviceName}</title>
${isPublic && preview(context, title)}${headOf(context.site)}
</head>
<body class="${frame}">
<a class="skip" href="#main">${text.frame.skip}</a>
${body}
<p class="unseen" role="status" data-announce${wordsForScript(text)}></p>
</body>
</html>`;
}

/** With a number for the dot in the title above, most pages in English are plain ASCII, which needs no encoding on its way out. */
const headOf = perRecord((site: Site): Html => {
  const { theme, iconUrl, stylePath, scriptPath } = site;
  return html`<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
${themeColor(site)}
<link rel="icon" href="${iconUrl}">
<link rel="stylesheet" href="${stylePath}">
<script src="${scriptPath}" defer blocking="render"></script>`;
});

/** What search engines, messengers and social sites show beside a link. */
function preview({ serviceName, text, site: { previewUrl } }: PageContext, title: string): Html {
  const description = text.frame.description(serviceName);
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${serviceName}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${previewUrl}">
<meta name="twitter:card" content="summary_large_image">
`;
}

/** The colour of the browser's own frame, which follows the page. */
function themeColor({ theme, themeColors: { light, dark } }: Site): Html {
  if (theme !== 'auto') return html`<meta name="theme-color" content="${theme === 'dark' ? dark : light}">`;
  return html`<meta name="theme-color" content="${light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${dark}" media="(prefers-color-scheme: dark)">`;
}

const writtenForScript = new WeakMap<Text, Html>();

/** The script contains no texts: it reads them from these attributes, which are built once per language. */
function wordsForScript(text: Text): Html {
  const known = writtenForScript.get(text);
  if (known) return known;
  const { parts, redirectUris } = text;
  const words = attributes({
    'data-copied': parts.copied,
    'data-selected': parts.selected,
    'data-selected-aloud': parts.selectedAloud,
    'data-show': parts.show,
    'data-hide': parts.hide,
    'data-row': redirectUris.row('#'),
    'data-picture-ready': parts.pictureReady,
  });
  writtenForScript.set(text, words);
  return words;
}

function brand({ site: { logoPath }, serviceName }: PageContext): Html {
  const mark =
    logoPath === null ? keyhole : html`<img class="keyhole" src="${logoPath}" alt="" width="24" height="24">`;
  return html`<a class="brand" href="/">${mark}<bdi class="brand-name">${serviceName}</bdi></a>`;
}

/** The operator's links, and the way to language and theme, which visitors find nowhere else. */
function footer({ site: { footerLinks }, lookPath, text }: PageContext): Html {
  const links = footerLinks.map(
    ({ label, url }) => html`<li><a href="${url}" rel="noopener noreferrer nofollow">${label}</a></li>`,
  );
  return html`<nav class="foot" aria-label="${text.frame.footer}"><ul>${links}<li><a href="${lookPath}">${text.look.title}</a></li></ul></nav>`;
}

function doneNotice({ done, doneTo, text }: PageContext): Html | null {
  if (done === null) return null;
  const tone = toneOf(done);
  return notice(tone, doneWords(text, done, doneTo), tone === 'done' ? null : html` role="status"`);
}

/** `to` is a name, or how many it was done to. */
function doneWords({ done, frame }: Text, key: DoneKey, to: string | null): Child {
  if (key === 'access_removed' && to !== null) return frame.accessRemovedFrom(named(to));
  const count = to !== null && /^\d{1,4}$/.test(to) ? Number(to) : null;
  if (key === 'people_disabled' && count !== null) return frame.peopleDisabled(count);
  return key === 'people_signed_out' && count !== null ? frame.peopleSignedOut(count) : done[key];
}
