/** Installs what package-lock.json lists and node_modules lacks. Runs on Node.js 20, before the project's own exists. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const POLL_MILLISECONDS = 200;
/** Longer than any install takes: after this, a lock whose owner cannot be asked is taken for left behind. */
const LOCK_SECONDS = 1800;

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Says why an install is needed, or nothing when node_modules is in step with the lockfile. */
export function whyIncomplete(root, { withDevelopment }) {
  if (!existsSync(nodeOf(root))) return 'the project’s Node.js is missing';
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.optional || entry.devOptional || (entry.dev && !withDevelopment)) continue;
    const found = present[path];
    if (found?.version !== entry.version || found?.integrity !== entry.integrity)
      return `${path} is missing or outdated`;
  }
  return undefined;
}

export async function ensureInstalled(root, { withDevelopment }) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE)
    throw new Error(`Node.js ${OLDEST_NODE} or later is needed; this is ${process.versions.node}.`);
  if (whyIncomplete(root, { withDevelopment }) !== undefined) {
    await withLock(join(root, 'tmp', 'install.lock'), () => {
      // Asked again under the lock: whoever held it before may have done the work.
      const reason = whyIncomplete(root, { withDevelopment });
      if (reason !== undefined) install(root, { withDevelopment, reason });
    });
  }
  stamp(root);
}

export function nodeOf(root) {
  return join(root, 'node_modules', 'node', 'bin', 'node');
}

/** One at a time: `npm ci` begins by removing what another install is just writing. */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  let isWaiting = false;
  while (!take(path)) {
    if (isAbandoned(path)) breakOpen(path);
    else {
      if (!isWaiting) process.stderr.write(`Waiting for another install, which holds ${path} …\n`);
      isWaiting = true;
      await delay(POLL_MILLISECONDS);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(path) {
  try {
    const owner = Number(readFileSync(path, 'utf8'));
    if (Date.now() - statSync(path).mtimeMs > LOCK_SECONDS * 1000) return true;
    // An empty file is a lock that is being written this very moment.
    if (owner > 0) process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Two who find the same abandoned lock must not remove each other's new one: only who holds the second lock removes. */
function breakOpen(path) {
  if (!take(`${path}.breaking`)) return;
  if (isAbandoned(path)) rmSync(path, { force: true });
  rmSync(`${path}.breaking`, { force: true });
}

function install(root, { withDevelopment, reason }) {
  process.stderr.write(`Installing, since ${reason} …\n`);
  rmSync(stampOf(root), { force: true });
  run('npm', ['ci', withDevelopment ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund'], root);
  // Where npm was told to run no install scripts, the one that fetches Node.js is still needed.
  if (!existsSync(nodeOf(root))) run('node', ['installArchSpecificPackage.js'], join(root, 'node_modules', 'node'));
  const left = whyIncomplete(root, { withDevelopment });
  if (left !== undefined) throw new Error(`npm finished, but ${left}. Remove node_modules and try again.`);
}

/** What npm prints goes to stderr: stdout belongs to the command that is about to run. */
function run(program, words, folder) {
  const { error, status } = spawnSync(program, words, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (error) throw new Error(`${program} could not be started: ${error.message}`);
  if (status !== 0) throw new Error(`${program} ${words[0]} failed; the reason stands above.`);
}

/** bin/latchkey compares this copy with the lockfile, which costs it no start of Node.js. */
function stamp(root) {
  const lockfile = join(root, 'package-lock.json');
  if (existsSync(stampOf(root)) && readFileSync(lockfile).equals(readFileSync(stampOf(root)))) return;
  const fresh = `${stampOf(root)}.${process.pid}`;
  try {
    copyFileSync(lockfile, fresh);
    renameSync(fresh, stampOf(root));
  } catch (error) {
    // A read-only checkout that is complete works without the stamp, only a little slower.
    if (error.code !== 'EROFS' && error.code !== 'EACCES') throw error;
  }
}

function stampOf(root) {
  return join(root, 'node_modules', '.latchkey-lock.json');
}

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/** Whoever imports this may itself be called with a word that is no path, such as a pattern of test files. */
function isCalled() {
  const [, called] = process.argv;
  return called !== undefined && existsSync(called) && realpathSync(called) === fileURLToPath(import.meta.url);
}

if (isCalled()) {
  try {
    await ensureInstalled(projectRoot, { withDevelopment: process.argv.includes('--development') });
  } catch (error) {
    process.stderr.write(`latchkey: ${error.message}\n`);
    process.exitCode = 1;
  }
}
