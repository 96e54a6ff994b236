/** Removes rows of which there may be many: each step is a batch of its own, so that other writes come in between. */
import type { Database } from '../../storage/database.ts';
import type { Sql } from '../../storage/sql.ts';

const STEP_ROWS = 500;

/** `drop` removes so many at most; done when there were fewer. */
export async function dropInSteps(database: Database, signal: AbortSignal, drop: (step: number) => Sql): Promise<void> {
  for (let rows = STEP_ROWS; rows === STEP_ROWS; ) {
    signal.throwIfAborted();
    [rows = 0] = (await database.write([drop(STEP_ROWS)])) ?? [];
  }
}
