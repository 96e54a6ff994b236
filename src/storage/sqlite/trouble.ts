/** Says in one sentence what is wrong with a database file, and what to do about it. */
import { statSync } from 'node:fs';
import { Unusable } from '../database.ts';

/** Whether something has this name. Where this user may not look, that is said: it is no answer. */
export function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EACCES')
      throw new Unusable(
        `${path} is in a folder that this user may not look into. Run the command as the user of the service.`,
      );
    return false;
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const LOCKED = 'is locked by another program. Stop it, or try again when it has ended.';
const DAMAGED = 'is damaged or not an SQLite database. Restore a backup or name another file.';

/** By the primary result codes of SQLite. */
const SENTENCES: Readonly<Record<number, string>> = {
  5: LOCKED,
  6: LOCKED,
  8: 'cannot be written to by this user. Run the command as the user of the service, or let this user write to the file and its folder.',
  10: 'cannot be read or written: its disk fails or is full. The log of the system says why.',
  11: DAMAGED,
  13: 'cannot grow: its disk is full. Free some room and try again.',
  14: 'cannot be opened. Check that this user may read and write the file and its folder.',
  26: DAMAGED,
};

/** What SQLite itself says stands behind it, for whoever searches for that. */
export function troubleWith(path: string, code: number, reason: string): string {
  const said = SENTENCES[code];
  return said === undefined
    ? `The database file ${path} is out of reach (${reason}).`
    : `The database file ${path} ${said} (${reason})`;
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
