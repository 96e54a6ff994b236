/** GET /oauth/authorized_applications and its two POSTs: what this account has allowed, and taking it back. */
import {
  type Authorization,
  listAuthorizations,
  revokeAllAuthorizations,
  revokeAuthorization,
} from '../../accounts/authorizations.ts';
import { logoPathOf } from '../../clients/find.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { pageReply } from '../../http/browser/page.ts';
import { leaveFor, requireAccount } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import {
  AUTHORIZED_PATH,
  type AuthorizedApplication,
  authorizedApplicationsPage,
} from '../../pages/account/authorized-applications.ts';
import type { World } from '../../world.ts';
import { describedScope } from '../described-scope.ts';
import { pagerFor, readPageNumber } from '../lists.ts';

export const showAuthorizedApplications: Handler = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const page = readPageNumber(request.query);
  const { authorizations, hasMore } = await listAuthorizations(world, known.value.account.id, page);
  const applications = authorizations.map((authorization) => asShown(world, authorization));
  const pages = pagerFor(AUTHORIZED_PATH, page, hasMore);
  return pageReply(known.value, (context) => authorizedApplicationsPage(context, { applications, pages }));
};

export const submitRevocation: Handler = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const visitor = known.value;
  const form = readGuardedForm(visitor, 'page', AUTHORIZED_PATH);
  if (!form.ok) return form.refusal;
  const which = { accountId: visitor.account.id, clientPublicId: request.parameters.id ?? '' };
  await revokeAuthorization(world, which, request.source);
  return leaveFor(visitor, `${AUTHORIZED_PATH}?done=access_removed`);
};

export const submitRevocationOfAll: Handler = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const visitor = known.value;
  const form = readGuardedForm(visitor, 'page', AUTHORIZED_PATH);
  if (!form.ok) return form.refusal;
  await revokeAllAuthorizations(world, visitor.account.id, request.source);
  return leaveFor(visitor, `${AUTHORIZED_PATH}?done=all_access_removed`);
};

function asShown(world: World, authorization: Authorization): AuthorizedApplication {
  const { usedAt, address, userAgent } = authorization;
  return {
    clientId: authorization.clientPublicId,
    name: authorization.clientName,
    logoPath: logoPathOf(authorization.logoDigest),
    homepageUrl: authorization.homepageUrl,
    owner: { id: authorization.ownerId, nickname: authorization.ownerNickname },
    scopes: authorization.scope.split(' ').map((name) => describedScope(world, name)),
    since: authorization.grantedAt,
    source: { address: authorization.grantAddress, userAgent: authorization.grantUserAgent },
    endsAt: authorization.endsAt,
    suspendedBecause: authorization.suspendedBecause,
    lastUse: usedAt === null ? null : { at: usedAt, source: { address, userAgent } },
  };
}
