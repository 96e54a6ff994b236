/** One account, for administrators: profile, sessions, applications, granted access, and what can be done. */
import type { Source } from '../../protocol/event.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { askFirst } from '../parts/confirmation.ts';
import { postForm } from '../parts/form.ts';
import { ago, moment } from '../parts/moment.ts';
import { nameBeside, named, webLink } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { type Emblem, emblem, portrait } from '../parts/picture.ts';
import { sourceBlock } from '../parts/source.ts';
import { table } from '../parts/table.ts';
import { adminFrame, administeredPath, eventsPath, personPath } from './admin-frame.ts';
import { lastOnline, type Person, stateChips } from './people.ts';

export interface PersonPage {
  readonly person: Person & {
    readonly name: string;
    readonly isEmailVerified: boolean;
    /** A picture elsewhere, which applications are given; empty for none. */
    readonly pictureUrl: string;
    /** One was uploaded, though it is not shown while the account is disabled. */
    readonly isPictured: boolean;
    readonly disabledBecause: string | null;
    /** Whether the person may register applications; null where that is no question of the person. */
    readonly isDeveloper: boolean | null;
  };
  readonly sessions: readonly { readonly startedAt: number; readonly lastSeenAt: number; readonly source: Source }[];
  readonly owned: ShortList<Emblem & { readonly name: string }>;
  readonly allowed: ShortList<Emblem & { readonly name: string; readonly scope: string }>;
}

interface ShortList<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

export function personPage(context: PageContext, page: PersonPage): Html {
  const words = context.text.personPage;
  const { person } = page;
  return adminFrame(context, 'people', {
    title: person.nickname,
    heading: html`<div class="subject">${portrait(person, 'large')}<div class="subject-words"><h1>${named(person.nickname)}</h1>
<p class="subject-line">${words.line(String(person.id))} · ${stateChips(context.text, person)}</p></div></div>`,
    actions: html`${person.id !== context.account?.id && buttonLink(`${personPath(person.id)}/edit`, 'secondary', context.text.personEdit.link)}
${buttonLink(eventsPath({ person: person.id }), 'secondary', words.showEvents)}`,
    body: html`${facts(context, person)}
${access(context, person)}
${sessions(context, page)}
${applications(words.owned, page.owned, { none: words.noOwned, more: words.andMore, line: () => null })}
${applications(words.allowed, page.allowed, {
  none: words.noAllowed,
  more: words.andMore,
  line: ({ scope }) => html`<code>${scope}</code>`,
})}
${standing(context, person)}`,
  });
}

function facts(context: PageContext, person: PersonPage['person']): Html {
  const { personPage: words, peopleList, parts } = context.text;
  return html`<section class="section"><h2>${words.account}</h2>
<dl class="facts wide">
<div><dt>${words.name}</dt><dd>${person.name === '' ? parts.none : named(person.name)}</dd></div>
<div><dt>${peopleList.email}</dt><dd><bdi class="name">${person.email}</bdi> <span class="chip">${person.isEmailVerified ? words.emailVerified : words.emailNotVerified}</span></dd></div>
<div><dt>${words.role}</dt><dd>${person.isAdmin ? peopleList.administrator : words.user}</dd></div>
<div><dt>${peopleList.since}</dt><dd>${moment(context, person.createdAt)}</dd></div>
<div><dt>${words.signedIn}</dt><dd>${person.signedInAt === null ? parts.never : moment(context, person.signedInAt)}</dd></div>
<div><dt>${peopleList.online}</dt><dd>${lastOnline(context, person)}</dd></div>
${
  person.disabledAt !== null &&
  html`<div><dt>${peopleList.state}</dt><dd>${words.disabledSince(moment(context, person.disabledAt))}</dd></div>
<div><dt>${words.because}</dt><dd>${person.disabledBecause === null ? parts.none : named(person.disabledBecause)}</dd></div>`
}
</dl></section>`;
}

/** What helps somebody back in, and what an account may do here: each asked about once more, in place. */
function access(context: PageContext, person: PersonPage['person']): Html {
  const { personPage: words, personPicture: picture, peopleList } = context.text;
  const path = personPath(person.id);
  const row: ActRow = (title, explained, action) =>
    html`<li><div><strong>${title}</strong><p class="hint">${explained}</p></div><div>${action}</div></li>`;
  const plain = (action: string, label: string) =>
    postForm(context, { action: `${path}/${action}`, body: button({ weight: 'secondary', label }) });
  const isSelf = person.id === context.account?.id;
  return html`<section class="section"><h2>${words.access}</h2><ul class="act-rows">
${person.disabledAt === null && row(words.link, words.linkExplained, plain('sign-in-link', words.makeLink))}
${row(words.unlock, words.unlockExplained, plain('unlock', words.unlock))}
${row(peopleList.email, person.isEmailVerified ? words.vouched : words.notVouched, vouching(context, person))}
${!isSelf && hasPicture(person) && row(picture.title, !person.isPictured ? picture.elsewhere(webLink(person.pictureUrl)) : picture.uploaded, pictureRemoval(context, person))}
${!isSelf && (person.isAdmin || person.disabledAt === null) && row(words.administration, person.isAdmin ? words.isAdministrator : words.isNoAdministrator, administration(context, person))}
${!person.isAdmin && person.isDeveloper !== null && development(context, person, row)}
</ul></section>`;
}

/** The address is sent along: only the one that the administrator sees here is meant. */
function vouching(context: PageContext, { id, email, isEmailVerified }: PersonPage['person']): Html {
  const words = context.text.personPage;
  return postForm(context, {
    action: `${personPath(id)}/email`,
    hidden: [
      ['email', email],
      ['decision', isEmailVerified ? 'not_verified' : 'verified'],
    ],
    body: button({ weight: 'secondary', label: isEmailVerified ? words.unvouch : words.vouch }),
  });
}

function hasPicture({ isPictured, pictureUrl }: PersonPage['person']): boolean {
  return isPictured || pictureUrl !== '';
}

function pictureRemoval(context: PageContext, { id, nickname }: PersonPage['person']): Html {
  const words = context.text.personPicture;
  return askFirst(context, {
    id: 'picture-removal',
    label: words.label,
    title: words.ask(named(nickname)),
    lost: words.lost,
    action: `${personPath(id)}/picture/remove`,
    submit: words.label,
  });
}

type ActRow = (title: string, explained: Child, action: Child) => Html;

function development(context: PageContext, { id, isDeveloper, nickname }: PersonPage['person'], row: ActRow): Html {
  const words = context.text.approval.developer;
  const own = isDeveloper ? words.take : words.give;
  const question = askFirst(context, {
    id: 'development',
    label: own.label,
    title: own.title(named(nickname)),
    lost: own.lost,
    action: `${personPath(id)}/developer`,
    hidden: [['decision', isDeveloper ? 'take' : 'give']],
    submit: own.label,
  });
  return row(words.title, isDeveloper ? words.is : words.isNot, question);
}

function administration(context: PageContext, { id, isAdmin, nickname }: PersonPage['person']): Html {
  const words = context.text.personPage;
  const own = isAdmin ? words.endAdministration : words.makeAdministrator;
  return askFirst(context, {
    id: 'administration',
    label: own.label,
    title: own.title(named(nickname)),
    lost: own.lost,
    action: `${personPath(id)}/administrator${isAdmin ? '/end' : ''}`,
    submit: own.label,
  });
}

function sessions(context: PageContext, page: PersonPage): Html {
  const { text } = context;
  const words = text.personPage;
  if (page.sessions.length === 0) {
    return html`<section class="section"><h2>${words.sessions}</h2><p>${words.noSessions}</p></section>`;
  }
  return html`<section class="section"><h2>${words.sessions}</h2>
${table({
  caption: words.sessions,
  columns: [{ title: text.sessions.lastUsedFrom }, { title: text.sessions.startedAt }, { title: text.sessions.seenAt }],
  rows: page.sessions.map(({ source, startedAt, lastSeenAt }) => [
    sourceBlock(text, source),
    moment(context, startedAt),
    ago(context, lastSeenAt),
  ]),
})}
<p>${words.signOutExplained}</p>
<div class="actions">${askFirst(context, {
    id: 'sign-out-everywhere',
    label: words.signOut,
    title: words.signOutAsk(named(page.person.nickname)),
    lost: words.signOutExplained,
    action: `${personPath(page.person.id)}/sign-out`,
    submit: words.signOut,
  })}</div></section>`;
}

interface ApplicationWords<Item> {
  readonly none: string;
  readonly more: string;
  readonly line: (item: Item) => Child;
}

function applications<Item extends Emblem & { readonly name: string }>(
  title: string,
  { items, hasMore }: ShortList<Item>,
  words: ApplicationWords<Item>,
): Html {
  const lines = items.map(
    (item) =>
      html`<li>${nameBeside(emblem(item), html`<a href="${administeredPath(item.clientId)}">${named(item.name)}</a>`, words.line(item))}</li>\n`,
  );
  return html`<section class="section"><h2>${title}</h2>
${items.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="plain access-list">${lines}</ul>`}
${hasMore && html`<p>${words.more}</p>`}</section>`;
}

/** Whether the account is enabled, and the button to change that. */
function standing(context: PageContext, person: Person): Html {
  const words = context.text.personPage;
  if (person.id === context.account?.id) return notice('info', words.yourself);
  if (person.disabledAt === null) {
    return html`<section class="section danger-zone"><h2>${words.disable}</h2>
<p>${words.disableExplained}</p>
<div class="actions">${buttonLink(`${personPath(person.id)}/disable`, 'danger', words.disable)}</div></section>
${deletion(context, person)}`;
  }
  return html`<section class="section"><h2>${words.enable}</h2>
<p>${words.enableExplained}</p>
${postForm(context, {
  action: `${personPath(person.id)}/enable`,
  body: html`<div class="actions">${button({ weight: 'secondary', label: words.enable })}</div>`,
})}</section>
${deletion(context, person)}`;
}

function deletion({ text: { personDeletion: words } }: PageContext, { id }: Person): Html {
  return html`<section class="section danger-zone"><h2>${words.link}</h2>
<p>${words.explained}</p>
<div class="actions">${buttonLink(`${personPath(id)}/delete`, 'danger', words.link)}</div></section>`;
}
