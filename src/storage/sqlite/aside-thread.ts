/**
 * The thread for what neither the event loop nor the writer may wait for: it reads lists and counts from the embedded database,
 * and moves committed pages from the log into the file. One for both, since a thread takes 8 MB before it has done anything.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Value } from '../sql.ts';
import { connect, type Statement } from './connection.ts';

export interface ListQuestion {
  readonly text: string;
  readonly values: readonly Value[];
}

/** In the order of the questions: the names of the columns and the fields of each row, or what SQLite says. */
export type ListAnswer =
  | { readonly names: readonly string[]; readonly rows: readonly (readonly unknown[])[] }
  | { readonly message: string; readonly errcode: number };

/** Passive: it never makes a reader or the writer wait. SQLite allows it to a connection that may only read, too. */
export const MOVE_LOG: ListQuestion = { text: 'pragma wal_checkpoint(passive)', values: [] };

/** Lists seldom read the same pages twice. */
const CACHE_KIB = 512;

function serveAside(path: string): void {
  const connection = connect(path, 'reader');
  connection.exec(`pragma cache_size = -${CACHE_KIB}`);
  const statements = new Map<string, Statement>();
  const port = parentPort;
  if (!port) throw new Error('Lists are read by a thread.');

  function statementFor(text: string): Statement {
    let statement = statements.get(text);
    if (!statement) {
      statement = connection.prepare(text);
      statement.setReturnArrays(true);
      statements.set(text, statement);
    }
    return statement;
  }

  function answer({ text, values }: ListQuestion): ListAnswer {
    try {
      const statement = statementFor(text);
      // With setReturnArrays a row is an array, which the type of `all` does not say.
      const rows = statement.all(...values) as unknown as unknown[][];
      return { names: statement.columns().map(({ name }) => name), rows };
    } catch (error) {
      const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
      return { message: error instanceof Error ? error.message : String(error), errcode };
    }
  }

  port.on('message', (question: ListQuestion) => port.postMessage(answer(question)));
}

if (parentPort) serveAside(String(workerData));
