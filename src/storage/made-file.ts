/** Removes a database file with all that belongs to it, and what a command that was refused had made; finds what lies beside one. */
import { lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Connection, holdAlone } from './sqlite/connection.ts';
import { isThere } from './sqlite/trouble.ts';

/** With what SQLite puts beside it while it writes. */
export function removeFile(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(file + end, { force: true });
}

/** The file and the folders above it that are not there yet, the innermost first. Whoever has put a link there keeps it. */
export function noteMissing(file: string): readonly string[] {
  if (isLink(file)) return [];
  const missing: string[] = [];
  for (let path = file; !isThere(path) && path !== dirname(path); path = dirname(path)) missing.push(path);
  return missing;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** What is missing no longer, while nobody else has put anything there. */
export function removeMade([file, ...folders]: readonly string[]): void {
  if (file === undefined) return;
  removeFile(file);
  removeFolders(folders);
}

/** The same for a database without anybody in it that nobody else has open. Answers whether it is gone. */
export function removeUnused([file, ...folders]: readonly string[]): boolean {
  if (file === undefined || !isThere(file)) return false;
  try {
    const held = holdAlone(file);
    if (held === 'in use' || held === 'damaged') return false;
    const isFree = !isInhabited(held);
    if (isFree) removeFile(file);
    held.close();
    if (isFree) removeFolders(folders);
    return isFree;
  } catch {
    // Why the command was refused is what has to be told, and not why its file cannot be removed.
    return false;
  }
}

function isInhabited(held: Connection): boolean {
  const isMigrated = held.prepare("select 1 from sqlite_schema where name = 'accounts'").get() !== undefined;
  return isMigrated && held.prepare('select 1 from accounts limit 1').get() !== undefined;
}

function removeFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      // Somebody else uses it by now, or it was never made.
      return;
    }
  }
}

/** Files in the same folder whose names have this ending; none in a folder that is not there, or may not be looked into. */
export function filesBeside(path: string, ending: string): readonly string[] {
  const folder = dirname(path);
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(ending));
    return names.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}
