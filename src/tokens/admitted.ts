/**
 * Which bearer tokens an endpoint has admitted in this minute. A token that comes again is not judged again: while the
 * database answers the very record that was judged, and its time is not over, the decision stands.
 *
 * Every minute begins anew, since the last use is noted once in each (SPEC D7), and since tokens are kept as they were sent.
 */
import { BEARER } from '../protocol/tokens/bearer.ts';
import { TOKEN_LENGTH } from '../protocol/tokens/token-string.ts';
import type { Sql } from '../storage/sql.ts';

interface Admitted<Decision> {
  readonly decision: Decision;
  /** The record that it was made from, and how to find that again. */
  readonly record: object;
  readonly statement: Sql;
  /** In seconds: from then on the token is dead. */
  readonly liveUntil: number;
}

interface AdmittedTokens<Decision> {
  find(authorization: string, now: number): Admitted<Decision> | undefined;
  note(authorization: string, admitted: Admitted<Decision>): void;
}

/** Beyond it they are judged each time, as those are that come once. */
export const MOST_ADMITTED = 4096;
/** A token and its scheme, its place in the map, a decision, and a record that the database may remember anew meanwhile. */
export const ADMITTED_BYTES = 2500;
/** The scheme, a blank and a token of ours: with more blanks than that one token has thousands of spellings, of up to 24 KB each. */
const LONGEST = BEARER.length + 1 + TOKEN_LENGTH;

const MINUTE_SECONDS = 60;
const MINUTE_MS = 60_000;

export function createAdmittedTokens<Decision>(): AdmittedTokens<Decision> {
  const tokens = new Map<string, Admitted<Decision>>();
  let minute = 0;
  return {
    find(authorization, now) {
      const current = Math.floor(now / MINUTE_SECONDS);
      if (current !== minute) {
        minute = current;
        tokens.clear();
      }
      return tokens.get(authorization);
    },
    note(authorization, admitted) {
      if (authorization.length > LONGEST) return;
      // Where nobody asks any more, nobody else would forget them.
      if (tokens.size === 0) setTimeout(() => tokens.clear(), MINUTE_MS).unref();
      if (tokens.size < MOST_ADMITTED) tokens.set(authorization, admitted);
    },
  };
}
