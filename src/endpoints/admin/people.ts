/** GET /admin/people and its export: people by any part of their names, by filter and order. */
import { countPeople } from '../../accounts/administration.ts';
import { everyPerson, type PeopleSearch, type PersonRow, searchPeople } from '../../accounts/people.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import type { Handler, Query } from '../../http/route.ts';
import { peoplePage } from '../../pages/admin/people.ts';
import { PEOPLE_FILTERS, PEOPLE_ORDERS } from '../../protocol/people/people-search.ts';
import { withQuery } from '../lists.ts';
import type { Confirmed } from '../needs.ts';
import { type AdministratorContext, cursorReply, readCursor } from './administrator.ts';
import { exportReply, isoOf, readFormat } from './export.ts';
import { personOf } from './person-replies.ts';

const PATH = '/admin/people';
const LONGEST_TYPED = 254;

export const showPeople: Handler<AdministratorContext> = async (request, world, { visitor }) => {
  const { query } = request;
  const search = query.read().ok ? readSearch(query) : undefined;
  const cursor = readCursor(visitor, query.form());
  if (!search) return cursorReply(visitor);
  if (!cursor.ok) return cursor.refusal;
  const [found, counts] = await Promise.all([searchPeople(world, search, cursor.value), countPeople(world)]);
  if (!found) return cursorReply(visitor);
  const sought = { q: search.words, filter: search.filter ?? '', sort: search.order === 'newest' ? '' : search.order };
  const next = found.next === null ? null : withQuery(PATH, { ...sought, before: String(found.next) });
  const page = {
    typed: search.words,
    filter: search.filter ?? ('' as const),
    sort: search.order,
    counts,
    people: found.people.map(personOf),
    here: withQuery(PATH, { ...sought, before: cursor.value === null ? '' : String(cursor.value) }),
    lookedAt: found.lookedAt,
    pages: { previous: cursor.value === null ? null : withQuery(PATH, sought), next },
    exports: {
      csv: withQuery(`${PATH}/export`, { ...sought, format: 'csv' }),
      jsonl: withQuery(`${PATH}/export`, { ...sought, format: 'jsonl' }),
    },
  };
  return pageReply(visitor, (context) => peoplePage(context, page));
};

const COLUMNS = [
  ...['id', 'nickname', 'email', 'name', 'role', 'state'],
  ...['created_at', 'last_online_at', 'last_signed_in_at'],
];

/** The same people as the page shows, all of them. */
export const exportPeople: Handler<Confirmed<AdministratorContext>> = async (request, world, { visitor }) => {
  const { query } = request;
  const search = query.read().ok ? readSearch(query) : undefined;
  const format = readFormat(query.get('format') ?? 'csv');
  if (!search || !format) {
    return problemReply(visitor, { status: 400, about: 'request', reason: 'format_unknown' });
  }
  return await exportReply(visitor, {
    name: 'people',
    format,
    columns: COLUMNS,
    pages: factsOf(everyPerson(world, search)),
  });
};

async function* factsOf(pages: AsyncIterable<readonly PersonRow[]>) {
  for await (const page of pages) {
    yield page.map(({ id, nickname, email, name, adminAt, disabledAt, createdAt, onlineAt, signedInAt }) => ({
      ...{ id, nickname, email, name },
      role: adminAt === null ? 'user' : 'administrator',
      state: disabledAt === null ? 'active' : 'disabled',
      created_at: isoOf(createdAt),
      last_online_at: isoOf(onlineAt),
      last_signed_in_at: isoOf(signedInAt),
    }));
  }
}

/** Undefined where a filter or an order is none of those that the page offers. */
function readSearch(query: Query): PeopleSearch | undefined {
  const words = (query.get('q') ?? '').trim().slice(0, LONGEST_TYPED);
  const filter = query.get('filter') ?? null;
  const order = query.get('sort') ?? 'newest';
  const known = {
    filter: PEOPLE_FILTERS.find((each) => each === filter),
    order: PEOPLE_ORDERS.find((each) => each === order),
  };
  if (known.order === undefined || (filter !== null && known.filter === undefined)) return undefined;
  return { words, filter: known.filter ?? null, order: known.order };
}
