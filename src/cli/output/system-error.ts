/** What the system says about a file, as a sentence that names the file; anything else as the system said it. */
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

export function systemSentence(error: NodeJS.ErrnoException): string {
  const say = SENTENCES[error.code ?? ''];
  // A folder that is read like a file is not named by the system.
  if (say === undefined || NETWORK.has(error.syscall ?? '')) return oneLine(error.message);
  return oneLine(say(error.path ?? 'What was named'));
}
