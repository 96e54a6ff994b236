/** Opens what log lines are written to: a file, which is opened anew after it was renamed, or stderr without blocking. */
import { constants, existsSync, fstatSync, openSync, type Stats, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { blameSetting } from '../config/names.ts';
import { makeFileLike, makeFolder } from '../ownership.ts';
import { createSink, type Sink } from './sink.ts';

const STDOUT = 1;
const STDERR = 2;

/** An empty path means stderr. The folder is made when its parent exists. Throws when the file cannot be opened. */
export function openSink(path: string): Sink {
  if (path === '') return createSink(openStderr());
  const sink = createSink(openFirst(path));
  reopenFile = () => {
    try {
      sink.replace(openFile(path));
      sink.onReopened?.();
    } catch (error) {
      sink.onReopened?.(error);
    }
  };
  return sink;
}

/** A process has one log. */
let reopenFile = (): void => {};

/** Whoever rotates logs renames the file, and then lines have to go to a new one of the old name. */
export function reopenLog(): void {
  reopenFile();
}

function openFirst(path: string): number {
  try {
    return openFile(path);
  } catch (error) {
    throw blameSetting('logFile', error);
  }
}

function openFile(path: string): number {
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  makeFileLike(dirname(path), path);
  return openSync(path, 'a', 0o600);
}

/**
 * Opened anew, stderr can be made non-blocking for us alone: a blocked write would hold a thread of the pool, and
 * with it the end of the program. Where it cannot be opened (a socket, another user's terminal), it is used as it is.
 */
function openStderr(): number {
  try {
    return openSync('/dev/stderr', constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK);
  } catch {
    return STDERR;
  }
}

/**
 * Where both streams go to one file (`serve > file 2>&1`), the log appends to it, and what is said on standard output from a
 * place of its own would stand over its lines. So it is appended, too.
 */
export function besideLog(print: (line: string) => void): (line: string) => void {
  try {
    if (!areOneFile(fstatSync(STDOUT), fstatSync(STDERR))) return print;
    const descriptor = openSync('/dev/stdout', constants.O_WRONLY | constants.O_APPEND);
    return (line) => {
      try {
        writeSync(descriptor, `${line}\n`);
      } catch {
        // A full disk loses lines of the log as well, and the service goes on.
      }
    };
  } catch {
    return print;
  }
}

function areOneFile(one: Stats, other: Stats): boolean {
  return one.isFile() && one.dev === other.dev && one.ino === other.ino;
}
