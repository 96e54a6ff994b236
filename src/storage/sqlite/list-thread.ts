/** The thread that reads lists and counts from the embedded database, so that none of them stops the event loop. */
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

function serveLists(path: string): void {
  const connection = connect(path, 'reader');
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

if (parentPort) serveLists(String(workerData));
