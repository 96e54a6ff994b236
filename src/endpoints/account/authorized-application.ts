/** GET /oauth/authorized_applications/:id and the POST that takes one permission back: one application in detail. */
import {
  type Authorization,
  changeEnd,
  findAuthorizations,
  removeScope,
  scopeUsesOf,
} from '../../accounts/authorizations.ts';
import { listDevices } from '../../accounts/devices.ts';
import { findClient } from '../../clients/find.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor, leaveNaming } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { authorizedApplicationPage, type GivenAccess } from '../../pages/account/authorized-application.ts';
import { AUTHORIZED_PATH, authorizedPath } from '../../pages/account/authorized-applications.ts';
import { readLasts } from '../../protocol/authorize/consent-terms.ts';
import type { World } from '../../world.ts';
import { describedScope } from '../described-scope.ts';
import type { AccountContext, Posted } from '../needs.ts';

/** A stable address that developers may link to, so it also answers where there is no access, now or ever. */
export const showAuthorizedApplication: Handler<AccountContext> = async (request, world, { visitor }) => {
  const client = await findClient(request.parameters.id ?? '', world);
  if (!client) return problemReply(visitor, { status: 404 });
  const accountId = visitor.account.id;
  const consents = await findAuthorizations(world, { accountId, clientPublicId: client.publicId });
  const view = {
    clientId: client.publicId,
    name: client.name,
    logoPath: client.logoPath,
    homepageUrl: client.homepageUrl,
    policyUrl: client.policyUrl,
    termsUrl: client.termsUrl,
    owner: { id: client.ownerId, nickname: client.ownerNickname },
    suspendedBecause: client.suspendedBecause,
    accesses: await Promise.all(consents.map((consent) => accessOf(world, consent))),
    devices: await listDevices(world, { accountId, clientId: client.id, consentIds: consents.map(({ id }) => id) }),
  };
  return pageReply(visitor, (context) => authorizedApplicationPage(context, view));
};

export const submitScopeRemoval: Handler<Posted<AccountContext>> = async (request, world, { visitor, form }) => {
  const clientPublicId = request.parameters.id ?? '';
  const path = authorizedPath(clientPublicId);
  const which = {
    accountId: visitor.account.id,
    clientPublicId,
    scope: form.get('scope') ?? '',
    resourcePublicId: form.get('resource') ?? null,
  };
  const [known] = await findAuthorizations(world, which);
  const ended = await removeScope(world, which, request.source);
  if (ended === 'access')
    return leaveNaming(visitor, `${AUTHORIZED_PATH}?done=access_removed`, known?.clientName ?? null);
  return leaveFor(visitor, ended === 'permission' ? `${path}?done=permission_removed` : path);
};

/** The choices are those of the consent page. */
export const submitEnd: Handler<Posted<AccountContext>> = async (request, world, { visitor, form }) => {
  const clientPublicId = request.parameters.id ?? '';
  const lasts = readLasts(form.get('lasts'));
  if (lasts === undefined) return problemReply(visitor, { status: 400, about: 'request', reason: 'lasts_unknown' });
  const which = { accountId: visitor.account.id, clientPublicId, resourcePublicId: form.get('resource') ?? null };
  const isChanged = await changeEnd(world, which, lasts, request.source);
  const path = authorizedPath(clientPublicId);
  return leaveFor(visitor, isChanged ? `${path}?done=end_changed` : path);
};

async function accessOf(world: World, consent: Authorization): Promise<GivenAccess> {
  const uses = new Map((await scopeUsesOf(world, consent)).map(({ scope, usedAt }) => [scope, usedAt]));
  const required = consent.requiredScope.split(' ');
  const { usedAt, address, userAgent, resourcePublicId, resourceName } = consent;
  return {
    resource: resourcePublicId === null ? null : { publicId: resourcePublicId, name: resourceName ?? '' },
    since: consent.grantedAt,
    chosenAt: consent.updatedAt,
    endsAt: consent.endsAt,
    source: { address: consent.grantAddress, userAgent: consent.grantUserAgent },
    lastUse: usedAt === null ? null : { at: usedAt, source: { address, userAgent } },
    scopes: consent.scope.split(' ').map((name) => ({
      ...describedScope(world, name),
      isRequired: required.includes(name),
      usedAt: uses.get(name) ?? null,
    })),
  };
}
