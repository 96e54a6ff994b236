/** The guard as it is published: compiled and packed from a copy, so that the working tree stays clean. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/service.ts';

export const root = join(import.meta.dirname, '..', '..');
export const tsc = join(root, 'node_modules', '.bin', 'tsc');

/** Answers the path of the archive. */
export function packGuard(): string {
  const source = temporaryDirectory();
  cpSync(join(root, 'packages', 'guard'), join(source, 'packages', 'guard'), { recursive: true });
  cpSync(join(root, 'tsconfig.json'), join(source, 'tsconfig.json'));
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
  // As docs/protect-your-api.md says; packing compiles first.
  execFileSync('npm', ['pack', './packages/guard', '--silent'], { cwd: source });
  const archive = readdirSync(source).find((name) => name.endsWith('.tgz')) ?? '';
  return join(source, archive);
}
