/** GET and POST /account/delete: what would be lost, and the end of the account once it is confirmed. */
import { SignedOut } from '../../accounts/authentication/while-signed-in.ts';
import {
  countAffectedPeople,
  countHoldings,
  deleteAccount,
  hasDeleted,
  isLastAdministrator,
} from '../../accounts/deletion.ts';
import { listSessions } from '../../accounts/sessions.ts';
import { nameOfSent, readEndedForm } from '../../http/browser/guarded-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import {
  type AccountVisitor,
  endedSessionCookie,
  endedSessionOf,
  leaveFor,
  signInAgain,
  type Visitor,
} from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { type AccountDeletion, accountDeletionPage } from '../../pages/account/delete.ts';
import { nicknameKey } from '../../protocol/people/account-rules.ts';
import type { AccountContext, Posted, VisitorContext } from '../needs.ts';

export const showAccountDelete: Handler<AccountContext> = (_request, _world, { visitor }) =>
  deletionReply(visitor, '', {});

export const submitAccountDelete: Handler<Posted<AccountContext>> = async (request, world, { visitor, form }) => {
  const typed = form.get('confirm_nickname') ?? '';
  const password = form.get('password') ?? '';
  const isNamed = nicknameKey(typed) === nicknameKey(visitor.account.nickname);
  if (!isNamed || password === '') {
    return await deletionReply(visitor, typed, {
      confirm_nickname: isNamed ? undefined : { reason: 'nickname_differs' },
      password: password === '' ? { reason: 'password_missing' } : undefined,
    });
  }
  const sentAs = nameOfSent(visitor, form);
  const answer = await deleteAccount(world, visitor.account, { password, source: request.source, sentAs });
  if (answer.ok) return deletedReply(visitor);
  switch (answer.refusal.reason) {
    case 'not_proven':
      return await deletionReply(visitor, typed, { password: { reason: 'password_wrong' } });
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: answer.refusal.retryAfterSeconds });
    case 'last_administrator':
      return await deletionReply(visitor, typed, {});
    case 'signed_out':
      throw new SignedOut();
  }
};

/** The same form, after it ended the session that it was sent with. */
export const repeatAccountDelete: Handler<VisitorContext> = async (_request, world, { visitor }) => {
  const ended = endedSessionOf(visitor);
  const form = ended === null ? undefined : readEndedForm(visitor, ended);
  const isDone = form !== undefined && (await hasDeleted(world, nameOfSent(visitor, form)));
  return isDone ? deletedReply(visitor) : signInAgain(visitor);
};

function deletedReply(visitor: Visitor): Reply {
  return leaveFor(visitor, '/?done=account_deleted', [endedSessionCookie(visitor.world)]);
}

async function deletionReply(
  visitor: AccountVisitor,
  typed: string,
  faults: AccountDeletion['faults'],
): Promise<Reply> {
  const { id } = visitor.account;
  const [record, affected, sessions, isLast] = await Promise.all([
    countHoldings(visitor.world, id),
    countAffectedPeople(visitor.world, id),
    listSessions(visitor.world, id),
    isLastAdministrator(visitor.world, visitor.account),
  ]);
  const page: AccountDeletion = {
    ownedApplicationCount: record.ownedApplications,
    affectedUserCount: affected,
    authorizedCount: record.authorizedApplications,
    sessionCount: sessions.length,
    isLastAdministrator: isLast,
    typed,
    faults,
  };
  const wasSent = visitor.request.method === 'POST';
  const status = wasSent && isLast ? 409 : Object.keys(faults).length > 0 ? 422 : 200;
  return pageReply(visitor, (context) => accountDeletionPage(context, page), { status });
}
