/**
 * The writer thread of the embedded database: runs the batches that arrived together under one durable commit.
 *
 * It is a thread of its own so that neither fsync nor a checkpoint ever stops the event loop.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Value } from './sql.ts';
import { type Connection, connect, isKeyConflict, isOutOfReach, type Statement } from './sqlite-connection.ts';

/** One statement of a batch: its number, whether it is a guard, its values. */
export type Step = readonly [statement: number, must: boolean, values: readonly Value[]];

export interface Group {
  /** Statements not sent before, by number. */
  readonly texts: readonly (readonly [number: number, text: string])[];
  readonly batches: readonly (readonly Step[])[];
}

/** What became of one batch: the rows each step touched; null when it was undone; a defect of ours in words. */
export type BatchOutcome = readonly number[] | null | { readonly defect: string };

/** One outcome per batch, or why the whole group failed. */
export type Outcome = { readonly done: readonly BatchOutcome[] } | { readonly failed: string };

interface Writer {
  readonly connection: Connection;
  readonly texts: Map<number, string>;
  readonly statements: Map<number, Statement>;
}

function serveGroups(path: string): void {
  const writer: Writer = { connection: connect(path, 'writer'), texts: new Map(), statements: new Map() };
  const port = parentPort;
  if (!port) throw new Error('The writer runs as a thread.');
  port.on('message', (group: Group) => port.postMessage(commitGroup(writer, group)));
}

function commitGroup(writer: Writer, group: Group): Outcome {
  const { connection } = writer;
  try {
    for (const [number, text] of group.texts) writer.texts.set(number, text);
    connection.exec('begin immediate');
    const done = group.batches.map((batch) => runBatch(writer, batch));
    connection.exec('commit');
    return { done };
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback');
    return { failed: messageOf(error) };
  }
}

/** A wrong statement spoils its own batch alone; trouble of the machine ends the whole group. */
function runBatch(writer: Writer, batch: readonly Step[]): BatchOutcome {
  const { connection } = writer;
  connection.exec('savepoint batch');
  try {
    const counts: number[] = [];
    for (const [number, must, values] of batch) {
      const touched = Number(statementOf(writer, number).run(...values).changes);
      if (must && touched === 0) return undo(connection);
      counts.push(touched);
    }
    connection.exec('release batch');
    return counts;
  } catch (error) {
    if (isOutOfReach(error) || !connection.isTransaction) throw error;
    undo(connection);
    return isKeyConflict(error) ? null : { defect: messageOf(error) };
  }
}

function statementOf({ connection, texts, statements }: Writer, number: number): Statement {
  let statement = statements.get(number);
  if (!statement) {
    statement = connection.prepare(texts.get(number) ?? '');
    statements.set(number, statement);
  }
  return statement;
}

function undo(connection: Connection): null {
  connection.exec('rollback to batch');
  connection.exec('release batch');
  return null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (parentPort) serveGroups(String(workerData));
