/** Every account, for administrators: found by nickname, e-mail address or number, or the newest first. */
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { findForm } from '../parts/find.ts';
import { ago, day } from '../parts/moment.ts';
import { named, nameWithPicture } from '../parts/name.ts';
import { emptyState, notice } from '../parts/notice.ts';
import { type Pager, pager, table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { adminFrame, personPath } from './admin-frame.ts';

export interface Person {
  readonly id: number;
  readonly nickname: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly createdAt: number;
  readonly onlineAt: number;
  readonly disabledAt: number | null;
}

interface People {
  readonly typed: string;
  readonly people: readonly Person[];
  /** True when more match than are shown. */
  readonly isCut: boolean;
  readonly pages: Pager;
}

export function peoplePage(context: PageContext, page: People): Html {
  const { text } = context;
  const words = text.peopleList;
  return adminFrame(context, 'people', {
    title: words.title,
    lead: words.lead,
    body: html`${findForm(text, { path: '/admin/people', label: words.typed, hint: words.typedHint, typed: page.typed })}
${page.isCut && notice('info', text.administration.narrow)}
${page.people.length === 0 ? emptyState({ title: words.emptyTitle, text: words.emptyText }) : list(context, page.people)}
${pager(text, page.pages)}`,
  });
}

function list(context: PageContext, people: readonly Person[]): Html {
  const words = context.text.peopleList;
  return table({
    caption: words.caption,
    columns: [
      { title: words.person },
      { title: words.email },
      { title: words.state },
      { title: words.since },
      { title: words.online },
    ],
    rows: people.map((person) => [
      nameWithPicture(
        `user:${person.id}`,
        'person',
        html`<a href="${personPath(person.id)}">${named(person.nickname)}</a>`,
        html`<span class="mono">${person.id}</span>`,
      ),
      html`<bdi class="name">${person.email}</bdi>`,
      stateChips(context.text, person),
      day(context, person.createdAt),
      ago(context, person.onlineAt),
    ]),
  });
}

export function stateChips({ peopleList }: Text, person: Pick<Person, 'isAdmin' | 'disabledAt'>): Html {
  const state =
    person.disabledAt === null
      ? html`<span class="chip">${peopleList.active}</span>`
      : html`<span class="chip bad">${peopleList.disabled}</span>`;
  return html`${state}${person.isAdmin && html` <span class="chip accent">${peopleList.administrator}</span>`}`;
}
