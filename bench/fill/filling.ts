/** What a filled database is made of: sizes, numbers that look like real ones, and tables as streams of rows. */
import { firstIdOf } from '../../src/world.ts';

export interface Sizes {
  /** Live pairs of tokens, each in a family of its own. */
  readonly pairs: number;
  readonly accounts: number;
  readonly applications: number;
  /** Pairs whose tokens have all expired, for the sweeper. */
  readonly expired: number;
  /** Live pairs, spread evenly over all, whose token strings are kept. */
  readonly sample: number;
}

export type Cell = string | number | null;

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly count: number;
  rows(): Iterable<readonly Cell[]>;
}

export interface Filling {
  readonly sizes: Sizes;
  readonly now: number;
  /** The record number of the client that the load presents. */
  readonly clientId: number;
  /** Hears the token strings of the sample, in the order of their rows. */
  keep(access: string, refresh: string): void;
}

export const DAY = 86_400;
/** Numbers of one second are this far apart, so that they look as scattered as real ones. */
const GAP = 1000;

/** The record number of the row `index` among `count` that came evenly within `seconds` until `ago` seconds ago. */
export function idOf(filling: Filling, span: { index: number; count: number; seconds: number; ago: number }): number {
  const start = filling.now - span.ago - span.seconds;
  const second = Math.floor((span.index * span.seconds) / span.count);
  const firstOfSecond = Math.ceil((second * span.count) / span.seconds);
  return firstIdOf(start + second) + (span.index - firstOfSecond + 1) * GAP;
}

export function table(name: string, columns: string, count: number, row: (index: number) => readonly Cell[]): Table {
  return {
    name,
    columns: columns.split(' '),
    count,
    *rows() {
      for (let index = 0; index < count; index += 1) yield row(index);
    },
  };
}
