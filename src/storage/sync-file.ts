/** Waits until a file, or the names in a folder, are on stable storage. */
import { closeSync, fsyncSync, openSync } from 'node:fs';

/** SQLite does not wait for the disk with a copy, and a name is on the disk only when its folder is. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
