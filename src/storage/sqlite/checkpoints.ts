/** Watches the write-ahead log, and has it moved into the database file by another thread once it has grown. */
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
  /** Whoever was asked to move the log has done so, or has failed: commits tell of a failing disk themselves. */
  moved(): void;
}

export function watchLog(connection: Connection, askToMove: () => void): LogWatch {
  connection.exec(`pragma wal_autocheckpoint = ${PAGES_AT_MOST}`);
  const look = connection.prepare('pragma wal_checkpoint(noop)');
  let groups = 0;
  let isMoving = false;

  return {
    afterCommit() {
      groups += 1;
      if (isMoving || groups % GROUPS_BETWEEN_LOOKS !== 0) return;
      try {
        const row = look.get();
        if (Number(row?.log) - Number(row?.checkpointed) <= PAGES_WORTH_MOVING) return;
        isMoving = true;
        askToMove();
      } catch {
        // A failing disk: the writer must go on, and checks again later.
      }
    },
    moved() {
      isMoving = false;
    },
  };
}
