/** Reads lists and counts on connections of their own, so that no lookup waits behind them. */
import { type RowMaker, type Rows, rowMaker } from '../rows.ts';
import type { Sql } from '../sql.ts';
import { createTurns } from '../turns.ts';
import type { Query } from './pool.ts';
import { numberedText } from './statement-text.ts';

/**
 * A list is sent when one of `connections` is free for it. In the driver's own queue it would look like a call that the
 * server does not answer, for which the pools are given up (failover.ts).
 */
export function readLists(query: Query, connections: number): (statement: Sql) => Promise<Rows> {
  const makers = new Map<readonly string[], RowMaker>();
  const turns = createTurns(connections);

  return ({ text, values }) =>
    turns.run(async () => {
      const found = await query(numberedText(text), [...values]);
      let makeRow = makers.get(text);
      if (!makeRow) {
        makeRow = rowMaker(found.columns.map(({ name }) => name));
        makers.set(text, makeRow);
      }
      return Object.freeze(found.map((fields) => makeRow(fields)));
    });
}
