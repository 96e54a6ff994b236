/** GET /admin/people: finds people by nickname, e-mail address or number, or lists the newest. */
import { newestPeople, type PersonRow, searchPeople } from '../../accounts/people.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { type Person, peoplePage } from '../../pages/admin/people.ts';
import { cursorReply, readCursor, requireAdministrator } from './administrator.ts';

const PATH = '/admin/people';

export const showPeople: Handler = async (request, world) => {
  const known = await requireAdministrator(request, world);
  if (!known.ok) return known.refusal;
  const visitor = known.value;
  const { query } = request;
  if (!query.result.ok) return cursorReply(visitor);
  const typed = (query.get('q') ?? '').trim();
  if (typed !== '') {
    const { people, hasMore } = await searchPeople(world, typed);
    const page = { typed, people: people.map(personOf), isCut: hasMore, pages: { previous: null, next: null } };
    return pageReply(visitor, (context) => peoplePage(context, page));
  }
  const before = readCursor(visitor, query);
  if (!before.ok) return before.refusal;
  const found = await newestPeople(world, before.value);
  if (!found) return cursorReply(visitor);
  const next = found.hasMore ? `${PATH}?before=${found.people.at(-1)?.id}` : null;
  const pages = { previous: before.value === null ? null : PATH, next };
  const page = { typed, people: found.people.map(personOf), isCut: false, pages };
  return pageReply(visitor, (context) => peoplePage(context, page));
};

export function personOf({ adminAt, ...person }: PersonRow): Person & { readonly name: string } {
  const { id, nickname, email, name, createdAt, onlineAt, disabledAt } = person;
  return { id, nickname, email, name, createdAt, onlineAt, disabledAt, isAdmin: adminAt !== null };
}
