/** Deleting an account: everything that came from it ends with it, at once (SPEC D28). */
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import { accept, type Result } from '../protocol/result.ts';
import { bury, buryApplicationsOf, type Tally, tallyOf } from '../storage/accounts.ts';
import { attempt, stale } from '../storage/attempt.ts';
import { endSessionsOf } from '../storage/sessions.ts';
import type { World } from '../world.ts';
import { type ConfirmationRefusal, provePassword } from './confirmation.ts';
import type { SignedIn } from './sessions.ts';

/**
 * Tokens, codes and consents need no write of their own: every read of them judges the account and the client. The
 * person's data is blanked; the row and the events that name its number stay until their time is over.
 */
export async function deleteAccount(
  world: World,
  who: SignedIn,
  { password, source }: { password: string; source: Source },
): Promise<Result<null, ConfirmationRefusal>> {
  return await attempt<Result<null, ConfirmationRefusal>>(async () => {
    const proven = await provePassword(world, who, { password, source });
    if (!proven.ok) return proven;
    const now = world.now();
    const written = await world.database.write([
      bury({ accountId: who.id, passwordHash: proven.value.passwordHash }, now),
      endSessionsOf(who.id),
      buryApplicationsOf(who.id, now),
      report(world, source, 'account.deleted', { accountId: who.id }),
    ]);
    return written ? accept(null) : stale;
  });
}

/** What would end with the account. */
export function countHoldings(world: World, accountId: number): Promise<Tally> {
  return tallyOf(world.database, accountId);
}
