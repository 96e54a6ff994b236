/** Signing in with a nickname or an e-mail address, and a proof that it is one's own. */
import { reportBounded } from '../events/report-bounded.ts';
import type { Source } from '../protocol/event.ts';
import { NotNow } from '../protocol/not-now.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale, writeUnguarded } from '../storage/database.ts';
import { countOne } from '../storage/tables/limits.ts';
import { remainsLive } from '../storage/tables/people/accounts.ts';
import type { World } from '../world.ts';
import { type Presented, type Proof, prove } from './authentication/way.ts';
import { type Account, findByName, isLive } from './find.ts';
import { makeRoomFor, openSession } from './sessions.ts';
import { type CountedTry, reportLimit, spendSignIn } from './sign-in-limits.ts';

interface SignInInput {
  readonly name: string;
  readonly presented: Presented;
}

export interface SignInContext {
  readonly source: Source;
  /** The digest of the session this browser has, if any: it ends with the sign-in. */
  readonly replaced: string | null;
  /** The authorization request on whose way the password is given (requestDigest); null for none. */
  readonly confirmedFor?: string | null;
  /** Names the very form that is sent, where it is carried out once (authentication/sent-twice.ts). */
  readonly sentAs?: string;
}

/**
 * Why the sign-in failed. Unknown and wrong are one reason, so that names cannot be probed. Who presents the right proof of
 * a disabled account is its owner, and is told.
 */
type SignInRefusal =
  | { readonly reason: 'not_let_in' }
  | { readonly reason: 'disabled'; readonly because: string | null }
  | { readonly reason: 'limited'; readonly retryAfterSeconds: number };

/** A successful sign-in, with the value of the new session's cookie. */
export interface OpenedSession {
  readonly accountId: number;
  readonly sessionValue: string;
}

/**
 * The try is counted before anything is checked, and an unknown name is checked like a known one, so that neither the
 * answer nor its time says whether the account exists.
 */
export async function signIn(
  world: World,
  input: SignInInput,
  context: SignInContext,
): Promise<Result<OpenedSession, SignInRefusal>> {
  await input.presented.way.refuseIfBusy(world, context.source);
  const named = await findByName(world, input.name);
  const counted = await spendSignIn(world, { name: input.name, accountId: named?.id ?? null }, context.source);
  if (!counted.allowance.allowed) {
    return refuse({ reason: 'limited', retryAfterSeconds: counted.allowance.retryAfterSeconds });
  }
  try {
    return await judge(world, input, { ...context, counted });
  } catch (error) {
    if (error instanceof NotNow && error.why === 'overloaded') await world.database.write(counted.takeBack());
    throw error;
  }
}

async function judge(
  world: World,
  { name, presented }: SignInInput,
  context: SignInContext & { readonly counted: CountedTry },
): Promise<Result<OpenedSession, SignInRefusal>> {
  return await attempt<Result<OpenedSession, SignInRefusal>>(async () => {
    const account = await findByName(world, name);
    const { excess } = context.counted;
    const isLocked = excess > 0;
    const proof = await prove(
      world,
      { accountId: isLocked ? null : (account?.id ?? null), source: context.source },
      presented,
    );
    if (account && proof && isLive(account)) return await letIn(world, proof, context);
    const detail = describeFailure(account, { presented, isProven: proof !== null, isLocked });
    await recordFailure(world, account, { detail, source: context.source, isFirstLocked: excess === 1 });
    if (account && proof) return refuse({ reason: 'disabled', because: account.disabledBecause });
    return refuse({ reason: 'not_let_in' });
  });
}

/** Stale when the credential or the account changed while it was checked: then it is checked again. */
async function letIn(
  world: World,
  proof: Proof,
  { source, replaced, confirmedFor, counted }: SignInContext & { readonly counted: CountedTry },
) {
  const { accountId } = proof;
  const session = openSession(world, proof, source, { confirmedFor });
  const written = await world.database.write([
    proof.guard,
    remainsLive(accountId, world.now()),
    makeRoomFor(world, accountId, replaced),
    session.insert,
    ...counted.forgive(accountId),
    ...reportBounded(world, source, 'account.signed_in', { accountId }),
  ]);
  return written ? accept({ accountId, sessionValue: session.value }) : stale;
}

/** For the operator; visitors are told the same of all. */
function describeFailure(
  account: Account | null,
  { presented, isProven, isLocked }: { presented: Presented; isProven: boolean; isLocked: boolean },
): string {
  if (!account) return 'unknown name';
  if (isLocked) return 'too many tries';
  return isProven ? 'disabled' : `wrong ${presented.way.kind}`;
}

async function recordFailure(
  world: World,
  account: Account | null,
  { detail, source, isFirstLocked }: { detail: string; source: Source; isFirstLocked: boolean },
): Promise<void> {
  const accountId = account?.id ?? null;
  await writeUnguarded(world.database, () => {
    const events = reportBounded(world, source, 'account.sign_in_failed', { accountId, detail });
    // In the same commit, so that the answer comes no later than that to a wrong password.
    const limit = isFirstLocked ? [reportLimit(world, accountId, source)] : [];
    // Nor sooner: whether events are left out depends on whose account it is.
    return [...(events.length > 0 ? events : [countOne(LEFT_OUT, world.now())]), ...limit];
  });
}

/** One row, however often. */
const LEFT_OUT = { name: 'sign-in-failures/left-out', most: 0, windowSeconds: 3600 };
