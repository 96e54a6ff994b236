/** GET /: what this service is for visitors, and for accounts what needs a look and the next step. */
import { listAuthorizations } from '../../accounts/authorizations.ts';
import { isSetUp } from '../../accounts/setup.ts';
import { countToApprove } from '../../clients/approval.ts';
import { logoPathOf } from '../../clients/find.ts';
import { healthOf } from '../../clients/health.ts';
import { givenLately, offersTo } from '../../clients/transfer.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { AccountVisitor, Visitor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { type Home, homePage } from '../../pages/account/home.ts';
import { unfinishedServicePage, welcomePage } from '../../pages/account/welcome.ts';
import { switchedOffOf } from '../../webhooks/find.ts';
import type { VisitorContext } from '../needs.ts';

export const showHome: Handler<VisitorContext> = async (_request, _world, { visitor }) => {
  const { account } = visitor;
  return account ? await homeReply({ ...visitor, account }) : await welcomeReply(visitor);
};

async function welcomeReply(visitor: Visitor): Promise<Reply> {
  const { settings } = visitor.world;
  // Whoever opens the plain address first would create an ordinary account, and be stuck with it.
  if (!(await isSetUp(visitor.world))) return pageReply(visitor, unfinishedServicePage);
  const welcome = {
    signUpIsOpen: settings.signUp === 'open',
    registrationIsOpen: settings.applicationRegistration === 'everyone',
    forDevelopers: settings.homeForDevelopers,
    introduction: settings.introduction,
    baseUrl: settings.url,
  };
  return pageReply(visitor, (context) => welcomePage(context, welcome));
}

const MOST_ACCESS = 5;

async function homeReply(visitor: AccountVisitor): Promise<Reply> {
  const { world, account } = visitor;
  const [health, offers, given, toApprove, switchedOff, { authorizations, hasMore }] = await Promise.all([
    healthOf(world, account.id),
    offersTo(world, account.id),
    givenLately(world, account.id),
    account.isAdmin ? countToApprove(world) : 0,
    switchedOffOf(world, account),
    listAuthorizations(world, account.id, 1),
  ]);
  const home: Home = {
    applications: health.applications.map(({ publicId, logoDigest, ...application }) => {
      const { name, userCount, tokens, refused, cause, suspendedAt, tokenAt } = application;
      return {
        ...{ clientId: publicId, name, userCount, tokens, refused, cause },
        logoPath: logoPathOf(logoDigest, suspendedAt !== null),
        isSuspended: suspendedAt !== null,
        hadToken: tokenAt !== null,
      };
    }),
    hasMoreApplications: health.hasMore,
    troubled: health.troubled.map(({ publicId: clientId, name, suspendedAt, declinedBecause }) => {
      const approval = declinedBecause === null ? ('waiting' as const) : ('declined' as const);
      return { clientId, name, trouble: suspendedAt === null ? approval : ('suspended' as const) };
    }),
    reuses: health.reuses.map(({ clientId, clientName: name, newest: { traceId } }) => ({ clientId, name, traceId })),
    endingSecrets: health.endingSecrets.map(({ publicId: clientId, clientName: name, suffix, expiresAt: endsAt }) => {
      return { clientId, name, suffix, endsAt };
    }),
    access: authorizations.slice(0, MOST_ACCESS).map((authorization) => ({
      clientId: authorization.clientPublicId,
      name: authorization.clientName,
      logoPath: logoPathOf(authorization.logoDigest, authorization.suspendedBecause !== null),
      scopes: authorization.scope.split(' ').length,
    })),
    hasMoreAccess: hasMore || authorizations.length > MOST_ACCESS,
    offers: offers.map(({ name, ownerNickname }) => ({ name, owner: ownerNickname })),
    given: given.map(({ name, to }) => ({ name, owner: to?.nickname ?? null })),
    toApprove,
    switchedOff,
  };
  return pageReply(visitor, (context) => homePage(context, home));
}
