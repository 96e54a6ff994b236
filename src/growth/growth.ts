/** How something that can grow is described: who makes it grow, how much of it there can be, and how large one is. */
import { SETTINGS } from '../config.ts';

/** A stranger has no account, a user has one, a client has an application's credentials, an operator the machine. */
type Grower = 'stranger' | 'user' | 'client' | 'operator';

/** What a bound is counted for. Those with a time in them are rates: what they allow is kept for `days`. */
type Per =
  | 'service'
  | 'process'
  | 'account'
  | 'application'
  | 'consent'
  | 'family'
  | 'connection'
  | 'statement'
  | 'account and hour'
  | 'network and hour'
  | 'application and hour'
  | 'consent and hour';

export interface Bound {
  readonly most: number;
  readonly per: Per;
  /** How long what a rate allows stays; undefined where it stays for ever. */
  readonly days?: number;
}

export interface Growth {
  readonly grownBy: readonly Grower[];
  /** What keeps it small, in words. */
  readonly because: string;
  /** Null where nothing bounds it: each of these is a defect that is known (test/growth.test.ts lists them). */
  readonly bound: Bound | null;
  /** Of one row or entry, the largest there can be. */
  readonly bytes: number;
}

/** In memory, in the form of test/support/containers.ts: the file, and the names of the containers in it. */
export interface MemoryGrowth extends Growth {
  readonly file: string;
  readonly names: readonly string[];
  readonly holds: string;
}

/** Bounded by the source: one entry for each statement, route, table or language that it has. */
export const OF_THE_SOURCE = {
  grownBy: ['operator'],
  because: 'the source has so many',
  bound: { most: 2_000, per: 'process' },
  bytes: 2_000,
} as const satisfies Growth;

/** The number that a setting has unless the operator changes it. */
export function usual(name: keyof typeof SETTINGS): number {
  return Number(SETTINGS[name].fallback);
}

export const HOUR_SECONDS = 3600;
export const MINUTES_IN_AN_HOUR = 60;
export const DAY_HOURS = 24;

/** Numbers, times, and what the engine keeps beside each row and its indexes. */
export const ROW = 200;
export const DIGEST = 43;
/** The length that W3C Trace Context gives it. */
export const TRACEPARENT = 55;
