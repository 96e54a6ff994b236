/** Reads the rows that the checker of test/faults compares with a history, in the middle of a simulation. */
import { CODES, EVENTS, FAMILIES, PAIRS, type Rows } from '../faults/checking/rows.ts';
import type { Memory } from './memory.ts';

export function readRowsOf(memory: Memory): Rows {
  return {
    codes: memory.all(CODES),
    families: memory.all(FAMILIES),
    pairs: memory.all(PAIRS),
    events: memory.all(EVENTS),
    damage: memory.all<{ table: string }>('pragma foreign_key_check').map(({ table }) => `foreign key of ${table}`),
  };
}
