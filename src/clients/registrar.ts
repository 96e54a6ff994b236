/** Whether an account may register applications, and whether those have to be approved: judged, and guarded at the commit. */
import { mayRegister } from '../protocol/clients/approval.ts';
import type { Sql } from '../storage/sql.ts';
import { findAccount, remainsUsable } from '../storage/tables/people/accounts.ts';
import { remainsAdministrator, remainsDeveloper } from '../storage/tables/people/search.ts';
import type { World } from '../world.ts';

interface Registrar {
  /** True where what is registered, or changes hands, waits for an administrator. */
  readonly isAdmin: boolean;
  /** What has to be true still when it is written. */
  readonly guards: readonly Sql[];
}

/** Null for an account that may have no application of its own, by the setting. */
export async function findRegistrar(world: World, accountId: number): Promise<Registrar | null> {
  const { applicationRegistration: registrars } = world.settings;
  const account = await findAccount(world.database, { id: accountId });
  if (!account || account.deletedAt !== null || account.disabledAt !== null) return null;
  const isAdmin = account.adminAt !== null;
  if (isAdmin) return { isAdmin, guards: [remainsAdministrator(accountId)] };
  if (!mayRegister(registrars, { isAdmin, isDeveloper: account.developerAt !== null })) return null;
  return { isAdmin, guards: [registrars === 'developers' ? remainsDeveloper(accountId) : remainsUsable(accountId)] };
}
