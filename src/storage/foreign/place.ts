/** Whether there is something at a path: what is there and cannot be looked at is not told as missing. */
import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { UnfitSource } from './source.ts';

/** Undefined where nothing has this name. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // A folder above it is a file.
    if (code === 'ENOTDIR') return undefined;
    if (code !== 'ENOENT') throw new UnfitSource(`${path} ${TROUBLES[code] ?? `cannot be looked at (${code})`}.`);
    const link = lstatSync(path, { throwIfNoEntry: false });
    if (!link) return undefined;
    throw new UnfitSource(`${path} is a link to ${readlinkSync(path)}, where nothing is.`);
  }
}

export function refuseNoFile(path: string): Stats {
  const found = statOf(path);
  if (!found) throw new UnfitSource(`There is no file or folder ${path}.`);
  if (found.isDirectory()) throw new UnfitSource(`${path} is a folder, where a file is needed.`);
  return found;
}

const CLOSED = 'is in a folder that this user may not look into: run the command as a user who may';

const TROUBLES: Readonly<Record<string, string>> = {
  EACCES: CLOSED,
  EPERM: CLOSED,
  ELOOP: 'is a link that leads back to itself',
};
