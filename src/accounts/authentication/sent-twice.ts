/**
 * A form that lets somebody in and is carried out once (sign-up, set-up, a sign-in link), sent again by the very page that it
 * stands on: a double click, whose first answer the browser gave up, or a line that broke. The second answer lets in too.
 */
import { attempt, stale } from '../../storage/database.ts';
import { remainsLive } from '../../storage/tables/people/accounts.ts';
import { findSuccessor, remainsUnused } from '../../storage/tables/people/sessions.ts';
import type { World } from '../../world.ts';
import { livenessAt, makeRoomFor, openSession } from '../sessions.ts';
import type { OpenedSession, SignInContext } from '../sign-in.ts';

/** For as long as somebody waits for an answer. */
const REPEATED_SECONDS = 60;

/**
 * Null where this form has let nobody in, or long ago, or where a browser has used a session that it opened. Such a session
 * names the form in the place of one before it.
 */
export async function letInAgain(
  world: World,
  { sentAs, replaced, source }: SignInContext,
): Promise<OpenedSession | null> {
  if (sentAs === undefined) return null;
  return await attempt(async () => {
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
}
