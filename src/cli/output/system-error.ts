/** What went wrong, as a sentence: what the system says about a file names the file. */
import { NoText } from '../../config/text-file.ts';
import { scrub } from '../../log/redact.ts';
import { NotNow } from '../../protocol/not-now.ts';
import { Unusable } from '../../storage/database.ts';
import { oneLine } from './one-line.ts';

type Said = (path: string) => string;

const SENTENCES: Readonly<Record<string, Said>> = {
  ENOENT: (path) => `There is no file or folder ${path}.`,
  ENOTDIR: (path) => `${path} leads through a file as if it were a folder.`,
  EISDIR: (path) => `${path} is a folder, where a file is needed.`,
  EACCES: (path) => `${path} is closed to this user.`,
  EPERM: (path) => `${path} is closed to this user.`,
  EROFS: (path) => `${path} is on a file system that cannot be written to.`,
  ENOSPC: () => 'The disk is full.',
  ENAMETOOLONG: (path) => `${path} is longer than the system allows.`,
};

/** A port or a socket that is closed to this user is no file. */
const NETWORK: ReadonlySet<string> = new Set(['listen', 'bind', 'connect']);

/** Where a process listens; by the same names in every error of the system about it. */
interface SystemError extends NodeJS.ErrnoException {
  readonly hostname?: string;
  readonly address?: string;
  readonly port?: number;
  /** What led there (`blameSetting`). */
  readonly setting?: string;
}

const LISTENING: Readonly<Record<string, Said>> = {
  EADDRINUSE: (place) => `${place} is in use by another program (EADDRINUSE): name a free port.`,
  EACCES: (place) => `${place} may not be opened by this user (EACCES): name a port above 1023.`,
  EADDRNOTAVAIL: (place) => `${place} is no address of this machine (EADDRNOTAVAIL).`,
};

/** What was given to a command cannot be read. */
export class UnfitInput extends Error {
  override readonly name = 'UnfitInput';
}

/** Of whatever ended a command; a defect is told with its stack. Without secrets. */
export function failureSentence(error: unknown): string {
  return scrub(describe(error));
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What the system already says in one plain line (port taken, disk full, file missing) needs no stack.
  if ('syscall' in error) return systemSentence(error as SystemError);
  const isPlain =
    error instanceof NotNow || error instanceof Unusable || error instanceof UnfitInput || error instanceof NoText;
  return isPlain ? error.message : (error.stack ?? error.message);
}

export function systemSentence(error: SystemError): string {
  return oneLine(`${error.setting === undefined ? '' : `${error.setting}: `}${sentenceOf(error)}`);
}

function sentenceOf({ code = '', syscall = '', hostname, address, port, path, message }: SystemError): string {
  const isListening = syscall === 'listen' || syscall === 'bind';
  if (syscall === 'getaddrinfo' && hostname !== undefined)
    return `${hostname} is the name of no address (${code}): name an address of this machine, such as 127.0.0.1.`;
  const place = address !== undefined && port !== undefined ? `${address}:${port}` : undefined;
  if (isListening && place !== undefined && LISTENING[code]) return LISTENING[code](place);
  const say = SENTENCES[code];
  // A folder that is read like a file is not named by the system.
  return say === undefined || NETWORK.has(syscall) ? message : say(path ?? 'What was named');
}
