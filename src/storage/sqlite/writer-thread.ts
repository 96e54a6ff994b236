/**
 * The writer thread of the embedded database: runs the batches that arrived together under one durable commit.
 *
 * It is a thread of its own so that neither fsync nor a checkpoint ever stops the event loop.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Value } from '../sql.ts';
import { watchLog } from './checkpoints.ts';
import { type Connection, connect, isKeyConflict, isOutOfReach, type Statement, sqliteCode } from './connection.ts';
import { troubleWith } from './trouble.ts';
import { createBegin } from './write-lock.ts';
import { type Group, LOG_GROWN, LOG_MOVED, type Outcome, readStep } from './writer-messages.ts';

interface Writer {
  readonly connection: Connection;
  readonly begin: () => void;
  readonly texts: Map<number, string>;
  readonly statements: Map<number, Statement>;
}

function serveGroups(path: string): void {
  const connection = connect(path, 'writer');
  const writer: Writer = { connection, begin: createBegin(connection), texts: new Map(), statements: new Map() };
  const port = parentPort;
  if (!port) throw new Error('The writer runs as a thread.');
  const log = watchLog(connection, () => port.postMessage(LOG_GROWN));
  port.on('message', (group: Group | typeof LOG_MOVED) => {
    if (group === LOG_MOVED) return log.moved();
    port.postMessage(commitGroup(writer, group, path));
    log.afterCommit();
  });
}

function commitGroup(writer: Writer, group: Group, path: string): Outcome {
  try {
    for (const [number, text] of group.texts) writer.texts.set(number, text);
    const outcomes = runTogether(writer, group.flat) ?? runOneByOne(writer, group.flat);
    statementFor(writer, 'commit').run();
    return { flat: outcomes };
  } catch (error) {
    undo(writer);
    return { failed: isOutOfReach(error) ? troubleWith(path, sqliteCode(error), messageOf(error)) : messageOf(error) };
  }
}

/**
 * Runs all batches without a way to undo one of them, which is far cheaper: for that, SQLite would keep a copy of every
 * page from before. Undefined, with nothing done, when one turned out to need it.
 */
function runTogether(writer: Writer, flat: readonly Value[]): Value[] | undefined {
  const outcomes: Value[] = [];
  writer.begin();
  for (let position = 0; position < flat.length; ) {
    const { spoiled, counts, next } = runSteps(writer, flat, position);
    if (spoiled !== undefined) {
      undo(writer);
      return undefined;
    }
    for (const count of counts) outcomes.push(count);
    position = next;
  }
  return outcomes;
}

function runOneByOne(writer: Writer, flat: readonly Value[]): Value[] {
  const outcomes: Value[] = [];
  writer.begin();
  for (let position = 0; position < flat.length; ) {
    statementFor(writer, 'savepoint batch').run();
    const { spoiled, counts, next } = runSteps(writer, flat, position);
    if (spoiled !== undefined) statementFor(writer, 'rollback to batch').run();
    statementFor(writer, 'release batch').run();
    for (const outcome of spoiled === undefined ? counts : [spoiled]) outcomes.push(outcome);
    position = next;
  }
  return outcomes;
}

/** Never throws: that would end the thread, and with it every later write. */
function undo({ connection }: Writer): void {
  try {
    if (connection.isTransaction) connection.exec('rollback');
  } catch {
    // The disk fails even for this: then the next `begin` fails too, is reported as this one was, and rolls back again.
  }
}

interface Ran {
  /** Undefined when every step is done. */
  readonly spoiled: Value | undefined;
  readonly counts: readonly number[];
  /** Where the next batch begins. */
  readonly next: number;
}

function runSteps(writer: Writer, flat: readonly Value[], position: number): Ran {
  const steps = Number(flat[position]);
  const counts: number[] = [];
  let next = position + 1;
  let spoiled: Value | undefined;
  for (let step = 0; step < steps; step += 1) {
    const { number, must } = readStep(Number(flat[next]));
    const end = next + 2 + Number(flat[next + 1]);
    if (spoiled === undefined) spoiled = runStep(writer, { number, must, values: flat.slice(next + 2, end) }, counts);
    next = end;
  }
  return { spoiled, counts, next };
}

interface Step {
  readonly number: number;
  readonly must: boolean;
  readonly values: readonly Value[];
}

/**
 * Answers undefined when the step is done, null when the batch has to be undone, a text for a defect of ours.
 * A wrong statement undoes its own batch alone; trouble of the machine fails the whole group.
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
    statement = connection.prepare(undoneByBatch(texts.get(number) ?? ''));
    statements.set(number, statement);
  }
  return statement;
}

/**
 * A statement that fails is undone with its batch. So that SQLite need not be able to undo it by itself, for which it would keep
 * a copy of every page that a statement with a trigger changes: 15 % of this thread's time.
 */
function undoneByBatch(text: string): string {
  return text.replace(/^\s*(insert(?=\s+into\s)|update(?=\s+\w+\s+set\s))/i, '$1 or fail');
}

const CONTROL = ['commit', 'savepoint batch', 'release batch', 'rollback to batch'] as const;

/** The statements of transactions are prepared like all others; their numbers are negative. */
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
