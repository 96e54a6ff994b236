/** Signing in with a nickname or an e-mail address, and a proof that it is one's own. */
import { report } from '../events/report.ts';
import { reportRefused } from '../events/report-refused.ts';
import type { Source } from '../protocol/event.ts';
import { NotNow } from '../protocol/not-now.ts';
import { nicknameKey } from '../protocol/people/account-rules.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale, writeUnguarded } from '../storage/database.ts';
import { remainsLive } from '../storage/tables/people/accounts.ts';
import type { World } from '../world.ts';
import { type Presented, type Proof, prove } from './authentication/way.ts';
import { type Account, findByName, isLive } from './find.ts';
import { makeRoomFor, openSession } from './sessions.ts';
import { forgiveSignIn, spendSignIn } from './sign-in-limits.ts';

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
}

/** Why the sign-in failed. Unknown, wrong and disabled are one reason, so that names cannot be probed. */
type SignInRefusal =
  | { readonly reason: 'not_let_in' }
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
  const named = await findByName(world, input.name);
  const subject = named ? { accountId: named.id } : { unknownName: nicknameKey(input.name) };
  const counted = await spendSignIn(world, subject, context.source);
  if (!counted.allowance.allowed) {
    return refuse({ reason: 'limited', retryAfterSeconds: counted.allowance.retryAfterSeconds });
  }
  try {
    return await judge(world, input, context);
  } catch (error) {
    if (error instanceof NotNow && error.why === 'overloaded') await world.database.write(counted.takeBack());
    throw error;
  }
}

async function judge(
  world: World,
  { name, presented }: SignInInput,
  context: SignInContext,
): Promise<Result<OpenedSession, SignInRefusal>> {
  return await attempt<Result<OpenedSession, SignInRefusal>>(async () => {
    const account = await findByName(world, name);
    const proof = await prove(world, account?.id ?? null, presented);
    if (account && proof && isLive(account)) return await letIn(world, proof, context);
    const detail = account ? (proof ? 'disabled' : `wrong ${presented.way.kind}`) : 'unknown name';
    await recordFailure(world, account, { detail, source: context.source });
    return refuse({ reason: 'not_let_in' });
  });
}

/** Stale when the credential or the account changed while it was checked: then it is checked again. */
async function letIn(world: World, proof: Proof, { source, replaced, confirmedFor }: SignInContext) {
  const { accountId } = proof;
  const session = openSession(world, proof, source, confirmedFor);
  const written = await world.database.write([
    proof.guard,
    remainsLive(accountId, world.now()),
    makeRoomFor(world, accountId, replaced),
    session.insert,
    ...forgiveSignIn(world, accountId, source),
    report(world, source, 'account.signed_in', { accountId }),
  ]);
  return written ? accept({ accountId, sessionValue: session.value }) : stale;
}

async function recordFailure(
  world: World,
  account: Account | null,
  { detail, source }: { detail: string; source: Source },
): Promise<void> {
  const about = { accountId: account?.id ?? null, detail };
  await writeUnguarded(world.database, () => reportRefused(world, source, 'account.sign_in_failed', about));
}
