/** GET /admin/people/:account and what is done there without typing a name: enabling, signing out everywhere. */
import {
  type AdministrationRefusal,
  type Administrator,
  enablePerson,
  notePersonViewed,
  offerSignInLink,
  signOutPerson,
  unlockPerson,
} from '../../accounts/administration.ts';
import { listAuthorizations } from '../../accounts/authorizations.ts';
import type { Account } from '../../accounts/find.ts';
import { endAdministration, makePersonAdministrator, setDeveloper } from '../../accounts/managed/rights.ts';
import { removePicture, removePictureOf } from '../../accounts/picture.ts';
import { listSessions } from '../../accounts/sessions.ts';
import { listClients, logoPathOf } from '../../clients/find.ts';
import { pageReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { personPath } from '../../pages/admin/admin-frame.ts';
import { type PersonPage, personPage } from '../../pages/admin/person.ts';
import { shownLinkPage } from '../../pages/admin/sign-in-link.ts';
import type { DoneKey } from '../../pages/done.ts';
import type { Result } from '../../protocol/result.ts';
import type { World } from '../../world.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { administratorOf, type PersonContext } from './administrator.ts';
import { personOf, refusedReply } from './person-replies.ts';

export const showPerson: Handler<PersonContext> = async (_request, world, { visitor, person }) => {
  await notePersonViewed(world, administratorOf(visitor), person.id);
  const page = await viewOf(world, person);
  return pageReply(visitor, (context) => personPage(context, page));
};

export const submitEnable: Handler<Confirmed<Posted<PersonContext>>> = (_request, world, met) =>
  actOn(met, async (administrator, id) => ({
    outcome: await enablePerson(world, administrator, id),
    done: 'person_enabled',
  }));

export const submitSignOutEverywhere: Handler<Confirmed<Posted<PersonContext>>> = (_request, world, met) =>
  actOn(met, async (administrator, id) => ({
    outcome: await signOutPerson(world, administrator, id),
    done: 'person_signed_out',
  }));

export const submitUnlock: Handler<Confirmed<Posted<PersonContext>>> = (_request, world, met) =>
  actOn(met, async (administrator, id) => ({
    outcome: await unlockPerson(world, administrator, id),
    done: 'person_unlocked',
  }));

/** One's own is removed as everybody removes their own. */
export const submitPictureRemoval: Handler<Confirmed<Posted<PersonContext>>> = async (request, world, met) => {
  const { visitor, person } = met;
  if (person.id === visitor.account.id) {
    await removePicture(world, person.id, request.source);
    return leaveFor(visitor, `${personPath(person.id)}?done=person_picture_removed`);
  }
  return await actOn(met, async (administrator, id) => ({
    outcome: await removePictureOf(world, administrator, id),
    done: 'person_picture_removed',
  }));
};

export const submitMakeAdministrator: Handler<Confirmed<Posted<PersonContext>>> = (_request, world, met) =>
  actOn(met, async (administrator, id) => ({
    outcome: await makePersonAdministrator(world, administrator, { id }),
    done: 'person_administrator',
  }));

export const submitEndAdministration: Handler<Confirmed<Posted<PersonContext>>> = (_request, world, met) =>
  actOn(met, async (administrator, id) => ({
    outcome: await endAdministration(world, administrator, { id }),
    done: 'person_no_administrator',
  }));

/** Gives the right to register applications, or takes it back. */
export const submitDeveloper: Handler<Confirmed<Posted<PersonContext>>> = (_request, world, met) => {
  const isGiven = met.form.get('decision') === 'give';
  return actOn(met, async (administrator, id) => ({
    outcome: await setDeveloper(world, administrator, { id, isGiven }),
    done: isGiven ? 'person_developer' : 'person_no_developer',
  }));
};

/** The only answer that ever has the link in it. */
export const submitLinkOffer: Handler<Confirmed<Posted<PersonContext>>> = async (_request, world, met) => {
  const { visitor, person } = met;
  const made = await offerSignInLink(world, administratorOf(visitor), person.id);
  if (!made.ok) return refusedReply(visitor, made.refusal, person.id);
  const page = {
    person: { id: person.id, nickname: person.nickname },
    address: `${world.settings.url}/sign-in/link/${made.value.secret}`,
    seconds: made.value.seconds,
    isNew: false,
  };
  return pageReply(visitor, (context) => shownLinkPage(context, page));
};

type Act = (
  administrator: Administrator,
  id: number,
) => Promise<{ readonly outcome: Result<Account, AdministrationRefusal>; readonly done: DoneKey }>;

async function actOn({ visitor, person: { id } }: PersonContext, act: Act): Promise<Reply> {
  const { outcome, done } = await act(administratorOf(visitor), id);
  return outcome.ok ? leaveFor(visitor, `${personPath(id)}?done=${done}`) : refusedReply(visitor, outcome.refusal, id);
}

async function viewOf(world: World, person: Account): Promise<PersonPage> {
  const [sessions, owned, allowed] = await Promise.all([
    listSessions(world, person.id),
    listClients(world, person.id, 1),
    listAuthorizations(world, person.id, 1),
  ]);
  return {
    person: {
      ...personOf(person),
      pictureUrl: person.avatarUrl,
      isEmailVerified: person.emailVerifiedAt !== null,
      isPictured: person.pictureDigest !== null,
      disabledBecause: person.disabledBecause,
      isDeveloper: world.settings.applicationRegistration === 'developers' ? person.developerAt !== null : null,
    },
    sessions: sessions.map(({ createdAt, seenAt, address, userAgent }) => ({
      startedAt: createdAt,
      lastSeenAt: seenAt,
      source: { address, userAgent },
    })),
    owned: {
      items: owned.clients.map(({ publicId, name, logoDigest, suspendedAt }) => ({
        clientId: publicId,
        name,
        logoPath: logoPathOf(logoDigest, suspendedAt !== null),
      })),
      hasMore: owned.hasMore,
    },
    allowed: {
      items: allowed.authorizations.map((authorization) => ({
        clientId: authorization.clientPublicId,
        name: authorization.clientName,
        logoPath: logoPathOf(authorization.logoDigest, authorization.suspendedBecause !== null),
        scope: authorization.scope,
      })),
      hasMore: allowed.hasMore,
    },
  };
}
