/** Hands lists and counts to a thread of their own, in turns of those who ask, and the log when it has grown; starts it when needed. */
import { Worker } from 'node:worker_threads';
import { NotNow } from '../../protocol/not-now.ts';
import { type RowMaker, type Rows, rowMaker } from '../rows.ts';
import type { Sql } from '../sql.ts';
import { createTurns } from '../turns.ts';
import { type ListAnswer, type ListQuestion, MOVE_LOG } from './aside-thread.ts';
import { isOutOfReach, sqliteCode } from './connection.ts';
import { troubleWith } from './trouble.ts';

/** While the thread reads one, the next one lies ready: it need not wait for a turn of the event loop. */
export const AT_THE_THREAD = 2;

interface Asked {
  readonly resolve: (answer: Told) => void;
  readonly reject: (error: unknown) => void;
}

type Told = Extract<ListAnswer, { names: unknown }>;

interface Aside {
  list(statement: Sql): Promise<Rows>;
  /** Moves what is committed from the log into the file; waits for no turn, only for the list that is read. */
  moveLog(): Promise<void>;
  close(): Promise<void>;
}

export function openAside(path: string): Aside {
  const makers = new Map<readonly string[], RowMaker>();
  const turns = createTurns(AT_THE_THREAD);
  let sent: Asked[] = [];
  let thread: Worker | undefined;

  function startThread(): Worker {
    const started = new Worker(new URL('./aside-thread.ts', import.meta.url), { workerData: path });
    started.on('message', (answer: ListAnswer) => finish(answer));
    started.on('error', (error) => forget(started, `The thread for lists stopped: ${String(error)}`));
    started.on('exit', () => forget(started, 'The thread for lists has ended.'));
    return started;
  }

  function forget(ended: Worker, reason: string): void {
    if (thread !== ended) return;
    thread = undefined;
    for (const { reject } of sent) reject(new NotNow('unavailable', reason));
    sent = [];
  }

  function finish(answer: ListAnswer): void {
    const asked = sent.shift();
    if (sent.length === 0) thread?.unref();
    if (asked === undefined) return;
    if ('message' in answer) asked.reject(errorOf(path, answer));
    else asked.resolve(answer);
  }

  function rowsOf(text: readonly string[], { names, rows }: Told): Rows {
    let makeRow = makers.get(text);
    if (!makeRow) {
      makeRow = rowMaker(names);
      makers.set(text, makeRow);
    }
    return Object.freeze(rows.map((fields) => makeRow(fields)));
  }

  function ask(question: ListQuestion): Promise<Told> {
    return new Promise((resolve, reject) => {
      thread ??= startThread();
      thread.ref();
      sent.push({ resolve, reject });
      thread.postMessage(question);
    });
  }

  return {
    list: ({ text, values }) => turns.run(async () => rowsOf(text, await ask({ text: text.join('?'), values }))),
    moveLog: async () => void (await ask(MOVE_LOG)),
    close: async () => {
      // Whoever waits for a turn is sent in the moment in which another one is answered.
      while (sent.length > 0) await new Promise(setImmediate);
      await thread?.terminate();
    },
  };
}

function errorOf(path: string, answer: Extract<ListAnswer, { message: string }>): Error {
  return isOutOfReach(answer)
    ? new NotNow('unavailable', troubleWith(path, sqliteCode(answer), answer.message))
    : new Error(answer.message);
}
