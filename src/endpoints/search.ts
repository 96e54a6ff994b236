/** GET /search: applications, people, refused requests and documentation by what was typed; everybody finds their own. */
import { searchPeople } from '../accounts/people.ts';
import { type AdministeredClient, searchAdministered } from '../clients/administered.ts';
import { logoPathOf, searchClients } from '../clients/find.ts';
import { findRequest, findShortTraced } from '../clients/requests.ts';
import { pageReply } from '../http/browser/page.ts';
import type { Visitor } from '../http/browser/visitor.ts';
import type { Handler } from '../http/route.ts';
import { requestPath } from '../pages/applications/activity/requests.ts';
import { type Found, searchPage } from '../pages/search.ts';
import { shownPicturePath } from '../protocol/people/picture.ts';
import { SHORT_TRACE } from '../protocol/refusals/short-trace.ts';
import type { World } from '../world.ts';
import { tracedPath } from './addresses.ts';
import { withQuery } from './lists.ts';
import type { VisitorContext } from './needs.ts';

/** An address of an error fits. */
const LONGEST_TYPED = 200;
const MOST_OF_A_KIND = 10;
const TRACE = /^[0-9a-f]{16}$/;
const ERROR_ADDRESS = /^https?:\/\/[^ ]+\/errors\/(?:[a-z_]+\/)?([a-z0-9]{8,16})$/;

export const showSearch: Handler<VisitorContext> = async (request, world, { visitor }) => {
  const typed = (request.query.get('words') ?? '').trim().slice(0, LONGEST_TYPED);
  const { account } = visitor;
  const nothing = { applications: [], people: [], requests: [], allApplications: null, allPeople: null };
  const found = account && typed !== '' ? await findAll(world, account, typed) : nothing;
  const page = { typed, ...found, isAdmin: account?.isAdmin === true };
  return pageReply(visitor, (context) => searchPage(context, page));
};

type Account = NonNullable<Visitor['account']>;

async function findAll(world: World, account: Account, typed: string) {
  const [applications, people, requests] = await Promise.all([
    account.isAdmin ? everybodysApplications(world, typed) : ownApplications(world, account, typed),
    account.isAdmin ? findPeople(world, typed) : [],
    findRequests(world, account, typed),
  ]);
  const hasMore = (found: readonly unknown[]) => found.length > MOST_OF_A_KIND;
  const list = account.isAdmin ? '/admin/applications' : '/oauth/applications';
  return {
    applications: applications.slice(0, MOST_OF_A_KIND),
    people: people.slice(0, MOST_OF_A_KIND),
    requests,
    allApplications: hasMore(applications) ? withQuery(list, { q: typed }) : null,
    allPeople: hasMore(people) ? withQuery('/admin/people', { q: typed }) : null,
  };
}

async function ownApplications(world: World, { id }: Account, words: string): Promise<Found['applications']> {
  const { clients } = await searchClients(world, { ownerId: id, words, order: 'created' }, 1);
  return clients.slice(0, MOST_OF_A_KIND + 1).map((client) => foundApplication(client, null));
}

async function everybodysApplications(world: World, words: string): Promise<Found['applications']> {
  const found = await searchAdministered(world, { words, filter: null, order: 'newest' }, null);
  return (found?.clients ?? [])
    .slice(0, MOST_OF_A_KIND + 1)
    .map((client) => foundApplication(client, client.ownerNickname));
}

function foundApplication(
  {
    publicId,
    name,
    logoDigest,
    suspendedAt,
  }: Pick<AdministeredClient, 'publicId' | 'name' | 'logoDigest' | 'suspendedAt'>,
  owner: string | null,
): Found['applications'][number] {
  return { clientId: publicId, name, owner, logoPath: logoPathOf(logoDigest, suspendedAt !== null) };
}

async function findPeople(world: World, words: string): Promise<Found['people']> {
  const found = await searchPeople(world, { words, filter: null, order: 'newest' }, null);
  return (found?.people ?? []).slice(0, MOST_OF_A_KIND + 1).map(({ id, nickname, email, ...person }) => {
    return { id, nickname, email, picturePath: shownPicturePath(person) };
  });
}

/**
 * By the whole trace of an error page, or by an `error_uri` or what it ends with; only those of applications one may
 * manage.
 */
async function findRequests(world: World, account: Account, typed: string): Promise<Found['requests']> {
  const traceId = ERROR_ADDRESS.exec(typed)?.[1] ?? typed;
  if (TRACE.test(traceId)) {
    const found = await findRequest(world, traceId, account);
    return found?.client ? [{ path: requestPath(found.client.publicId, traceId), traceId }] : [];
  }
  if (!SHORT_TRACE.test(traceId)) return [];
  const found = await findShortTraced(world, traceId, account);
  return found ? [{ path: tracedPath(found, traceId), traceId }] : [];
}
