/** What the primary and its workers say to each other, and how a worker is started. */
import type { Settings } from '../../config.ts';
import type { Credit, CreditRequest } from '../../counters/ledger.ts';
import type { Call } from '../command-line.ts';

/** The word on the command line of a worker; without a channel to a primary it is no command. */
export const WORKER_WORD = 'worker';
/** Beside standard input and output and the channel: log lines go to the primary, which alone writes the log. */
export const LOG_DESCRIPTOR = 4;

/** What a worker runs with, and where each of it came from. */
export interface Configured {
  readonly settings: Settings;
  readonly origins: Call['origins'];
  /** As they were set, for all workers together: of some, `settings` has the share of one. */
  readonly whole: Settings;
}

export type ToWorker =
  /** The database is ready for workers. */
  | ({ readonly kind: 'begin'; readonly number: number; readonly workers: number } & Configured)
  /** Comes with the socket of the port. */
  | { readonly kind: 'listen' }
  | { readonly kind: 'whole'; readonly isWhole: boolean }
  | { readonly kind: 'credit'; readonly id: number; readonly credit: Credit }
  | { readonly kind: 'figures'; readonly id: number }
  /** Open connections of each worker by its number; those that do not serve are missing. */
  | { readonly kind: 'counts'; readonly counts: ReadonlyMap<number, number> }
  /** Comes with a connection that another worker gave away. */
  | { readonly kind: 'take'; readonly id: number }
  /** Answered with the same word, by the turn in which it comes. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'drain' }
  | { readonly kind: 'turn'; readonly isLast: boolean };

export type ToPrimary =
  /** Has opened the database and can serve as soon as there is a port. */
  | { readonly kind: 'prepared' }
  | { readonly kind: 'serving' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'spend'; readonly id: number; readonly request: CreditRequest }
  | { readonly kind: 'figures'; readonly id: number; readonly text: string }
  /** How many connections it has. */
  | { readonly kind: 'count'; readonly open: number }
  /** Comes with a connection for the worker of this number. */
  | { readonly kind: 'give'; readonly to: number }
  | { readonly kind: 'taken'; readonly id: number }
  /** Has drained as long as it should: may it close its hold on the port? */
  | { readonly kind: 'may-leave' }
  | { readonly kind: 'left' };
