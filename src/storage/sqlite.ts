/** The SQLite driver: reads on this thread, writes grouped and handed to the writer thread. */
import { Worker } from 'node:worker_threads';
import { type Database, Unavailable } from './database.ts';
import { migrateSqlite } from './migrate-sqlite.ts';
import { type Sql, sql, type Value } from './sql.ts';
import { type Group, type Outcome, pack, unpack } from './sqlite-group.ts';
import { openReader } from './sqlite-reader.ts';

/** Beyond this many waiting batches the service says it is busy instead of queueing without end. */
const MOST_WAITING = 8192;

export async function openSqlite(path: string): Promise<Database> {
  migrateSqlite(path);
  const reader = openReader(path);
  const writer = startWriter(path);

  return {
    engine: 'sqlite',
    // The row type is the caller's promise about the columns it named; the contract tests hold it to that.
    read: <Row>(statement: Sql) => reader.read(statement) as Promise<readonly Row[]>,
    write: (batch) => writer.write(batch),
    isReady: async () => {
      try {
        await reader.read(sql`select 1`);
        return (await writer.write([])) !== null;
      } catch {
        return false;
      }
    },
    close: async () => {
      await writer.close();
      reader.close();
    },
  };
}

interface Waiting {
  readonly batch: readonly Sql[];
  readonly resolve: (counts: readonly number[] | null) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Collects the batches of a turn and sends them as one group; while the thread commits one group, the next one
 * gathers. Under load groups grow by themselves, and an idle service commits at once.
 */
function startWriter(path: string): { write: Database['write']; close(): Promise<void> } {
  const worker = new Worker(new URL('./sqlite-writer.ts', import.meta.url), { workerData: path });
  const numbers = new Map<readonly string[], number>();
  let unsent: [number, string][] = [];
  let gathering: Waiting[] = [];
  let underWay: Waiting[] = [];
  let isScheduled = false;
  let stopped: Error | undefined;
  worker.unref();

  function numberOf(statement: Sql): number {
    let number = numbers.get(statement.text);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(statement.text, number);
      unsent.push([number, statement.text.join('?')]);
    }
    return number;
  }

  function send(): void {
    isScheduled = false;
    if (underWay.length > 0 || gathering.length === 0) return;
    underWay = gathering;
    gathering = [];
    const flat: Value[] = [];
    for (const { batch } of underWay) pack(flat, batch, numberOf);
    const group: Group = { texts: unsent, flat };
    unsent = [];
    worker.ref();
    worker.postMessage(group);
  }

  function fail(error: Error): void {
    stopped = error;
    for (const waiting of [...underWay, ...gathering]) waiting.reject(error);
    underWay = [];
    gathering = [];
  }

  worker.on('message', (outcome: Outcome) => {
    const settled = underWay;
    underWay = [];
    if (gathering.length > 0) send();
    else worker.unref();
    settle(settled, outcome);
  });
  worker.on('error', (error) => fail(new Unavailable(`The writer thread stopped: ${String(error)}`)));
  worker.on('exit', () => fail(new Unavailable('The writer thread has ended.')));

  return {
    write: (batch) =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(stopped);
        if (gathering.length >= MOST_WAITING) return reject(new Unavailable('Too many writes are waiting.'));
        gathering.push({ batch, resolve, reject });
        if (isScheduled || underWay.length > 0) return;
        isScheduled = true;
        setImmediate(send);
      }),
    close: async () => {
      while (!stopped && (underWay.length > 0 || gathering.length > 0)) await new Promise(setImmediate);
      await worker.terminate();
    },
  };
}

function settle(settled: readonly Waiting[], outcome: Outcome): void {
  let position = 0;
  for (const { batch, resolve, reject } of settled) {
    if ('failed' in outcome) {
      reject(new Unavailable(outcome.failed));
      continue;
    }
    const unpacked = unpack(outcome.flat, position, batch.length);
    position = unpacked.next;
    if (unpacked.outcome !== null && 'defect' in unpacked.outcome) reject(new Error(unpacked.outcome.defect));
    else resolve(unpacked.outcome);
  }
}
