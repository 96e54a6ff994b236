/** Installs the peers from npm into this folder, when they are asked for and not there yet. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const stamp = join(folder, 'node_modules', '.installed.json');

/** Answers why the peers cannot be used, or null when they can. */
export function installPeers(say: (words: string) => void): string | null {
  const wanted = readFileSync(join(folder, 'package.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return null;
  say('peers: installing from npm');
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--loglevel=error'];
  const { error, status, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
  if (error) return `npm could not be started: ${error.message}`;
  if (status !== 0) return `npm install failed: ${stderr.trim().split('\n').slice(0, 3).join(' ')}`;
  writeFileSync(stamp, wanted);
  say('peers: installed\n');
  return null;
}
