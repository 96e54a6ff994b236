/** What a database says about a move that it takes part in, and whether it may be opened. */
import { Unusable } from '../database.ts';

/** A row of the table moves. */
export interface Mark {
  readonly id: string;
  readonly state: string;
  /** The other database, without its password. */
  readonly peer: string;
}

/** The database was moved away: whoever has its address goes on at the other one (following.ts). */
export class Moved extends Error {
  override readonly name = 'Moved';
  readonly move: Mark;

  constructor(move: Mark) {
    super(`The database was moved to ${move.peer}.`);
    this.move = move;
  }
}

/** Those that decide whether a database may be opened. */
export const READ_MARKS = "select id, state, peer from moves where state in ('arriving', 'moved') order by started_at";

/** Only whoever follows the move may open a database that is being filled: it has been told that the move is complete. */
export function refuseByMarks(marks: readonly Mark[], followed: string | undefined): void {
  const moved = marks.find(({ state }) => state === 'moved');
  if (moved) throw new Moved(moved);
  const arriving = marks.find(({ state, id }) => state === 'arriving' && id !== followed);
  if (!arriving) return;
  throw new Unusable(
    `The database is being filled from ${arriving.peer}, and is not complete. Run that move again, or name another database.`,
  );
}

/** Whoever follows a move must find the database that it filled, and no other one. */
export function refuseStranger(marks: readonly Mark[], followed: string, address: string): void {
  if (marks.some(({ id, state }) => id === followed && (state === 'arriving' || state === 'arrived'))) return;
  throw new Unusable(
    `The database was moved to ${address}, but what is there was not filled by that move. If the file is on another machine, stop this instance.`,
  );
}
