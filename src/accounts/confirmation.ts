/** Typing the own password again: what every dangerous act asks of somebody already signed in. */
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/attempt.ts';
import { acceptProof } from '../storage/tables/people/accounts.ts';
import { endSession } from '../storage/tables/people/sessions.ts';
import type { World } from '../world.ts';
import { type Account, findLive } from './find.ts';
import { isStillLive, openSession, type SignedIn } from './sessions.ts';
import { forgiveConfirmation, spendConfirmation } from './sign-in-limits.ts';
import { writeUnguarded } from './write-unguarded.ts';

export type ConfirmationRefusal =
  | { readonly reason: 'wrong_password' }
  | { readonly reason: 'limited'; readonly retryAfterSeconds: number }
  /** The account or the session ended in the meantime. */
  | { readonly reason: 'signed_out' };

export interface Typed {
  readonly password: string;
  readonly source: Source;
  /** The authorization request on whose way the password is given (requestDigest); null for none. */
  readonly confirmedFor?: string | null;
}

/** Confirms, and moves to a new session: a cookie copied before is worth nothing for what follows. */
export async function confirm(
  world: World,
  who: SignedIn,
  typed: Typed,
): Promise<Result<{ readonly sessionValue: string }, ConfirmationRefusal>> {
  return await attempt(async () => {
    if (!(await isStillLive(world, who.session.digest))) return refuse({ reason: 'signed_out' });
    const proven = await provePassword(world, who, typed);
    if (!proven.ok) return proven;
    const { id: accountId, passwordHash } = proven.value;
    const session = openSession(world, accountId, typed.source, typed.confirmedFor);
    const written = await world.database.write([
      acceptProof({ accountId, passwordHash }, passwordHash, world.now()),
      endSession(who.session.digest, accountId),
      session.insert,
      forgiveConfirmation(accountId),
    ]);
    return written ? accept({ sessionValue: session.value }) : stale;
  });
}

/** The account, once its password was typed rightly. What follows has to guard on the hash that was checked. */
export async function provePassword(
  world: World,
  who: SignedIn,
  { password, source }: Typed,
): Promise<Result<Account, ConfirmationRefusal>> {
  const allowance = await spendConfirmation(world, who.id, source);
  if (!allowance.allowed) return refuse({ reason: 'limited', retryAfterSeconds: allowance.retryAfterSeconds });
  const account = await findLive(world, who.id);
  if (!account) return refuse({ reason: 'signed_out' });
  if (await world.passwords.verify(password, account.passwordHash)) return accept(account);
  const about = { accountId: who.id, detail: 'wrong confirmation' };
  await writeUnguarded(world, () => [report(world, source, 'account.sign_in_failed', about)]);
  return refuse({ reason: 'wrong_password' });
}
