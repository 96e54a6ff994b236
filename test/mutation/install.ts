/** Installs Stryker from npm into a folder of its own, when mutation testing is asked for and it is not there yet. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Not beside this file: the runner of our own tests would find those of other people's packages. */
const folder = join(import.meta.dirname, '..', '..', 'tmp', 'stryker');
const stamp = join(folder, 'node_modules', '.installed.json');

/** What starts Stryker. */
export const STRYKER = join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

/** Answers why Stryker cannot be used, or null when it can. */
export function installStryker(say: (words: string) => void): string | null {
  const wanted = readFileSync(join(import.meta.dirname, 'package.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return null;
  say('Stryker: installing from npm');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), wanted);
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--loglevel=error'];
  const { error, status, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
  if (error) return `npm could not be started: ${error.message}`;
  if (status !== 0) return `npm install failed: ${stderr.trim().split('\n').slice(0, 3).join(' ')}`;
  writeFileSync(stamp, wanted);
  return null;
}
