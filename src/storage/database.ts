/** The storage port: what every engine offers to the files in tables/, and nothing more. */
import type { Sql } from './sql.ts';

/** Reads and writes throw `NotNow` while the database cannot be reached, is full, or is busy beyond patience. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';

  /**
   * Reads the state as of a moment after the call. Columns are aliased to the row type's names.
   *
   * Rows and their list are frozen. A lookup of up to four rows that is repeated answers the same objects until a row
   * of it has changed, whichever process changed it: from its second answer on, for as long as the driver remembers it.
   * What was computed from a row may therefore be kept beside it (per-record.ts).
   */
  read<Row>(statement: Sql): Promise<readonly Row[]>;

  /**
   * Writes a batch as one transaction and resolves when it is on stable storage.
   *
   * Answers the number of rows each statement touched; or null, with nothing written, when a guard (`must`)
   * touched no row or a unique or foreign key stood in the way: the caller read a state that is no longer true
   * and has to read and judge again (see attempt.ts). A batch touches each row at most once and no statement of
   * it depends on what another one wrote, so that an engine may run the whole batch as one statement.
   */
  write(batch: readonly Sql[]): Promise<readonly number[] | null>;

  /** Epoch milliseconds by the database's own clock, where it has one that all instances share. */
  readonly now?: () => number;

  /** True when the database answers and would take a write. */
  isReady(): Promise<boolean>;

  close(): Promise<void>;
}

/** The database exists but must not be used: corrupt, newer than this program, or not writable. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}
