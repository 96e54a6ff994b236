/**
 * The writer thread of the embedded database: runs the batches that arrived together under one durable commit.
 *
 * It is a thread of its own so that neither fsync nor a checkpoint ever stops the event loop.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Value } from './sql.ts';
import { type Connection, connect, isKeyConflict, isOutOfReach, type Statement } from './sqlite-connection.ts';
import { type Group, type Outcome, readStep } from './sqlite-group.ts';

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
    statementFor(writer, 'begin immediate').run();
    const outcomes: Value[] = [];
    let position = 0;
    while (position < group.flat.length) position = runBatch(writer, group.flat, { position, outcomes });
    statementFor(writer, 'commit').run();
    return { flat: outcomes };
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback');
    return { failed: messageOf(error) };
  }
}

interface Progress {
  readonly position: number;
  readonly outcomes: Value[];
}

/** Runs the batch that begins at `position` and answers where the next one begins. */
function runBatch(writer: Writer, flat: readonly Value[], { position, outcomes }: Progress): number {
  const steps = Number(flat[position]);
  const counts: number[] = [];
  let next = position + 1;
  let spoiled: Value | undefined;
  statementFor(writer, 'savepoint batch').run();
  for (let step = 0; step < steps; step += 1) {
    const { number, must } = readStep(Number(flat[next]));
    const end = next + 2 + Number(flat[next + 1]);
    if (spoiled === undefined) spoiled = runStep(writer, { number, must, values: flat.slice(next + 2, end) }, counts);
    next = end;
  }
  if (spoiled === undefined) {
    statementFor(writer, 'release batch').run();
    outcomes.push(...counts);
  } else {
    statementFor(writer, 'rollback to batch').run();
    statementFor(writer, 'release batch').run();
    outcomes.push(spoiled);
  }
  return next;
}

interface Step {
  readonly number: number;
  readonly must: boolean;
  readonly values: readonly Value[];
}

/**
 * Answers undefined when the step is done, null when the batch has to be undone, a text for a defect of ours.
 * A wrong statement spoils its own batch alone; trouble of the machine ends the whole group.
 */
function runStep(writer: Writer, { number, must, values }: Step, counts: number[]): Value | undefined {
  try {
    const touched = Number(statementOf(writer, number).run(...values).changes);
    counts.push(touched);
    return must && touched === 0 ? null : undefined;
  } catch (error) {
    if (isOutOfReach(error) || !writer.connection.isTransaction) throw error;
    return isKeyConflict(error) ? null : messageOf(error);
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

const CONTROL = ['begin immediate', 'commit', 'savepoint batch', 'release batch', 'rollback to batch'] as const;

/** The words of transactions are prepared like everything else; their numbers lie below those of the house. */
function statementFor({ connection, statements }: Writer, word: (typeof CONTROL)[number]): Statement {
  const number = -1 - CONTROL.indexOf(word);
  let statement = statements.get(number);
  if (!statement) {
    statement = connection.prepare(word);
    statements.set(number, statement);
  }
  return statement;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (parentPort) serveGroups(String(workerData));
