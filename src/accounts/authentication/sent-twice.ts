/**
 * A form that lets somebody in and is carried out once (sign-up, set-up, a sign-in link), sent again by the very page that it
 * stands on: a double click, whose first answer the browser gave up, or a line that broke. The second answer lets in too.
 */
import type { Source } from '../../protocol/event.ts';
import { NotNow } from '../../protocol/not-now.ts';
import { attempt, stale } from '../../storage/database.ts';
import { remainsLive } from '../../storage/tables/people/accounts.ts';
import { findSuccessor, remainsUnused } from '../../storage/tables/people/sessions.ts';
import type { World } from '../../world.ts';
import { findLive } from '../find.ts';
import { livenessAt, makeRoomFor, openSession } from '../sessions.ts';
import type { OpenedSession, SignInContext } from '../sign-in.ts';
import { byPassword } from './password.ts';
import { prove } from './way.ts';

/** What a form says of the account; an empty password is none. */
interface SentContent {
  readonly nickname?: string;
  readonly email?: string;
  readonly password: string;
  /** Whether the form that was sent first has set a password: one for a new account has. */
  readonly hasSetPassword: boolean;
}

/** What the form was carried out with when it was sent first, for whoever has sent something else since. */
interface SentFirst {
  readonly nickname: string;
  /** Left out where the form does not ask for it. */
  readonly email?: string;
  readonly hasSetPassword: boolean;
}

/** `first` where that was something else. */
export type LetIn = OpenedSession & { readonly first?: SentFirst };

/** For as long as somebody waits for an answer. */
export const REPEATED_SECONDS = 60;

/**
 * Null where this form has let nobody in, or long ago, or where a browser has used a session that it opened. Such a session
 * names the form in the place of one before it.
 */
export async function letInAgain(
  world: World,
  { sentAs, replaced, source }: SignInContext,
  content: SentContent,
): Promise<LetIn | null> {
  if (sentAs === undefined) return null;
  const entered = await attempt(async () => {
    const now = world.now();
    const first = await findSuccessor(world.database, sentAs, livenessAt(now));
    // Each session that it opens was proved when it was sent first.
    if (!first || first.authTime <= now - REPEATED_SECONDS) return null;
    const { accountId, amr: method, authTime: at, confirmedFor } = first;
    const session = openSession(world, { accountId, method, at }, source, { confirmedFor, replaces: sentAs });
    const written = await world.database.write([
      remainsUnused(first.digest, sentAs),
      remainsLive(accountId, now),
      makeRoomFor(world, accountId, replaced),
      session.insert,
    ]);
    return written ? { accountId, sessionValue: session.value } : stale;
  });
  if (!entered) return null;
  const first = await whatDiffers(world, content, { accountId: entered.accountId, sentAs, source });
  return first ? { ...entered, first } : entered;
}

interface First {
  readonly accountId: number;
  readonly sentAs: string;
  readonly source: Source;
}

/** Undefined where the same was sent again. */
async function whatDiffers(world: World, content: SentContent, sent: First): Promise<SentFirst | undefined> {
  const account = await findLive(world, sent.accountId);
  if (!account) return undefined;
  const { nickname, email } = account;
  const { hasSetPassword } = content;
  const isSameName = (content.nickname ?? nickname) === nickname && (content.email ?? email) === email;
  const isSamePassword = hasSetPassword
    ? content.password !== '' && (await isPassword(world, content.password, sent))
    : content.password === '';
  if (isSameName && isSamePassword) return undefined;
  return { nickname, ...(content.email !== undefined && { email }), hasSetPassword };
}

/** Nobody guesses a password by sending a form again; after so many tries each one counts as another password. */
const TRIES = { most: 5, windowSeconds: REPEATED_SECONDS };

async function isPassword(world: World, value: string, { accountId, sentAs, source }: First): Promise<boolean> {
  const tried = await world.counters.spend(`sent-twice:${sentAs}`, TRIES, world.now());
  if (!tried.allowed) return false;
  try {
    return (await prove(world, { accountId, source }, byPassword(value))) !== null;
  } catch (error) {
    // Whoever is let in already is not turned away because others are being looked at: told once too often is no harm.
    if (error instanceof NotNow) return false;
    throw error;
  }
}
