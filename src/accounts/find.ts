/** Finds an account by what people type: a nickname or an e-mail address, in any spelling. */
import { emailKey, nicknameKey } from '../protocol/people/account-rules.ts';
import { type AccountKey, type AccountRow, findAccount } from '../storage/tables/people/accounts.ts';
import type { World } from '../world.ts';

export type Account = AccountRow;

/** Deleted accounts have no name; disabled ones are found, for the caller to judge. */
export async function findByName(world: World, typed: string): Promise<Account | null> {
  const account = await findAccount(world.database, keyOf(typed));
  return account && account.deletedAt === null ? account : null;
}

/** The same for all spellings that find the same account, and for those that find none. */
export function nameKey(typed: string): string {
  return isAddress(typed) ? emailKey(typed) : nicknameKey(typed);
}

/** The account as it is now; null once it is deleted or disabled. */
export async function findLive(world: World, id: number): Promise<Account | null> {
  const account = await findAccount(world.database, { id });
  return account && isLive(account) ? account : null;
}

export function isLive(account: Account): boolean {
  return account.deletedAt === null && account.disabledAt === null;
}

/** A nickname never holds an @ and an address always does, so one field can take both. */
function keyOf(typed: string): AccountKey {
  return isAddress(typed) ? { emailKey: nameKey(typed) } : { nicknameKey: nameKey(typed) };
}

function isAddress(typed: string): boolean {
  return typed.includes('@');
}
