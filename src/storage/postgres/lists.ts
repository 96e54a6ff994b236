/** Reads lists and counts on connections of their own, so that no lookup waits behind them. */
import { NotNow } from '../../protocol/not-now.ts';
import { type RowMaker, type Rows, rowMaker } from '../rows.ts';
import type { Sql } from '../sql.ts';
import type { Query } from './pool.ts';
import { numberedText } from './statement-text.ts';

/** Beyond this many waiting lists the service says it is busy. */
export const MOST_LISTS_WAITING = 1024;

/**
 * A list is sent when one of `connections` is free for it. In the driver's own queue it would look like a call that the
 * server does not answer, for which the pools are given up (failover.ts).
 */
export function readLists(query: Query, connections: number): (statement: Sql) => Promise<Rows> {
  const makers = new Map<readonly string[], RowMaker>();
  const waiting: (() => void)[] = [];
  let underWay = 0;

  async function takeTurn(): Promise<void> {
    if (underWay < connections) underWay += 1;
    else if (waiting.length >= MOST_LISTS_WAITING) throw new NotNow('unavailable', 'Too many lists are being read.');
    // The one before hands its connection over, so the number of those under way stays.
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function giveTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else underWay -= 1;
  }

  return async ({ text, values }) => {
    await takeTurn();
    try {
      const found = await query(numberedText(text), [...values]);
      let makeRow = makers.get(text);
      if (!makeRow) {
        makeRow = rowMaker(found.columns.map(({ name }) => name));
        makers.set(text, makeRow);
      }
      return Object.freeze(found.map((fields) => makeRow(fields)));
    } finally {
      giveTurn();
    }
  };
}
