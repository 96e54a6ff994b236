/** Proving the own account again: what every dangerous act asks of somebody already signed in. */
import { reportBounded } from '../events/report-bounded.ts';
import type { Source } from '../protocol/event.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale, writeUnguarded } from '../storage/database.ts';
import { remainsLive } from '../storage/tables/people/accounts.ts';
import { remainsSignedIn } from '../storage/tables/people/sessions.ts';
import type { World } from '../world.ts';
import { type Presented, type Proof, prove } from './authentication/way.ts';
import { type Account, findLive } from './find.ts';
import { isStillLive, makeRoomBeside, openSession, type SignedIn } from './sessions.ts';
import { type Confirming, forgiveConfirmation, spendConfirmation } from './sign-in-limits.ts';

export type ConfirmationRefusal =
  | { readonly reason: 'not_proven' }
  | { readonly reason: 'limited'; readonly retryAfterSeconds: number }
  /** The account or the session ended in the meantime. */
  | { readonly reason: 'signed_out' };

interface ConfirmationInput {
  readonly presented: Presented;
  readonly source: Source;
  /** The authorization request on whose way the password is given (requestDigest); null for none. */
  readonly confirmedFor?: string | null;
}

/**
 * Confirms, and moves to a new session: a cookie copied before is worth nothing for what follows. The session from before was
 * never confirmed, and ends with the first use of the new one (docs/decisions/0081).
 */
export async function confirm(
  world: World,
  who: SignedIn,
  input: ConfirmationInput,
): Promise<Result<{ readonly sessionValue: string }, ConfirmationRefusal>> {
  return await attempt(async () => {
    if (!(await isStillLive(world, who.session.digest))) return refuse({ reason: 'signed_out' });
    const proven = await proveAgain(world, who, input);
    if (!proven.ok) return proven;
    const { proof } = proven.value;
    const { digest: replaces } = who.session;
    const session = openSession(world, proof, input.source, { confirmedFor: input.confirmedFor, replaces });
    const written = await world.database.write([
      proof.guard,
      remainsLive(who.id, world.now()),
      remainsSignedIn(replaces),
      makeRoomBeside(world, who),
      session.insert,
      ...forgiveConfirmation(world, who),
    ]);
    return written ? accept({ sessionValue: session.value }) : stale;
  });
}

interface Proven {
  readonly account: Account;
  readonly proof: Proof;
}

/** What follows has to guard on the proof. */
export async function proveAgain(
  world: World,
  who: Confirming,
  { presented, source }: ConfirmationInput,
): Promise<Result<Proven, ConfirmationRefusal>> {
  // Nobody guessed anything: no try is counted, and no event tells of one.
  if (presented.value === '') return refuse({ reason: 'not_proven' });
  await presented.way.refuseIfBusy(world, source);
  const allowance = await spendConfirmation(world, who, source);
  if (!allowance.allowed) return refuse({ reason: 'limited', retryAfterSeconds: allowance.retryAfterSeconds });
  const account = await findLive(world, who.id);
  if (!account) return refuse({ reason: 'signed_out' });
  const proof = await prove(world, { accountId: who.id, source }, presented);
  if (proof) return accept({ account, proof });
  const about = { accountId: who.id };
  await writeUnguarded(world.database, () => reportBounded(world, source, 'account.confirmation_failed', about));
  return refuse({ reason: 'not_proven' });
}
