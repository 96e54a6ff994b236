/** POST …/transfer, …/withdraw, …/accept and …/decline: an application is offered to another account, or taken over. */
import { findLive } from '../../accounts/find.ts';
import { findClient } from '../../clients/find.ts';
import { acceptTransfer, declineTransfer, offerTransfer, withdrawTransfer } from '../../clients/transfer.ts';
import { problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, leaveFor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { applicationPath } from '../../pages/applications/frame.ts';
import type { World } from '../../world.ts';
import { APPLICATIONS } from '../addresses.ts';
import type { AccountContext, Confirmed, Posted } from '../needs.ts';
import { actorOf, givenReply, type ManagedClient, notManagedReply } from './managed.ts';
import { settingsReply } from './settings-reply.ts';

export const submitOffer: Handler<Confirmed<Posted<ManagedClient>>> = async (_request, world, managed) => {
  const { visitor, client, actor, path, form } = managed;
  const nickname = form.get('nickname') ?? '';
  const answer = await offerTransfer(world, { publicId: client.publicId, nickname }, actor);
  if (answer.ok) return leaveFor(visitor, `${path}/settings?done=transfer_offered`);
  const { refusal } = answer;
  if (refusal.reason === 'unknown') return await notManagedReply(visitor);
  return await settingsReply(world, managed, { typed: nickname, faults: { nickname: refusal.why } });
};

export const showOfferAgain: Handler<Posted<ManagedClient>> = (_request, world, managed) =>
  settingsReply(world, managed, { typed: managed.form.get('nickname') ?? '', faults: {} });

export const submitWithdrawal: Handler<Confirmed<Posted<ManagedClient>>> = async (
  _request,
  world,
  { visitor, client, actor, path },
) => {
  const became = await withdrawTransfer(world, client.publicId, actor);
  switch (became) {
    case 'withdrawn':
      return leaveFor(visitor, `${path}/settings?done=transfer_withdrawn`);
    case 'declined':
      return leaveFor(visitor, `${path}/settings?done=transfer_was_declined`);
    case 'accepted': {
      // An administrator manages it all the same, and is told.
      const { name, ownerId, givenAt } = client;
      const owner = await findLive(world, ownerId);
      return givenReply(visitor, { name, at: givenAt ?? world.now(), to: owner });
    }
    case undefined:
      return await notManagedReply(visitor);
  }
};

/** The account that accepts does not own the application yet, so nothing here asks for that. */
export const submitAcceptance: Handler<Confirmed<Posted<AccountContext>>> = async (request, world, { visitor }) => {
  const publicId = request.parameters.id ?? '';
  const answer = await acceptTransfer(world, publicId, actorOf(visitor));
  const isAccepted = answer.ok || (answer.refusal.reason === 'unknown' && (await isGivenTo(world, visitor, publicId)));
  if (isAccepted) return leaveFor(visitor, `${applicationPath(publicId)}/credentials?done=transfer_accepted`);
  if (answer.refusal.reason === 'faulty' && answer.refusal.why.reason === 'registration_forbidden') {
    return problemReply(visitor, { status: 403, about: 'registration' });
  }
  return overReply(visitor, answer.refusal.reason === 'unknown' ? 'transfer_gone' : 'applications_full');
};

/** The same form was sent before: who was given it owns it. */
async function isGivenTo(world: World, { account }: AccountVisitor, publicId: string): Promise<boolean> {
  const client = await findClient(publicId, world);
  return client?.ownerId === account.id && client.givenAt !== null;
}

export const submitRefusal: Handler<Posted<AccountContext>> = async (request, world, { visitor }) => {
  const isDone = await declineTransfer(world, request.parameters.id ?? '', actorOf(visitor));
  return isDone ? leaveFor(visitor, `${APPLICATIONS}?done=transfer_declined`) : overReply(visitor, 'transfer_gone');
};

function overReply(visitor: AccountVisitor, reason: 'transfer_gone' | 'applications_full'): Reply {
  return problemReply(visitor, { status: 409, reason, backPath: APPLICATIONS, backTo: 'applications' });
}
