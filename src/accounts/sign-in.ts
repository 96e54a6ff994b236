/** Signing in with a nickname or an e-mail address and a password. */
import { report } from '../events/report.ts';
import { SALT_BYTES } from '../passwords/argon2.ts';
import type { Source } from '../protocol/event.ts';
import { NotNow } from '../protocol/not-now.ts';
import { nicknameKey } from '../protocol/people/account-rules.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/attempt.ts';
import { acceptProof } from '../storage/tables/people/accounts.ts';
import type { World } from '../world.ts';
import { type Account, findByName, isLive } from './find.ts';
import { makeRoomFor, openSession } from './sessions.ts';
import { forgiveSignIn, spendSignIn } from './sign-in-limits.ts';
import { writeUnguarded } from './write-unguarded.ts';

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

export interface SignInContext {
  readonly source: Source;
  /** The digest of the session this browser has, if any: it ends with the sign-in. */
  readonly replaced: string | null;
  /** The authorization request on whose way the password is given (requestDigest); null for none. */
  readonly confirmedFor?: string | null;
}

/** Why nobody was let in. Unknown, wrong and disabled are one reason, so that names cannot be probed. */
export type SignInRefusal =
  | { readonly reason: 'not_let_in' }
  | { readonly reason: 'limited'; readonly retryAfterSeconds: number };

/** Somebody is in: the value of the new session's cookie. */
export interface OpenedSession {
  readonly accountId: number;
  readonly sessionValue: string;
}

/**
 * The try is counted before the password is hashed, and the hash is computed whoever is named, so that neither
 * the answer nor its time says whether the account exists.
 */
export async function signIn(
  world: World,
  { name, password }: Credentials,
  context: SignInContext,
): Promise<Result<OpenedSession, SignInRefusal>> {
  const named = await findByName(world, name);
  const subject = named ? { accountId: named.id } : { unknownName: nicknameKey(name) };
  const counted = await spendSignIn(world, subject, context.source);
  if (!counted.allowance.allowed) {
    return refuse({ reason: 'limited', retryAfterSeconds: counted.allowance.retryAfterSeconds });
  }
  try {
    return await judge(world, { name, password }, context);
  } catch (error) {
    if (error instanceof NotNow && error.why === 'overloaded') await world.database.write(counted.takeBack());
    throw error;
  }
}

async function judge(
  world: World,
  { name, password }: Credentials,
  context: SignInContext,
): Promise<Result<OpenedSession, SignInRefusal>> {
  return await attempt<Result<OpenedSession, SignInRefusal>>(async () => {
    const account = await findByName(world, name);
    const isRight = await isPasswordOf(world, account, password);
    if (account && isRight && isLive(account)) return await letIn(world, account, { password, context });
    await recordFailure(world, account, { isRight, source: context.source });
    return refuse({ reason: 'not_let_in' });
  });
}

async function isPasswordOf(world: World, account: Account | null, password: string): Promise<boolean> {
  if (account) return await world.passwords.verify(password, account.passwordHash);
  await world.passwords.verifyNothing(password);
  return false;
}

/** Stale when the password or the account changed while this one was checked: then it is checked again. */
async function letIn(
  world: World,
  account: Account,
  { password, context }: { password: string; context: SignInContext },
) {
  const accountId = account.id;
  const session = openSession(world, accountId, context.source, context.confirmedFor);
  const written = await world.database.write([
    acceptProof(
      { accountId, passwordHash: account.passwordHash },
      await keptHash(world, account, password),
      world.now(),
    ),
    makeRoomFor(world, accountId, context.replaced),
    session.insert,
    ...forgiveSignIn(world, accountId, context.source),
    report(world, context.source, 'account.signed_in', { accountId }),
  ]);
  return written ? accept({ accountId, sessionValue: session.value }) : stale;
}

/** A password kept at yesterday's cost is kept at today's from now on: only now is it known. */
async function keptHash(world: World, { passwordHash }: Account, password: string): Promise<string> {
  if (!world.passwords.needsRehash(passwordHash)) return passwordHash;
  return await world.passwords.hash(password, world.randomBytes(SALT_BYTES));
}

async function recordFailure(
  world: World,
  account: Account | null,
  { isRight, source }: { isRight: boolean; source: Source },
): Promise<void> {
  const detail = account ? (isRight ? 'disabled' : 'wrong password') : 'unknown name';
  const about = { accountId: account?.id ?? null, detail };
  await writeUnguarded(world, () => [report(world, source, 'account.sign_in_failed', about)]);
}
