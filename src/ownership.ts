/**
 * Makes folders and files so that whoever owns the place can use them, also where root makes them: root administers what a
 * service of another user runs with, and a database or a log of root's own would shut that service out.
 */
import { closeSync, constants, existsSync, fchownSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** One level at a time: Node's own recursive way never returns where nothing can be made, such as below /proc. */
export function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  makeFolder(path);
}

export function makeFolder(path: string): void {
  mkdirSync(path, { mode: 0o700 });
  give(path, { flags: constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW, like: dirname(path) });
}

/** Makes an empty file before somebody else makes one of root's own there; does nothing where one is. */
export function makeFileLike(neighbour: string, path: string): void {
  // Never through a link: where one leads, root would make a file for somebody else.
  give(path, { flags: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, like: neighbour });
}

/** By the open file and never by its name, which the owner of the folder could lead elsewhere meanwhile. */
function give(path: string, { flags, like }: { readonly flags: number; readonly like: string }): void {
  if (process.geteuid?.() !== 0) return;
  let file: number | undefined;
  try {
    file = openSync(path, flags, 0o600);
    const { uid, gid } = statSync(like);
    fchownSync(file, uid, gid);
  } catch {
    // It is there already; or the file system knows no owners, or root in a container may not change any: then it is root's.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
