/** How many files the system lets this process open: too few for its connections, or all of them taken. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Log } from '../../log.ts';

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

const LOOK_EVERY_MS = 1000;

export interface DescriptorWatch {
  /** How long none was left, since the start. */
  readonly outSeconds: number;
}

/**
 * A line when there is none left, and one when there is again. Connections that arrive meanwhile are closed by the system's
 * own library, and nobody is told of them: only the time is counted.
 */
export function watchDescriptors(log: Log): DescriptorWatch {
  let isOut = false;
  let outMs = 0;
  setInterval(() => {
    const wasOut = isOut;
    isOut = !canOpen();
    if (isOut) outMs += LOOK_EVERY_MS;
    if (isOut && !wasOut)
      log.error({}, 'All files that this process may open are open: connections are closed unanswered (ulimit -n).');
    if (wasOut && !isOut) log.warn({}, 'Files can be opened again: connections are answered.');
  }, LOOK_EVERY_MS).unref();
  return {
    get outSeconds() {
      return outMs / 1000;
    },
  };
}

function canOpen(): boolean {
  try {
    closeSync(openSync('/dev/null', 'r'));
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code !== 'EMFILE' && code !== 'ENFILE';
  }
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
