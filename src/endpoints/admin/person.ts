/** GET /admin/people/:id and what can be done there without typing a name: enabling, and signing out everywhere. */
import {
  type AdministrationRefusal,
  enablePerson,
  findPerson,
  notePersonViewed,
  signOutPerson,
} from '../../accounts/administration.ts';
import { listAuthorizations } from '../../accounts/authorizations.ts';
import type { Account } from '../../accounts/find.ts';
import { listSessions } from '../../accounts/sessions.ts';
import { listClients } from '../../clients/find.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, leaveFor, requireConfirmed } from '../../http/browser/visitor.ts';
import type { Reply, Request } from '../../http/request.ts';
import type { Handler } from '../../http/route.ts';
import { personPath } from '../../pages/admin/admin-frame.ts';
import { type PersonPage, personPage } from '../../pages/admin/person.ts';
import type { DoneKey } from '../../pages/done.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { World } from '../../world.ts';
import { readAccountNumber } from '../account/avatar.ts';
import { administratorOf, requireAdministrator } from './administrator.ts';
import { personOf } from './people.ts';

export const showPerson: Handler = async (request, world) => {
  const met = await requirePerson(request, world);
  if (!met.ok) return met.refusal;
  const { visitor, person } = met.value;
  await notePersonViewed(world, administratorOf(visitor), person.id);
  const page = await viewOf(world, person);
  return pageReply(visitor, (context) => personPage(context, page));
};

export const submitEnable: Handler = (request, world) =>
  actOn(request, world, async (visitor, id) => ({
    outcome: await enablePerson(world, administratorOf(visitor), id),
    done: 'person_enabled',
  }));

export const submitSignOutEverywhere: Handler = (request, world) =>
  actOn(request, world, async (visitor, id) => ({
    outcome: await signOutPerson(world, administratorOf(visitor), id),
    done: 'person_signed_out',
  }));

export interface Meeting {
  readonly visitor: AccountVisitor;
  readonly person: Account;
}

/** Deleted accounts are nobody. */
export async function requirePerson(request: Request, world: World): Promise<Result<Meeting, Reply>> {
  const known = await requireAdministrator(request, world);
  if (!known.ok) return known;
  const id = readAccountNumber(request.parameters.id ?? '');
  const person = id === undefined ? null : await findPerson(world, id);
  return person ? accept({ visitor: known.value, person }) : refuse(problemReply(known.value, { status: 404 }));
}

export function refusedReply(visitor: AccountVisitor, refusal: AdministrationRefusal, id: number): Reply {
  switch (refusal) {
    case 'unknown':
    case 'powerless':
      return problemReply(visitor, { status: 404 });
    case 'self':
      return problemReply(visitor, { status: 400, about: 'request', reason: 'own_account' });
    case 'already':
      return leaveFor(visitor, `${personPath(id)}?done=nothing_to_do`);
  }
}

type Act = (
  visitor: AccountVisitor,
  id: number,
) => Promise<{ readonly outcome: Result<Account, AdministrationRefusal>; readonly done: DoneKey }>;

async function actOn(request: Request, world: World, act: Act): Promise<Reply> {
  const met = await requirePerson(request, world);
  if (!met.ok) return met.refusal;
  const { visitor, person } = met.value;
  const path = personPath(person.id);
  const form = readGuardedForm(visitor, 'page', path);
  if (!form.ok) return form.refusal;
  const confirmed = requireConfirmed(visitor, path);
  if (!confirmed.ok) return confirmed.refusal;
  const { outcome, done } = await act(visitor, person.id);
  return outcome.ok ? leaveFor(visitor, `${path}?done=${done}`) : refusedReply(visitor, outcome.refusal, person.id);
}

async function viewOf(world: World, person: Account): Promise<PersonPage> {
  const [sessions, owned, allowed] = await Promise.all([
    listSessions(world, person.id),
    listClients(world, person.id, 1),
    listAuthorizations(world, person.id, 1),
  ]);
  return {
    person: personOf(person),
    sessions: sessions.map(({ createdAt, seenAt, address, userAgent }) => ({
      startedAt: createdAt,
      lastSeenAt: seenAt,
      source: { address, userAgent },
    })),
    owned: {
      items: owned.clients.map(({ publicId, name }) => ({ clientId: publicId, name })),
      hasMore: owned.hasMore,
    },
    allowed: {
      items: allowed.authorizations.map(({ clientPublicId, clientName, scope }) => ({
        clientId: clientPublicId,
        name: clientName,
        scope,
      })),
      hasMore: allowed.hasMore,
    },
  };
}
