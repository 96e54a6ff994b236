/** Compares how many files the system lets this process open with the connections it was told to keep. */
import { readFileSync } from 'node:fs';
import type { Log } from '../log.ts';

/** The database, its threads, the log and what is opened for a moment. */
const OWN_FILES = 256;

/** One line at the start, before the limit is met: beyond it connections are refused, and the database may be too. */
export function warnOfFewDescriptors(log: Log, connectionsAtOnce: number): void {
  const openFiles = readOpenFiles();
  if (openFiles === undefined || openFiles >= connectionsAtOnce + OWN_FILES) return;
  log.warn(
    { openFiles, connectionsAtOnce },
    `The system lets this process open ${openFiles} files, too few for ${connectionsAtOnce} connections. ` +
      `Raise the limit to ${connectionsAtOnce + OWN_FILES} (ulimit -n, LimitNOFILE= of systemd) or lower connectionsAtOnce.`,
  );
}

/** Undefined where there is no limit, or none that can be read: only Linux tells it. */
function readOpenFiles(): number | undefined {
  let limits: string;
  try {
    limits = readFileSync('/proc/self/limits', 'latin1');
  } catch {
    // Another system; there the operator has to know.
    return undefined;
  }
  const soft = /^Max open files\s+(\d+)\s/m.exec(limits)?.[1];
  return soft === undefined ? undefined : Number(soft);
}
