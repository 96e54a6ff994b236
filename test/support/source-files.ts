/** Reads the project's own files for the tidiness rules: everything but what is installed, stored or temporary. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export const root = join(import.meta.dirname, '..', '..');

const STRANGERS = new Set(['node_modules', '.git', 'data', 'dist', 'release', 'tmp', 'test-results']);
const BINARY = /\.(png|jpe?g|gif|ico|webp|woff2?|db|gz|zip)$/;

export function readProject(): readonly SourceFile[] {
  return list('').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function list(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    // In a worktree of Git `.git` is a file.
    if (STRANGERS.has(entry.name)) return [];
    if (entry.isDirectory()) return list(path);
    return entry.isFile() && !BINARY.test(entry.name) && !entry.name.endsWith('.log') ? [path] : [];
  });
}
