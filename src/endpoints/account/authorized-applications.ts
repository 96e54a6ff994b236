/** GET /oauth/authorized_applications and its two POSTs: what this account has allowed, and taking it back. */
import {
  type Authorization,
  findAuthorizations,
  listAuthorizations,
  revokeAllAuthorizations,
  revokeAuthorization,
} from '../../accounts/authorizations.ts';
import { logoPathOf } from '../../clients/find.ts';
import { pageReply } from '../../http/browser/page.ts';
import { leaveFor, leaveNaming } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import {
  AUTHORIZED_PATH,
  type AuthorizedApplication,
  authorizedApplicationsPage,
} from '../../pages/account/authorized-applications.ts';
import { composeName } from '../../protocol/people/text-rules.ts';
import type { World } from '../../world.ts';
import { describedScope } from '../described-scope.ts';
import { pagerFor, readPageNumber, withQuery } from '../lists.ts';
import type { AccountContext, Posted } from '../needs.ts';

const LONGEST_TYPED = 255;

export const showAuthorizedApplications: Handler<AccountContext> = async (request, world, { visitor }) => {
  const page = readPageNumber(request.query.form());
  const typed = composeName(request.query.get('q') ?? '').slice(0, LONGEST_TYPED);
  const { authorizations, hasMore } = await listAuthorizations(world, visitor.account.id, page, typed);
  const applications = authorizations.map((authorization) => asShown(world, authorization));
  const pages = pagerFor(withQuery(AUTHORIZED_PATH, { q: typed }), page, hasMore);
  return pageReply(visitor, (context) => authorizedApplicationsPage(context, { applications, pages, typed }));
};

export const submitRevocation: Handler<Posted<AccountContext>> = async (request, world, { visitor }) => {
  const which = { accountId: visitor.account.id, clientPublicId: request.parameters.id ?? '' };
  const [known] = await findAuthorizations(world, which);
  await revokeAuthorization(world, which, request.source);
  return leaveNaming(visitor, `${AUTHORIZED_PATH}?done=access_removed`, known?.clientName ?? null);
};

export const submitRevocationOfAll: Handler<Posted<AccountContext>> = async (request, world, { visitor }) => {
  await revokeAllAuthorizations(world, visitor.account.id, request.source);
  return leaveFor(visitor, `${AUTHORIZED_PATH}?done=all_access_removed`);
};

function asShown(world: World, authorization: Authorization): AuthorizedApplication {
  const { usedAt, address, userAgent } = authorization;
  return {
    clientId: authorization.clientPublicId,
    name: authorization.clientName,
    logoPath: logoPathOf(authorization.logoDigest, authorization.suspendedBecause !== null),
    homepageUrl: authorization.homepageUrl,
    owner: { id: authorization.ownerId, nickname: authorization.ownerNickname },
    scopes: authorization.scope.split(' ').map((name) => describedScope(world, name)),
    since: authorization.grantedAt,
    source: { address: authorization.grantAddress, userAgent: authorization.grantUserAgent },
    endsAt: authorization.endsAt,
    resourceName: authorization.resourceName,
    suspendedBecause: authorization.suspendedBecause,
    lastUse: usedAt === null ? null : { at: usedAt, source: { address, userAgent } },
  };
}
