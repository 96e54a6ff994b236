/** GET /admin/applications: finds applications by name, client_id or owner, or lists the newest. */
import { type AdministeredClient, newestAdministered, searchAdministered } from '../../clients/administered.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import {
  type AdministeredApplication,
  administeredApplicationsPage,
  SUSPENDED_PATH,
} from '../../pages/admin/applications.ts';
import { type AdministratorContext, cursorReply, readCursor } from './administrator.ts';

const PATH = '/admin/applications';

export const showAdministered: Handler<AdministratorContext> = async (request, world, { visitor }) => {
  const { query } = request;
  if (!query.result.ok) return cursorReply(visitor);
  const typed = (query.get('q') ?? '').trim();
  const isSuspended = query.get('state') === 'suspended';
  if (typed !== '') {
    const { clients, hasMore } = await searchAdministered(world, typed);
    const pages = { previous: null, next: null };
    const page = { typed, isSuspended: false, applications: clients.map(applicationOf), isCut: hasMore, pages };
    return pageReply(visitor, (context) => administeredApplicationsPage(context, page));
  }
  const before = readCursor(visitor, query);
  if (!before.ok) return before.refusal;
  const { clients, hasMore } = await newestAdministered(world, { before: before.value, isSuspended });
  const first = isSuspended ? SUSPENDED_PATH : PATH;
  const pages = {
    previous: before.value === null ? null : first,
    next: hasMore ? `${first}${isSuspended ? '&' : '?'}before=${clients.at(-1)?.id}` : null,
  };
  const page = { typed, isSuspended, applications: clients.map(applicationOf), isCut: false, pages };
  return pageReply(visitor, (context) => administeredApplicationsPage(context, page));
};

function applicationOf(client: AdministeredClient): AdministeredApplication {
  return {
    clientId: client.publicId,
    name: client.name,
    owner: { id: client.ownerId, nickname: client.ownerNickname },
    createdAt: client.createdAt,
    tokenAt: client.tokenAt,
    suspendedAt: client.suspendedAt,
  };
}
