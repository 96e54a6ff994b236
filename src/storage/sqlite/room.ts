/** Whether the disk of a database file has room for more than the one page by which it is tried out. */
import { open, realpath, unlink } from 'node:fs/promises';
import { troubleWith } from './trouble.ts';

/** Some times what the largest batch writes. */
const ROOM_BYTES = 256 * 1024;

const FULL = 13;
const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * What could not be written has left pages behind, into which a single one fits however full the disk is. So room is asked
 * for beside the database, where its log grows, in a file that has no name once it is open. Rejects where there is none.
 */
export async function proveRoom(path: string): Promise<void> {
  // Processes that share the database ask each for itself.
  const own = `${await realpath(path)}-room-${process.pid}`;
  try {
    const file = await open(own, 'w', 0o600);
    try {
      await unlink(own);
      await file.writeFile(Buffer.alloc(ROOM_BYTES));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Whoever may not make a file there may write to those that are.
    if (NO_ROOM.has(code)) throw new Error(troubleWith(path, FULL, String(code)));
  }
}
