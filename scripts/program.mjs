/** The program of a checkout: what scripts/bundle.mjs makes of src, made anew by the first start after a change. */
// Parts of Node.js are asked for by their names: an import loads everything that they have, and every start comes along here.
const { hash } = process.getBuiltinModule('node:crypto');
const { accessSync, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } =
  process.getBuiltinModule('node:fs');
const { join } = process.getBuiltinModule('node:path');

/** A service that has been running for long still loads parts of the one it was started from. */
const MOST_KEPT = 3;
const UNFINISHED_MS = 600_000;

/**
 * The folder of the program, or nothing where none can be made or read, because the checkout belongs to somebody else or has
 * no bundler: then it runs from its sources, only slower, and `onFailure` is told why. Not below node_modules, which an
 * install empties under a running service.
 */
export function programOf(root, onFailure = () => {}) {
  try {
    const all = join(root, 'tmp', 'programs');
    const stamp = stampOf(root);
    const folder = join(all, stamp);
    if (!isThere(folder)) make(root, all, stamp);
    if (isThere(folder)) return folder;
    onFailure(`${folder} cannot be read`);
  } catch (error) {
    onFailure(error.message);
  }
  return undefined;
}

function isThere(folder) {
  try {
    accessSync(join(folder, 'dist', 'main.js'));
    return true;
  } catch {
    return false;
  }
}

function make(root, all, stamp) {
  const fresh = join(all, `${stamp}.${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  try {
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    const words = [join(root, 'scripts', 'bundle.mjs'), join(fresh, 'dist')];
    const { status, signal, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(faultIn(stderr) ?? `the bundler ended with ${signal ?? status}`);
    copyFileSync(join(root, 'package.json'), join(fresh, 'package.json'));
    // One that is there and cannot be run was damaged since.
    if (!isThere(join(all, stamp))) rmSync(join(all, stamp), { recursive: true, force: true });
    renameSync(fresh, join(all, stamp));
    removeOld(all, stamp);
  } catch (error) {
    // Another start may have been the first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The line of a stack that says what was wrong. */
function faultIn(stderr) {
  return /^\s*(?:\w*Error\b[^:\n]*: |✘ \[ERROR\] )(.+)$/m.exec(stderr)?.[1];
}

/** Changes with every file of src, by its size and time as build tools do, and with how a program is made of them. */
function stampOf(root) {
  let text = root;
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    text += `\n${path} ${size} ${mtimeMs}`;
  };
  for (const path of readdirSync(`${root}/src`, { recursive: true }).filter(isSource).sort())
    add(`${root}/src/${path}`);
  for (const path of ['package.json', 'scripts/bundle.mjs']) add(`${root}/${path}`);
  return hash('sha256', text).slice(0, 16);
}

/** Editors keep files of their own beside those that they change, with a dot before the name. */
export function isSource(path) {
  return !/(?:^|\/)\./.test(path);
}

/** What others are making right now stays; what nobody finished goes after a while. */
function removeOld(all, made) {
  const found = readdirSync(all).map((name) => ({ name, time: statSync(join(all, name)).mtimeMs }));
  const finished = found.filter(({ name }) => name !== made && !name.includes('.'));
  const old = finished.sort((left, right) => right.time - left.time).slice(MOST_KEPT - 1);
  const unfinished = found.filter(({ name, time }) => name.includes('.') && time < Date.now() - UNFINISHED_MS);
  for (const { name } of [...old, ...unfinished]) rmSync(join(all, name), { recursive: true, force: true });
}
