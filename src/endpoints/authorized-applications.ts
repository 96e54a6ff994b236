/** GET /oauth/authorized_applications and its two POSTs: what this account has allowed, and taking it back. */
import {
  type Authorization,
  listAuthorizations,
  revokeAllAuthorizations,
  revokeAuthorization,
} from '../accounts/authorizations.ts';
import { leaveFor, readGuardedForm, requireAccount } from '../http/browser.ts';
import { pageReply } from '../http/page.ts';
import type { Door } from '../http/route.ts';
import { type AuthorizedApplication, authorizedApplicationsPage } from '../pages/authorized-applications.ts';
import type { World } from '../world.ts';
import { pagerFor, readPageNumber } from './page-number.ts';

const PATH = '/oauth/authorized_applications';

export const showAuthorizedApplications: Door = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const page = readPageNumber(request.query);
  const { authorizations, hasMore } = await listAuthorizations(world, known.value.account.id, page);
  const applications = authorizations.map((authorization) => asShown(world, authorization));
  const pages = pagerFor(PATH, page, hasMore);
  return pageReply(known.value, (shell) => authorizedApplicationsPage(shell, { applications, pages }));
};

export const submitRevocation: Door = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const visitor = known.value;
  const form = readGuardedForm(visitor, 'page', PATH);
  if (!form.ok) return form.refusal;
  const which = { accountId: visitor.account.id, clientPublicId: request.parameters.id ?? '' };
  await revokeAuthorization(world, which, request.source);
  return leaveFor(visitor, `${PATH}?done=access_removed`);
};

export const submitRevocationOfAll: Door = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const visitor = known.value;
  const form = readGuardedForm(visitor, 'page', PATH);
  if (!form.ok) return form.refusal;
  await revokeAllAuthorizations(world, visitor.account.id, request.source);
  return leaveFor(visitor, `${PATH}?done=all_access_removed`);
};

function asShown(world: World, authorization: Authorization): AuthorizedApplication {
  const { usedAt, address, userAgent } = authorization;
  return {
    clientId: authorization.clientPublicId,
    name: authorization.clientName,
    homepageUrl: authorization.homepageUrl,
    owner: { id: authorization.ownerId, nickname: authorization.ownerNickname },
    scopes: authorization.scope.split(' ').map((name) => ({
      name,
      // A scope that the operator has since taken out of the catalogue is shown by its name.
      description: world.settings.scopes[name]?.description ?? '',
    })),
    since: authorization.grantedAt,
    lastUse: usedAt === null ? null : { at: usedAt, source: { address, userAgent } },
  };
}
