/**
 * The writer thread of the embedded database: runs the batches that arrived together under one durable commit.
 *
 * It is a thread of its own so that neither fsync nor a checkpoint ever stops the event loop.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Value } from './sql.ts';
import { type Connection, connect, isKeyConflict, type Statement } from './sqlite-connection.ts';

/** One statement of a batch: its number, whether it is a guard, its values. */
export type Step = readonly [statement: number, must: boolean, values: readonly Value[]];

export interface Group {
  /** Statements not sent before, by number. */
  readonly texts: readonly (readonly [number: number, text: string])[];
  readonly batches: readonly (readonly Step[])[];
}

/** One outcome per batch (rows touched by each step, or null when undone), or why the whole group failed. */
export type Outcome =
  | { readonly done: readonly (readonly number[] | null)[] }
  | { readonly failed: string; readonly isDefect: boolean };

function serveGroups(path: string): void {
  const connection = connect(path, 'writer');
  const statements = new Map<number, Statement>();
  const port = parentPort;
  if (!port) throw new Error('The writer runs as a thread.');
  port.on('message', (group: Group) => {
    port.postMessage(commitGroup(connection, statements, group));
  });
}

function commitGroup(connection: Connection, statements: Map<number, Statement>, group: Group): Outcome {
  try {
    for (const [number, text] of group.texts) statements.set(number, connection.prepare(text));
    connection.exec('begin immediate');
    const done = group.batches.map((batch) => runBatch(connection, statements, batch));
    connection.exec('commit');
    return { done };
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback');
    const failed = error instanceof Error ? error.message : String(error);
    return { failed, isDefect: !isOutOfReach(error) };
  }
}

function runBatch(
  connection: Connection,
  statements: Map<number, Statement>,
  batch: readonly Step[],
): readonly number[] | null {
  connection.exec('savepoint batch');
  try {
    const counts: number[] = [];
    for (const [number, must, values] of batch) {
      const touched = Number(statements.get(number)?.run(...values).changes ?? 0);
      if (must && touched === 0) return undo(connection);
      counts.push(touched);
    }
    connection.exec('release batch');
    return counts;
  } catch (error) {
    if (!isKeyConflict(error)) throw error;
    return undo(connection);
  }
}

function undo(connection: Connection): null {
  connection.exec('rollback to batch');
  connection.exec('release batch');
  return null;
}

/** Busy, read-only, I/O error, full, cannot open: the machine's trouble, not a wrong statement. */
function isOutOfReach(error: unknown): boolean {
  const codes = [5, 6, 8, 10, 13, 14];
  return typeof error === 'object' && error !== null && 'errcode' in error && codes.includes(Number(error.errcode) & 0xff);
}

if (parentPort) serveGroups(String(workerData));
