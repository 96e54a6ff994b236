/** Every account, for administrators: found by any part of a name, filtered, sorted, ticked, exported. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { listFilters } from '../parts/find.ts';
import { postForm } from '../parts/form.ts';
import { ago, day } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { emptyState, notice } from '../parts/notice.ts';
import { type Face, portrait } from '../parts/picture.ts';
import { type Pager, pager, table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { adminFrame, personPath } from './admin-frame.ts';

export interface Person extends Face {
  readonly nickname: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly createdAt: number;
  readonly onlineAt: number;
  readonly disabledAt: number | null;
  /** Null for never. */
  readonly signedInAt: number | null;
}

interface People {
  readonly typed: string;
  readonly filter: '' | keyof Text['peopleList']['filters'];
  readonly sort: keyof Text['peopleList']['orders'];
  readonly counts: { readonly people: number; readonly administrators: number; readonly disabled: number };
  readonly people: readonly Person[];
  /** How many were looked at, where the search ended before the page was full. */
  readonly lookedAt: number | null;
  readonly pages: Pager;
  /** This list, with what was sought and where it goes on. */
  readonly here: string;
  readonly exports: { readonly csv: string; readonly jsonl: string };
}

const PATH = '/admin/people';
export const NEW_PERSON_PATH = `${PATH}/new`;

export function peoplePage(context: PageContext, page: People): Html {
  const { text } = context;
  const words = text.peopleList;
  const { people, administrators, disabled } = page.counts;
  return adminFrame(context, 'people', {
    title: words.title,
    lead: words.lead(words.total(people), words.administratorsCounted(administrators), words.disabledCounted(disabled)),
    actions: html`${buttonLink(page.exports.csv, 'quiet', words.exportCsv)}${buttonLink(page.exports.jsonl, 'quiet', words.exportJson)}${buttonLink(NEW_PERSON_PATH, 'primary', words.create)}`,
    body: html`${filters(context, page)}
${page.people.length === 0 ? nobody(text, page) : list(context, page)}
${page.lookedAt !== null && notice('info', words.lookedAt(text.moments.numeral(page.lookedAt)))}
${pager(text, page.pages)}`,
  });
}

function filters({ text }: PageContext, { typed, filter, sort }: People): Html {
  const words = text.peopleList;
  const options = (from: Readonly<Record<string, string>>) =>
    Object.entries(from).map(([value, label]) => ({ value, label }));
  return listFilters(text, {
    path: PATH,
    label: words.typed,
    typed,
    selects: [
      {
        name: 'filter',
        label: words.filter,
        options: [{ value: '', label: words.everybody }, ...options(words.filters)],
        chosen: filter,
      },
      { name: 'sort', label: text.administration.sort, options: options(words.orders), chosen: sort },
    ],
    isNarrowed: typed !== '' || filter !== '',
  });
}

function nobody({ peopleList: words }: Text, { lookedAt }: People): Html | null {
  return lookedAt === null ? emptyState({ title: words.emptyTitle, text: words.emptyText }) : null;
}

/** One form around the table: ticked people are acted on together, after a page that asks. */
function list(context: PageContext, { people, here }: People): Html {
  const { text } = context;
  const words = text.peopleList;
  return postForm(context, {
    action: `${PATH}/selected`,
    class: 'people',
    hidden: [['list', here]],
    body: html`${table({
      caption: words.caption,
      columns: [{ title: words.person }, { title: words.email }, { title: words.since }, { title: words.online }],
      rows: people.map((person) => [
        who(text, person),
        html`<bdi class="name">${person.email}</bdi>`,
        day(context, person.createdAt),
        lastOnline(context, person),
      ]),
    })}
<div class="actions selected-actions"><span class="quiet-text">${words.selected}</span>${button({ weight: 'secondary', label: words.signOutSelected, name: 'act', value: 'sign_out' })}${button({ weight: 'secondary', label: words.disableSelected, name: 'act', value: 'disable' })}</div>`,
  });
}

/** An account that others made counts as online when it was made, though nobody was; one that was taken over may have been. */
export function lastOnline(context: PageContext, person: Pick<Person, 'signedInAt' | 'onlineAt' | 'createdAt'>): Html {
  const wasNever = person.signedInAt === null && person.onlineAt <= person.createdAt;
  return wasNever ? html`<span class="quiet-text">${context.text.parts.never}</span>` : ago(context, person.onlineAt);
}

/** The tick, the picture and the name on one line; what is special about the account behind it. */
function who(text: Text, person: Person): Html {
  const chips = specialChips(text, person);
  return html`<div class="pick"><input type="checkbox" id="person-${person.id}" name="person" value="${person.id}"><label class="unseen" for="person-${person.id}">${text.peopleList.select(person.nickname)}</label>${portrait(person)}<span><a href="${personPath(person.id)}">${named(person.nickname)}</a>${chips}</span></div>`;
}

function specialChips({ peopleList }: Text, { isAdmin, disabledAt }: Pick<Person, 'isAdmin' | 'disabledAt'>): Html {
  return html`${isAdmin && html` <span class="chip accent">${peopleList.administrator}</span>`}${disabledAt !== null && html` <span class="chip bad">${peopleList.disabled}</span>`}`;
}

export function stateChips(text: Text, person: Pick<Person, 'isAdmin' | 'disabledAt'>): Html {
  const active = person.disabledAt === null && html`<span class="chip">${text.peopleList.active}</span>`;
  return html`${active}${specialChips(text, person)}`;
}
