/** Makes up the rows of a large service: numbers, dates and references as a real one would have them after a busy day. */
import type { Filling, Table } from './filling.ts';
import { accounts, clients, consents } from './grant-rows.ts';
import { ended, families, pairs } from './token-rows.ts';

/** In the order of their references. */
export function tablesOf(filling: Filling): readonly Table[] {
  return [
    ...accounts(filling),
    ...clients(filling),
    consents(filling),
    ...ended(filling),
    families(filling),
    pairs(filling),
  ];
}
