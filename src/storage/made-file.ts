/** Removes a database file with all that belongs to it, and what a command that was refused had made. */
import { rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isThere } from './sqlite/trouble.ts';

/** With what SQLite puts beside it while it writes. */
export function removeFile(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(file + end, { force: true });
}

/** The file and the folders above it that are not there yet, the innermost first. */
export function noteMissing(file: string): readonly string[] {
  const missing: string[] = [];
  for (let path = file; !isThere(path) && path !== dirname(path); path = dirname(path)) missing.push(path);
  return missing;
}

/** What is missing no longer, while nobody else has put anything there. */
export function removeMade([file, ...folders]: readonly string[]): void {
  if (file === undefined) return;
  removeFile(file);
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      // Somebody else uses it by now, or it was never made.
      return;
    }
  }
}
