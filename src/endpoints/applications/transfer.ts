/** POST …/transfer, …/withdraw, …/accept and …/decline: an application is offered to another account, or taken over. */
import { spendAct } from '../../clients/act-limits.ts';
import { acceptTransfer, declineTransfer, offerTransfer, withdrawTransfer } from '../../clients/transfer.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, leaveFor, requireAccount, requireConfirmed } from '../../http/browser/visitor.ts';
import type { Reply, Request } from '../../http/request.ts';
import type { Handler } from '../../http/route.ts';
import { applicationPath } from '../../pages/applications/frame.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { World } from '../../world.ts';
import { requireAct } from './managed-act.ts';
import { actorOf } from './managed-client.ts';
import { settingsReply } from './settings.ts';

const LIST = '/oauth/applications';
const ACT = { limit: 'transfers', tab: '/settings' } as const;

export const submitOffer: Handler = async (request, world) => {
  const managed = await requireAct(request, world, ACT);
  if (!managed.ok) return managed.refusal;
  const { visitor, client, actor, path, form } = managed.value;
  const nickname = form.get('nickname') ?? '';
  const answer = await offerTransfer(world, { publicId: client.publicId, nickname }, actor);
  if (answer.ok) return leaveFor(visitor, `${path}/settings?done=transfer_offered`);
  const { refusal } = answer;
  if (refusal.reason === 'unknown') return problemReply(visitor, { status: 404 });
  return await settingsReply(world, managed.value, { typed: nickname, faults: { nickname: refusal.why } });
};

export const submitWithdrawal: Handler = async (request, world) => {
  const managed = await requireAct(request, world, ACT);
  if (!managed.ok) return managed.refusal;
  const { visitor, client, actor, path } = managed.value;
  const isDone = await withdrawTransfer(world, client.publicId, actor);
  return isDone
    ? leaveFor(visitor, `${path}/settings?done=transfer_withdrawn`)
    : problemReply(visitor, { status: 404 });
};

/** Whoever accepts does not own it yet, so nothing here asks for that. */
export const submitAcceptance: Handler = async (request, world) => {
  const offered = await requireOffered(request, world);
  if (!offered.ok) return offered.refusal;
  const visitor = offered.value;
  const confirmed = requireConfirmed(visitor, LIST);
  if (!confirmed.ok) return confirmed.refusal;
  const allowance = await spendAct(world, 'transfers', visitor.account.id);
  if (!allowance.allowed) {
    return problemReply(visitor, { status: 429, retryAfterSeconds: allowance.retryAfterSeconds });
  }
  const publicId = request.parameters.id ?? '';
  const answer = await acceptTransfer(world, publicId, actorOf(visitor));
  if (answer.ok) return leaveFor(visitor, `${applicationPath(publicId)}/credentials?done=transfer_accepted`);
  const reason = answer.refusal.reason === 'unknown' ? 'transfer_gone' : 'applications_full';
  return problemReply(visitor, { status: 409, reason, backPath: LIST });
};

export const submitRefusal: Handler = async (request, world) => {
  const offered = await requireOffered(request, world);
  if (!offered.ok) return offered.refusal;
  await declineTransfer(world, request.parameters.id ?? '', actorOf(offered.value));
  return leaveFor(offered.value, `${LIST}?done=transfer_declined`);
};

async function requireOffered(request: Request, world: World): Promise<Result<AccountVisitor, Reply>> {
  const known = await requireAccount(request, world);
  if (!known.ok) return known;
  const form = readGuardedForm(known.value, 'page', LIST);
  return form.ok ? accept(known.value) : refuse(form.refusal);
}
