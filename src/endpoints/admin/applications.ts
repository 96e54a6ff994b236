/** GET /admin/applications: applications by any part of a name or of their owner's, by filter and order. */
import { type AdministeredClient, type ApplicationSearch, searchAdministered } from '../../clients/administered.ts';
import { logoPathOf } from '../../clients/find.ts';
import { countFailures } from '../../clients/requests.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler, Query } from '../../http/route.ts';
import { administeredApplicationsPage, type ListedApplication } from '../../pages/admin/applications.ts';
import { APPLICATION_FILTERS, APPLICATION_ORDERS } from '../../protocol/clients/application-search.ts';
import { withQuery } from '../lists.ts';
import { type AdministratorContext, cursorReply, readCursor } from './administrator.ts';

const PATH = '/admin/applications';
const LONGEST_TYPED = 255;

export const showAdministered: Handler<AdministratorContext> = async (request, world, { visitor }) => {
  const { query } = request;
  const search = query.read().ok ? readSearch(query) : undefined;
  const cursor = readCursor(visitor, query.form());
  if (!search) return cursorReply(visitor);
  if (!cursor.ok) return cursor.refusal;
  const found = await searchAdministered(world, search, cursor.value);
  if (!found) return cursorReply(visitor);
  const failures = await countFailures(
    world,
    found.clients.map(({ id }) => id),
  );
  const sought = { q: search.words, filter: search.filter ?? '', sort: search.order === 'newest' ? '' : search.order };
  const page = {
    typed: search.words,
    filter: search.filter ?? ('' as const),
    sort: search.order,
    applications: found.clients.map((client, index) => applicationOf(client, failures[index] ?? 0)),
    lookedAt: found.lookedAt,
    pages: {
      previous: cursor.value === null ? null : withQuery(PATH, sought),
      next: found.next === null ? null : withQuery(PATH, { ...sought, before: String(found.next) }),
    },
  };
  return pageReply(visitor, (context) => administeredApplicationsPage(context, page));
};

/** Undefined where a filter or an order is none of those that the page offers. */
function readSearch(query: Query): ApplicationSearch | undefined {
  const words = (query.get('q') ?? '').trim().slice(0, LONGEST_TYPED);
  const asked = query.get('filter') ?? null;
  const filter = APPLICATION_FILTERS.find((each) => each === asked) ?? null;
  const order = APPLICATION_ORDERS.find((each) => each === (query.get('sort') ?? 'newest'));
  return order === undefined || (asked !== null && filter === null) ? undefined : { words, filter, order };
}

function applicationOf(client: AdministeredClient, refusedCount: number): ListedApplication {
  return {
    clientId: client.publicId,
    name: client.name,
    logoPath: logoPathOf(client.logoDigest, client.suspendedAt !== null),
    owner: { id: client.ownerId, nickname: client.ownerNickname },
    createdAt: client.createdAt,
    tokenAt: client.tokenAt,
    userCount: client.userCount,
    refusedCount,
    suspendedAt: client.suspendedAt,
    isVerified: client.verifiedAt !== null,
    isFirstParty: client.firstPartyAt !== null,
    waitingSince: client.waitingSince,
    declinedBecause: client.declinedBecause,
  };
}
