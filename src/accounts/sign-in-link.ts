/**
 * A link that signs somebody in once, for people who lost their password or have none yet: made by an administrator or the
 * operator, and handed over by them. Only its digest is kept, and both ends of it are events of the account.
 */
import { report } from '../events/report.ts';
import { digest } from '../protocol/digest.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { examinePassword } from '../protocol/people/password-rule.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { isRemembered, remember } from '../storage/tables/limits.ts';
import { remainsLive } from '../storage/tables/people/accounts.ts';
import { listCredentials, putPassword } from '../storage/tables/people/credentials.ts';
import { endSessionsOf } from '../storage/tables/people/sessions.ts';
import {
  findSignInLink,
  forgetSignInLinkOf,
  insertSignInLink,
  takeSignInLink,
} from '../storage/tables/people/sign-in-links.ts';
import type { World } from '../world.ts';
import { hashPassword } from './authentication/password.ts';
import { type LetIn, letInAgain, REPEATED_SECONDS } from './authentication/sent-twice.ts';
import { type Account, findLive } from './find.ts';
import { withdrawOffers } from './managed/offers.ts';
import { makeRoomFor, openSession } from './sessions.ts';
import type { SignInContext } from './sign-in.ts';
import { rememberNetwork, unlock } from './sign-in-limits.ts';

const LINK_SECONDS = 900;
/** Who has no password yet is somewhere else than whoever makes the link, and has a day to come. */
const FIRST_LINK_SECONDS = 86_400;
const SECRET_BYTES = 32;
/** A one-time password (RFC 8176 §2). */
const METHOD = 'otp';
const BY_LINK = 'by sign-in link';

export interface MadeLink {
  readonly secret: string;
  readonly seconds: number;
  readonly expiresAt: number;
  /** For the batch of whoever makes it. */
  readonly writes: readonly Sql[];
}

/** The link before it, if it was not used, stops working. */
export async function makeSignInLink(world: World, accountId: number): Promise<MadeLink> {
  return (await needsPassword(world, accountId))
    ? makeFirstLink(world, accountId)
    : makeLink(world, accountId, LINK_SECONDS);
}

/** For an account that has no password. Once it has one, the link is as old as any other may be. */
export function makeFirstLink(world: World, accountId: number): MadeLink {
  return makeLink(world, accountId, FIRST_LINK_SECONDS);
}

function makeLink(world: World, accountId: number, seconds: number): MadeLink {
  const secret = world.randomBytes(SECRET_BYTES).toString('base64url');
  const now = world.now();
  const expiresAt = now + seconds;
  return {
    secret,
    seconds,
    expiresAt,
    writes: [
      forgetSignInLinkOf(accountId),
      insertSignInLink({ digest: digest(secret), accountId, createdAt: now, expiresAt }),
    ],
  };
}

/** Whose link it is; null for one that was used, has ended or never existed, and for accounts that are not live. */
export async function findLinkOwner(world: World, secret: string): Promise<Account | null> {
  const now = world.now();
  const link = await findSignInLink(world.database, digest(secret), now);
  if (!link) return null;
  const { accountId, createdAt } = link;
  if (createdAt <= now - LINK_SECONDS && !(await needsPassword(world, accountId))) return null;
  return await findLive(world, accountId);
}

/** A new account that has none, and one that was taken over without: the link then wants one. */
export async function needsPassword(world: World, accountId: number): Promise<boolean> {
  const credentials = await listCredentials(world.database, accountId);
  return credentials.every(({ kind }) => kind !== 'password');
}

type LinkRefusal = { readonly reason: 'link_dead' } | { readonly reason: 'faulty'; readonly fault: FieldFault };

/**
 * Signs in and uses the link up. With a new password every other session ends, as after any other change of it, and
 * open offers are withdrawn; limits that failed sign-ins have spent are forgotten either way.
 */
export async function signInByLink(
  world: World,
  { secret, newPassword }: { readonly secret: string; readonly newPassword: string },
  context: SignInContext,
): Promise<Result<LetIn, LinkRefusal>> {
  const owner = await findLinkOwner(world, secret);
  if (!owner) return await deadReply(world, newPassword, context);
  const keepsOld = newPassword === '' && !(await needsPassword(world, owner.id));
  const sound = keepsOld ? null : examinePassword(newPassword, { ...owner, serviceName: world.settings.name });
  if (sound && !sound.ok) return refuse({ reason: 'faulty', fault: sound.refusal });
  const hash = sound && (await hashPassword(world, sound.value, context.source));
  return await attempt<Result<LetIn, LinkRefusal>>(async () => {
    const account = await findLinkOwner(world, secret);
    if (account?.id !== owner.id) return await deadReply(world, newPassword, context);
    const now = world.now();
    const { source, replaced, sentAs } = context;
    const session = openSession(world, { accountId: account.id, method: METHOD, at: now }, source, {
      replaces: sentAs,
    });
    const written = await world.database.write([
      takeSignInLink(digest(secret), account.id, now),
      remainsLive(account.id, now),
      ...(hash === null
        ? [makeRoomFor(world, account.id, replaced)]
        : [...endSessionsOf(account.id), ...(await passwordWrites(world, account.id, { hash, context }))]),
      session.insert,
      ...unlock(account),
      ...rememberNetwork(world, account.id, source),
      report(world, source, 'account.signed_in', { accountId: account.id, detail: BY_LINK }),
    ]);
    return written ? accept({ accountId: account.id, sessionValue: session.value }) : stale;
  });
}

/** Used up long ago, or by this very form a moment ago. */
async function deadReply(
  world: World,
  newPassword: string,
  context: SignInContext,
): Promise<Result<LetIn, LinkRefusal>> {
  const { sentAs } = context;
  const hasSetPassword = sentAs !== undefined && (await isRemembered(world.database, passwordOf(sentAs), world.now()));
  const again = await letInAgain(world, context, { password: newPassword, hasSetPassword });
  return again ? accept(again) : refuse({ reason: 'link_dead' });
}

async function passwordWrites(
  world: World,
  accountId: number,
  { hash, context: { source, sentAs } }: { readonly hash: string; readonly context: SignInContext },
): Promise<readonly Sql[]> {
  return [
    ...(await withdrawOffers(world, accountId, { source, detail: BY_LINK })),
    putPassword({ id: world.nextId(), accountId, secret: hash, createdAt: world.now() }),
    report(world, source, 'account.password_changed', { accountId, detail: BY_LINK }),
    ...(sentAs === undefined ? [] : [remember(passwordOf(sentAs), world.now() + REPEATED_SECONDS)]),
  ];
}

/** Whoever sends the form again with another password is told that one was set. */
function passwordOf(sentAs: string): string {
  return `password-by-link/${sentAs}`;
}
