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
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const POLL_MILLISECONDS = 200;
/** Longer than any install takes: after this, a lock whose owner cannot be asked is taken for left behind. */
const LOCK_SECONDS = 1800;
/** The package of packages/runtime that fits this machine. */
const RUNTIME = `node_modules/node-${process.platform === 'darwin' && process.arch === 'arm64' ? 'bin-' : ''}${process.platform}-${process.arch}`;
const ANOTHER = 'install the package of Latchkey with a Node.js of your own instead (docs/operating.md).';

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Says why an install is needed, or nothing when node_modules is in step with the lockfile. */
export function whyIncomplete(root, { withDevelopment }) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  for (const [path, entry] of Object.entries(wanted)) {
    const isNeeded = path === RUNTIME || !(entry.optional || entry.devOptional || (entry.dev && !withDevelopment));
    if (!isNeeded || !path.startsWith('node_modules/')) continue;
    const found = present[path];
    if (found?.version !== entry.version || found?.integrity !== entry.integrity)
      return path === RUNTIME ? 'the project’s Node.js is missing or outdated' : `${path} is missing or outdated`;
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
  linkNode(root);
  stamp(root);
}

/** One path for every platform. */
export function nodeOf(root) {
  return join(root, 'node_modules', 'node', 'bin', 'node');
}

/** npm removes what it does not know, this link included. */
function linkNode(root) {
  const runtime = join(root, RUNTIME, 'bin', 'node');
  if (!existsSync(runtime))
    throw new Error(`npm has no Node.js for ${process.platform} on ${process.arch}: ${ANOTHER}`);
  if (existsSync(nodeOf(root)) && realpathSync(nodeOf(root)) === realpathSync(runtime)) return;
  const folder = join(root, 'node_modules', 'node');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(nodeOf(root)), { recursive: true });
  symlinkSync(relative(dirname(nodeOf(root)), runtime), nodeOf(root));
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
  // The PostgreSQL of the tests finishes its installation by a script; nothing that a service runs with has need of one.
  const scope = withDevelopment ? ['--include=dev'] : ['--omit=dev', '--ignore-scripts'];
  run('npm', ['ci', ...scope, '--include=optional', '--no-audit', '--no-fund'], root);
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
