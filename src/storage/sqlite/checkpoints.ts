/** Watches the write-ahead log, and has it moved into the database file by a thread of its own once it has grown. */
import { Worker } from 'node:worker_threads';
import type { Connection } from './connection.ts';

/** A check costs a microsecond or two; a group seldom writes more than a hundred pages. */
const GROUPS_BETWEEN_LOOKS = 8;
/** 4 MiB in pages: what SQLite itself would begin at. */
const PAGES_WORTH_MOVING = 1000;
/**
 * The log begins anew only when all of it was moved while there is no write, which under steady load is never. From
 * this length on the writer moves the rest itself; by then it is little.
 */
export const PAGES_AT_MOST = 8000;

interface LogWatch {
  afterCommit(): void;
}

export function watchLog(connection: Connection, path: string): LogWatch {
  connection.exec(`pragma wal_autocheckpoint = ${PAGES_AT_MOST}`);
  const look = connection.prepare('pragma wal_checkpoint(noop)');
  let groups = 0;
  let isMoving = false;
  let checkpointer: Worker | undefined;

  function move(): void {
    isMoving = true;
    checkpointer ??= start();
    checkpointer.postMessage('now');
  }

  function start(): Worker {
    const worker = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: path });
    const ended = () => {
      if (checkpointer === worker) checkpointer = undefined;
      isMoving = false;
    };
    worker.unref();
    worker.on('message', () => {
      isMoving = false;
    });
    // A failing disk stops this thread. Commits report it themselves; a later check starts the thread again.
    worker.on('error', ended);
    worker.on('exit', ended);
    return worker;
  }

  return {
    afterCommit() {
      groups += 1;
      if (isMoving || groups % GROUPS_BETWEEN_LOOKS !== 0) return;
      try {
        const row = look.get();
        if (Number(row?.log) - Number(row?.checkpointed) > PAGES_WORTH_MOVING) move();
      } catch {
        // A failing disk, or no descriptor for another thread: the writer must go on, and checks again later.
        isMoving = false;
      }
    },
  };
}
