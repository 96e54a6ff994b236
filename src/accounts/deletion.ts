/** Deleting an account: everything that came from it ends with it, at once (SPEC D28). */
import { report } from '../events/report.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { forgetDeleted } from '../jobs/kinds/forget-deleted.ts';
import { forgetRefused } from '../jobs/kinds/forget-refused.ts';
import type { Source } from '../protocol/event.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { dropTransfersTo } from '../storage/tables/clients/transfers.ts';
import { eraseCreationsOfAccount } from '../storage/tables/creations.ts';
import { isRemembered, remember } from '../storage/tables/limits.ts';
import { buryApplicationsOf, markDeleted } from '../storage/tables/people/accounts.ts';
import { deleteCredential, deleteOtherCredentials } from '../storage/tables/people/credentials.ts';
import { deletePicture } from '../storage/tables/people/pictures.ts';
import { findOtherAdministrator, remainsAdministrator } from '../storage/tables/people/search.ts';
import { markSeenDeleted } from '../storage/tables/people/seen.ts';
import { endSignInsOf } from '../storage/tables/people/sessions.ts';
import { type AccountTotals, countAffected, tallyOf } from '../storage/tables/people/totals.ts';
import { endConsentsOfAccount, forgetEndedAccess } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';
import { byPassword } from './authentication/password.ts';
import { type ConfirmationRefusal, proveAgain } from './confirmation.ts';
import type { Account } from './find.ts';
import type { SignedIn } from './sessions.ts';
import { forgetTries } from './sign-in-limits.ts';

interface DeletionInput {
  readonly password: string;
  readonly source: Source;
  /** Names the very form that is sent: where it comes again, nobody knows any more who sent it. */
  readonly sentAs?: string;
}

type DeletionRefusal =
  | ConfirmationRefusal
  /** The service would be left without an administrator. */
  | { readonly reason: 'last_administrator' };

/**
 * Tokens and codes need no write of their own: every read of them judges the account and the client. The person's data is
 * blanked: the profile, from where access was given, the networks that were known, and answers that are kept. What belongs to the applications
 * of the account follows in the background, once nobody can be given one of them any more. The row of the account, and the
 * events that name its number, stay until their time is over.
 */
export async function deleteAccount(
  world: World,
  who: SignedIn,
  { password, source, sentAs }: DeletionInput,
): Promise<Result<null, DeletionRefusal>> {
  return await attempt<Result<null, DeletionRefusal>>(async () => {
    const proven = await proveAgain(world, who, { presented: byPassword(password), source });
    if (!proven.ok) return proven;
    const { account, proof } = proven.value;
    const isAdministrator = account.adminAt !== null;
    const other = isAdministrator ? await findOtherAdministrator(world.database, who.id) : undefined;
    if (isAdministrator && other === undefined) return refuse({ reason: 'last_administrator' });
    const written = await world.database.write([
      // When the last two administrators delete their accounts at once, this guard fails for the second.
      ...(other === undefined ? [] : [remainsAdministrator(other)]),
      deleteCredential(proof.credential),
      deleteOtherCredentials(proof.credential),
      ...(await endAccount(world, account, { source, detail: null })),
      ...(sentAs === undefined ? [] : [remember(deletedBy(sentAs), world.now() + REPEATED_SECONDS)]),
    ]);
    return written ? accept(null) : stale;
  });
}

/** Whether this form, sent a moment ago, has deleted the account of whoever sent it. */
export function hasDeleted(world: World, sentAs: string): Promise<boolean> {
  return isRemembered(world.database, deletedBy(sentAs), world.now());
}

/** For as long as somebody waits for an answer. */
const REPEATED_SECONDS = 60;

function deletedBy(sentAs: string): string {
  return `account-deleted/${sentAs}`;
}

interface Ending {
  readonly source: Source;
  readonly detail: string | null;
  /** Only if the account is still as it was read. */
  readonly isSeen?: boolean;
}

/** Everything but the credentials, which whoever deletes the account has just checked or not. */
export async function endAccount(
  world: World,
  account: Account,
  { source, detail, isSeen = false }: Ending,
): Promise<readonly Sql[]> {
  const { id } = account;
  const now = world.now();
  return [
    isSeen ? markSeenDeleted(account, now) : markDeleted(id, now),
    ...endSignInsOf(id),
    ...endConsentsOfAccount(id, 'account_deleted', now),
    ...forgetTries(account),
    deletePicture(id),
    forgetEndedAccess(id),
    eraseCreationsOfAccount(id),
    dropTransfersTo(id),
    buryApplicationsOf(id, now),
    report(world, source, 'account.deleted', { accountId: id, detail }),
    await enqueue(world, forgetDeleted, String(id)),
    await enqueue(world, forgetRefused, String(id)),
  ];
}

/** Whether this account is the one that cannot be deleted for now. */
export async function isLastAdministrator(world: World, { id, isAdmin }: SignedIn): Promise<boolean> {
  return isAdmin && (await findOtherAdministrator(world.database, id)) === undefined;
}

/** What would end with the account. */
export function countHoldings(world: World, accountId: number): Promise<AccountTotals> {
  return tallyOf(world.database, accountId);
}

/** Who would lose an application with the account. */
export function countAffectedPeople(world: World, accountId: number): Promise<number> {
  return countAffected(world.database, accountId);
}
