/** GET and POST /account/delete: what would be lost, and the end of the account once it is confirmed. */
import { countAffectedPeople, countHoldings, deleteAccount, isLastAdministrator } from '../../accounts/deletion.ts';
import { listSessions } from '../../accounts/sessions.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, endedSessionCookie, leaveFor, signInAgain } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { type AccountDeletion, accountDeletionPage } from '../../pages/account/delete.ts';
import { nicknameKey } from '../../protocol/people/account-rules.ts';
import type { AccountContext, Posted } from '../needs.ts';

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
  const answer = await deleteAccount(world, visitor.account, { password, source: request.source });
  if (answer.ok) return leaveFor(visitor, '/?done=account_deleted', [endedSessionCookie(world)]);
  switch (answer.refusal.reason) {
    case 'not_proven':
      return await deletionReply(visitor, typed, { password: { reason: 'password_wrong' } });
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: answer.refusal.retryAfterSeconds });
    case 'last_administrator':
      return await deletionReply(visitor, typed, {});
    case 'signed_out':
      return signInAgain(visitor);
  }
};

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
