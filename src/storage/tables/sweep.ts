/**
 * How a table is swept: each step removes a bounded number of rows that no decision can need any more. The file of each
 * table has its own row of this kind, and storage/sweeps.ts lists them all.
 */
import type { Database } from '../database.ts';
import type { Sql } from '../sql.ts';

export type Sweep = SweepByIndex | SweepByNumber;

interface SweepRow {
  readonly table: string;
  /** What goes, and when, for a reader who wonders how long something is kept. */
  readonly ends: string;
}

/** One statement; or several, written together, of which the last one removes what is counted. */
export type Step = Sql | readonly Sql[];

/** Along an index: repeated until a step finds less than it may remove. */
export interface SweepByIndex extends SweepRow {
  readonly step: (at: SweepTime, most: number) => Step;
}

/** Along the record numbers, slice by slice: there is no index on expiry to keep up (decision 0012). */
export interface SweepByNumber extends SweepRow {
  /** The slice of up to `most` records behind this number; undefined at the end. */
  readonly next: (database: Database, after: number, most: number) => Promise<Slice | undefined>;
  /** Where it leaves rows of the slice behind because they are more than `most`, it is repeated. */
  readonly stepIn: (slice: Slice, at: SweepTime, most: number) => Step;
}

/** Where a walk along record numbers has come to. */
export interface Slice {
  readonly after: number;
  readonly upTo: number;
}

export interface SweepTime {
  readonly now: number;
  /** Pairs with this number or a larger one stay: whoever presents one of them late must be known (tokens/inspect.ts). */
  readonly firstKeptPair: number;
  /** How long events, and figures with them, are kept. */
  readonly eventDays: number;
  /** How long events of the group that is kept longest are kept. */
  readonly longestEventDays: number;
  /** The smallest number that a record of this second can have. */
  firstIdOf(epochSecond: number): number;
}

export const DAY_SECONDS = 86_400;

/** What proves something about a late replay is kept for a day after its end. */
export function dayBefore({ now }: SweepTime): number {
  return now - DAY_SECONDS;
}

export function sliceOf(after: number, rows: readonly { readonly upTo: number | null }[]): Slice | undefined {
  const upTo = rows[0]?.upTo ?? null;
  return upTo === null ? undefined : { after, upTo };
}
