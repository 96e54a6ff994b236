/** Hands batches to the writer thread in groups, and starts the thread anew should it end. */
import { Worker } from 'node:worker_threads';
import { NotNow } from '../../protocol/not-now.ts';
import { assertRowsOnce } from '../batch.ts';
import type { Database } from '../database.ts';
import type { Sql, Value } from '../sql.ts';
import { type Group, LOG_GROWN, LOG_MOVED, type Outcome, pack, unpack } from './writer-messages.ts';

/** Beyond this many waiting batches the service says it is busy instead of queueing without end. */
export const MOST_WAITING = 8192;

/**
 * While the thread commits one group, the next one is already on its way: with one alone, each side would wait for the other.
 * A third brings nothing.
 */
export const MOST_UNDER_WAY = 2;
/**
 * So many batches do not wait for the end of the turn. The thread begins while the event loop goes on with the requests that
 * came together with these: refreshes and exchanges are then 14 to 22 % faster. Smaller groups cost more commits.
 */
const ENOUGH = 12;

const WRITER = new URL('./writer-thread.ts', import.meta.url);

interface Waiting {
  readonly batch: readonly Sql[];
  readonly resolve: (counts: readonly number[] | null) => void;
  readonly reject: (error: Error) => void;
}

interface WriterOptions {
  /** Moves the log into the file; without it the writer does so itself, later and while others wait. */
  readonly moveLog?: () => Promise<void>;
  /** A group could not be written. */
  readonly onFailed?: () => void;
  readonly script?: URL;
}

interface Writer {
  readonly write: Database['write'];
  close(): Promise<void>;
}

/**
 * Collects the batches of a turn and sends them as one group; while the thread has two groups, the next one gathers. Under
 * load groups grow by themselves, and an idle service commits at once.
 */
export function startWriter(path: string, options: WriterOptions = {}): Writer {
  let told = createNumbering();
  let gathering: Waiting[] = [];
  const underWay: Waiting[][] = [];
  let isScheduled = false;
  let isClosed = false;
  const start = () => startThread(path, options, { finish, forget });
  let thread: Worker | undefined = start();

  /** What was under way may be written or not. The next write starts a new thread, which knows no statements. */
  function forget(ended: Worker, reason: string): void {
    if (thread !== ended) return;
    thread = undefined;
    told = createNumbering();
    for (const waiting of [...underWay.flat(), ...gathering]) waiting.reject(new NotNow('unavailable', reason));
    underWay.length = 0;
    gathering = [];
  }

  /** The thread answers groups in the order in which they were sent. */
  function finish(from: Worker, outcome: Outcome): void {
    if (thread !== from) return;
    const settled = underWay.shift() ?? [];
    send();
    if (underWay.length === 0) thread?.unref();
    if ('failed' in outcome) options.onFailed?.();
    settle(settled, outcome);
  }

  function send(): void {
    isScheduled = false;
    if (underWay.length >= MOST_UNDER_WAY || gathering.length === 0) return;
    const group = gathering;
    gathering = [];
    underWay.push(group);
    const flat: Value[] = [];
    for (const { batch } of group) pack(flat, batch, told.numberOf);
    thread ??= start();
    thread.ref();
    thread.postMessage({ texts: told.takeNew(), flat } satisfies Group);
  }

  return {
    write: (batch) =>
      new Promise((resolve, reject) => {
        assertRowsOnce(batch);
        const refusal = refusalOf(isClosed, gathering.length);
        if (refusal !== undefined) return reject(refusal);
        gathering.push({ batch, resolve, reject });
        if (gathering.length === ENOUGH) return send();
        if (isScheduled || underWay.length >= MOST_UNDER_WAY) return;
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

interface Listener {
  finish(from: Worker, outcome: Outcome): void;
  forget(ended: Worker, reason: string): void;
}

function startThread(path: string, { moveLog, script = WRITER }: WriterOptions, { finish, forget }: Listener): Worker {
  const started = new Worker(script, { workerData: path });
  started.unref();
  started.on('message', (said: Outcome | typeof LOG_GROWN) => {
    if (said === LOG_GROWN) void moveFor(started, moveLog);
    else finish(started, said);
  });
  started.on('error', (error) => forget(started, `The writer thread stopped: ${String(error)}`));
  started.on('exit', () => forget(started, 'The writer thread has ended.'));
  return started;
}

/** What keeps the log from being moved is told by the writes that it keeps from being written. */
async function moveFor(thread: Worker, moveLog: WriterOptions['moveLog']): Promise<void> {
  await moveLog?.().catch(() => {});
  thread.postMessage(LOG_MOVED);
}

function refusalOf(isClosed: boolean, waiting: number): NotNow | undefined {
  if (isClosed) return new NotNow('unavailable', 'The database is closed.');
  if (waiting < MOST_WAITING) return undefined;
  return new NotNow('unavailable', 'Too many writes are waiting.', { shortage: 'writes' });
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
