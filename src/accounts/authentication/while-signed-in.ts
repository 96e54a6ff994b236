/** What somebody does who is signed in: nothing of it is written once that session has ended. */
import type { Database } from '../../storage/database.ts';
import type { Sql } from '../../storage/sql.ts';
import { hasSession, remainsSignedIn } from '../../storage/tables/people/sessions.ts';
import type { World } from '../../world.ts';
import type { SignedIn } from '../sessions.ts';

/** The session ended while its request was at work, and nothing was written. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/**
 * A request is allowed what its session is allowed when it begins. By the time it writes, the password may be changed and
 * everything ended that the session had begun: so the session is asked for again by the batch itself.
 */
export function whileSignedIn(world: World, { session: { digest } }: SignedIn): World {
  const { database } = world;
  const guard = remainsSignedIn(digest);
  const write: Database['write'] = async (batch) => {
    const isGuarded = batch.length > 0 && !isAboutSessions(batch);
    const written = await database.write(isGuarded ? [guard, ...batch] : batch);
    if (written === null && !(await hasSession(database, digest))) throw new SignedOut();
    return isGuarded && written !== null ? written.slice(1) : written;
  };
  return { ...world, database: { ...database, original: database.original ?? database, write } };
}

/** Signing out, a new password: these end sessions, the own one among them, and a batch touches no row twice. */
function isAboutSessions(batch: readonly Sql[]): boolean {
  return batch.some(({ text }) => text.some((part) => /\bsessions\b/.test(part)));
}
