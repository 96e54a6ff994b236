/** GET /admin/people: finds people by nickname, e-mail address or number, or lists the newest. */
import { newestPeople, searchPeople } from '../../accounts/people.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { peoplePage } from '../../pages/admin/people.ts';
import { type AdministratorContext, cursorReply, readCursor } from './administrator.ts';
import { personOf } from './person-replies.ts';

const PATH = '/admin/people';

export const showPeople: Handler<AdministratorContext> = async (request, world, { visitor }) => {
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
