/**
 * The storage port, and the discipline of every act that changes something: read, judge, write one guarded batch, and
 * start again where a guard failed. What was judged is thereby what was true at the commit, on every engine, without a
 * lock held between the two.
 */
import { NotNow } from '../protocol/not-now.ts';
import { andThen } from '../protocol/result.ts';
import type { Sql } from './sql.ts';

export interface Trouble {
  /** Nothing can be read, or nothing can be written: on a full disk reads go on. */
  readonly lost: 'reads' | 'writes';
  /** For the log: it may name files and servers. */
  readonly reason: string;
}

/** Reads and writes throw `NotNow` while the database cannot be reached, is full, or is busy beyond patience. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';

  /** Of a view that writes under a condition: the database itself, by which things are kept that belong to it. */
  readonly original?: Database | undefined;

  /**
   * Reads the state as of a moment after the call. Columns are aliased to the row type's names.
   *
   * Rows and their list are frozen. A lookup of up to four rows that is repeated answers the same objects until a row
   * of it has changed, whichever process changed it: from its second answer on, for as long as the driver remembers it.
   * What was computed from a row may therefore be kept beside it (per-record.ts).
   */
  read<Row>(statement: Sql): Promise<readonly Row[]>;

  /** Undefined for an engine that answers nothing without a round trip. */
  readonly look?: (() => Look) | undefined;

  /**
   * What `read` would answer, where that is remembered: the same objects, at once. Undefined where it is not, and anywhere
   * else than within `Look.during`.
   */
  readonly peek?: (<Row>(statement: Sql) => readonly Row[] | undefined) | undefined;

  /**
   * What `read` would answer, at once, whether it is remembered or not. Undefined where that fails, and anywhere else than
   * within `Look.during`: `readSoon` asks in the usual way then.
   */
  readonly readNow?: (<Row>(statement: Sql) => readonly Row[] | undefined) | undefined;

  /**
   * Reads many rows, or counts them: for pages, commands and jobs. As fresh as `read` and frozen, but never remembered.
   * However long it takes, no `read` waits for it.
   */
  list<Row>(statement: Sql): Promise<readonly Row[]>;

  /**
   * Writes a batch as one transaction and resolves when it is on stable storage.
   *
   * Answers the number of rows each statement touched; or null, with nothing written, when a guard (`must`)
   * touched no row or a unique or foreign key stood in the way: the caller read a state that is no longer true
   * and has to read and judge again (`attempt`). A batch touches each row at most once and no statement of
   * it depends on what another one wrote, so that an engine may run the whole batch as one statement. A statement that
   * leads (`leading`) runs before the others.
   */
  write(batch: readonly Sql[]): Promise<readonly number[] | null>;

  /** Epoch milliseconds by the database's own clock, where it has one that all instances share. */
  readonly now?: (() => number) | undefined;

  /** What keeps the database from answering or from taking a write, found out by trying; undefined for nothing. */
  findTrouble(): Promise<Trouble | undefined>;

  /** For whoever watches the service. */
  readonly figures?: (() => DatabaseFigures) | undefined;

  close(): Promise<void>;
}

/** One look at what has changed, for all requests that had arrived by then. */
export interface Look {
  /** Begins some of them: what they `peek` at or `readNow` is as of a moment after the call of `look`. */
  during(begin: () => void): void;
  /** Answers what they have asked for beside that. */
  end(): void;
}

/** Where every answer takes a round trip. */
export const NO_LOOK: Look = { during: (begin) => begin(), end() {} };

interface DatabaseFigures {
  /** Rows that were read before and are handed out while they are unchanged. */
  readonly remembered: RememberedFigures;
  /** Of a database that is reached by connections; `calls` are statements without an answer, those that wait included. */
  readonly pools: readonly PoolFigures[];
}

export interface RememberedFigures {
  readonly entries: number;
  readonly bytes: number;
  /** Reads that were answered from memory, and those that were not, since the database was opened. */
  readonly hits: number;
  readonly misses: number;
}

export interface PoolFigures {
  readonly role: string;
  readonly size: number;
  readonly open: number;
  readonly calls: number;
}

/** The database exists but must not be used: corrupt, newer than this program, or not writable. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}

/** What whoever opens a database wants to be told about it. */
export interface DatabaseWatch {
  /** How long a server may be silent before it counts as out of reach, and who waits is refused. Commands wait longer. */
  readonly silenceMs?: number;
  /** There is nothing of this service yet, and its tables are about to be made; throws where that is not wanted. */
  readonly onEmpty?: (what: 'no file' | 'no tables') => void;
  /** The database has this schema and is about to be migrated; throws where that is not wanted. */
  readonly onOutdated?: (schema: number) => void;
  /** The server may lose what it has acknowledged, since it is told to by these settings of its own. */
  readonly onCareless?: (settings: readonly string[]) => void;
  /** Reads or writes are refused from now on, until they are `onBack`. */
  readonly onLost?: (what: 'reads' | 'writes', reason: string) => void;
  readonly onBack?: (what: 'reads' | 'writes', afterMs: number) => void;
  /** No server can be used, for this reason; told again when the reason is another one. */
  readonly onUnusable?: (reason: string) => void;
  /** Told of every read and every batch, answered or failed. */
  readonly onAnswered?: (operation: 'read' | 'write', milliseconds: number, asked: Sql | readonly Sql[]) => void;
  /** The database was moved: what is done from now on is done at this address, which may hold a password. */
  readonly onMoved?: (address: string) => void;
}

/** How one database is opened. */
export interface Opening extends DatabaseWatch {
  /** The move that led here; without one, a database that is being filled is refused. */
  readonly followed?: string | undefined;
}

/** A lookup on the path of every request: at once where the database can, which saves the promises that wait for it. */
export function readSoon<Row>(database: Database, statement: Sql): readonly Row[] | Promise<readonly Row[]> {
  return database.readNow?.<Row>(statement) ?? database.read<Row>(statement);
}

/** A lookup that was begun before it is known whether anybody will wait for it: a request that is refused first does not. */
export function readingAhead<T>(reading: T | Promise<T>): T | Promise<T> {
  if (reading instanceof Promise) reading.catch(() => {});
  return reading;
}

/** Returned by an attempt whose write found another state than it had read. */
export const stale = Symbol('stale');

const MOST_ATTEMPTS = 12;

export async function attempt<T>(once: () => Promise<T | typeof stale>): Promise<T> {
  return await attemptSoon(once);
}

/** The same without a promise around what needs none. */
export function attemptSoon<T>(once: () => Attempted<T>): T | Promise<T> {
  return andThen(once(), (outcome) => (outcome === stale ? tryAgain(once) : outcome));
}

type Attempted<T> = T | typeof stale | Promise<T | typeof stale>;

async function tryAgain<T>(once: () => Attempted<T>): Promise<T> {
  for (let tries = 1; tries < MOST_ATTEMPTS; tries += 1) {
    const outcome = await once();
    if (outcome !== stale) return outcome;
  }
  throw new NotNow('unavailable', 'Too many requests changed the same record at once.', { shortage: 'contention' });
}

/**
 * Writes a batch without guards, which can fail only when another process took the number of one of its records. The
 * batch is made anew for each attempt, so that its records get new numbers.
 */
export async function writeUnguarded(database: Database, batch: () => readonly Sql[]): Promise<void> {
  await attempt(async () => {
    const writes = batch();
    return writes.length === 0 || (await database.write(writes)) ? undefined : stale;
  });
}
