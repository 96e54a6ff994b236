/** Hands batches to the writer thread in groups, and starts the thread anew should it end. */
import { Worker } from 'node:worker_threads';
import { NotNow } from '../../protocol/not-now.ts';
import type { Database } from '../database.ts';
import { assertRowsOnce, type Sql, type Value } from '../sql.ts';
import { type Group, type Outcome, pack, unpack } from './writer-messages.ts';

/** Beyond this many waiting batches the service says it is busy instead of queueing without end. */
export const MOST_WAITING = 8192;

const WRITER = new URL('./writer-thread.ts', import.meta.url);

interface Waiting {
  readonly batch: readonly Sql[];
  readonly resolve: (counts: readonly number[] | null) => void;
  readonly reject: (error: Error) => void;
}

interface Writer {
  readonly write: Database['write'];
  close(): Promise<void>;
}

/**
 * Collects the batches of a turn and sends them as one group; while the thread commits one group, the next one
 * gathers. Under load groups grow by themselves, and an idle service commits at once.
 */
export function startWriter(path: string, script: URL = WRITER): Writer {
  let told = createNumbering();
  let gathering: Waiting[] = [];
  let underWay: Waiting[] = [];
  let isScheduled = false;
  let isClosed = false;
  let thread: Worker | undefined = startThread();

  function startThread(): Worker {
    const started = new Worker(script, { workerData: path });
    started.unref();
    started.on('message', (outcome: Outcome) => finish(outcome));
    started.on('error', (error) => forget(started, `The writer thread stopped: ${String(error)}`));
    started.on('exit', () => forget(started, 'The writer thread has ended.'));
    return started;
  }

  /** What was under way may be written or not. The next write starts a new thread, which knows no statements. */
  function forget(ended: Worker, reason: string): void {
    if (thread !== ended) return;
    thread = undefined;
    told = createNumbering();
    for (const waiting of [...underWay, ...gathering]) waiting.reject(new NotNow('unavailable', reason));
    underWay = [];
    gathering = [];
  }

  function finish(outcome: Outcome): void {
    const settled = underWay;
    underWay = [];
    if (gathering.length > 0) send();
    else thread?.unref();
    settle(settled, outcome);
  }

  function send(): void {
    isScheduled = false;
    if (underWay.length > 0 || gathering.length === 0) return;
    underWay = gathering;
    gathering = [];
    const flat: Value[] = [];
    for (const { batch } of underWay) pack(flat, batch, told.numberOf);
    thread ??= startThread();
    thread.ref();
    thread.postMessage({ texts: told.takeNew(), flat } satisfies Group);
  }

  return {
    write: (batch) =>
      new Promise((resolve, reject) => {
        assertRowsOnce(batch);
        if (isClosed) return reject(new NotNow('unavailable', 'The database is closed.'));
        if (gathering.length >= MOST_WAITING)
          return reject(new NotNow('unavailable', 'Too many writes are waiting.', { shortage: 'writes' }));
        gathering.push({ batch, resolve, reject });
        if (isScheduled || underWay.length > 0) return;
        isScheduled = true;
        setImmediate(send);
      }),
    close: async () => {
      isClosed = true;
      while (underWay.length > 0 || gathering.length > 0) await new Promise(setImmediate);
      await thread?.terminate();
    },
  };
}

interface Numbering {
  readonly numberOf: (statement: Sql) => number;
  /** The texts that the thread has not been told yet. */
  takeNew(): [number, string][];
}

/** Statements go by numbers: a thread is told the text of each once. */
function createNumbering(): Numbering {
  const numbers = new Map<readonly string[], number>();
  let unsent: [number, string][] = [];
  return {
    numberOf({ text }) {
      let number = numbers.get(text);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(text, number);
        unsent.push([number, text.join('?')]);
      }
      return number;
    },
    takeNew() {
      const texts = unsent;
      unsent = [];
      return texts;
    },
  };
}

function settle(settled: readonly Waiting[], outcome: Outcome): void {
  let position = 0;
  for (const { batch, resolve, reject } of settled) {
    if ('failed' in outcome) {
      reject(new NotNow('unavailable', outcome.failed));
      continue;
    }
    const unpacked = unpack(outcome.flat, position, batch.length);
    position = unpacked.next;
    if (unpacked.outcome !== null && 'defect' in unpacked.outcome) reject(new Error(unpacked.outcome.defect));
    else resolve(unpacked.outcome);
  }
}
