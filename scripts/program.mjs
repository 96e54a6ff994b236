/** The program of a checkout: what scripts/bundle.mjs makes of src, made anew by the first start after a change. */
// Parts of Node.js are asked for by their names: an import loads everything that they have, and every start comes along here.
const { hash } = process.getBuiltinModule('node:crypto');
const { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } =
  process.getBuiltinModule('node:fs');
const { join } = process.getBuiltinModule('node:path');

/** A service that has been running for long still loads parts of the one it was started from. */
const MOST_KEPT = 3;
const UNFINISHED_MS = 600_000;

/** The folder of the program, or nothing where none can be made: a read-only checkout runs from its sources, as it did. */
export function programOf(root) {
  const all = join(root, 'node_modules', '.cache', 'latchkey-programs');
  const stamp = stampOf(root);
  const folder = join(all, stamp);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  try {
    mkdirSync(fresh, { recursive: true });
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'bundle.mjs'), join(fresh, 'dist')]);
    copyFileSync(join(root, 'package.json'), join(fresh, 'package.json'));
    if (status === 0) {
      renameSync(fresh, folder);
      removeOld(all, stamp);
    }
  } catch {
    // Another start may have been the first.
  }
  rmSync(fresh, { recursive: true, force: true });
  return existsSync(folder) ? folder : undefined;
}

/** Changes with every file of src, by its size and time as build tools do, and with how a program is made of them. */
function stampOf(root) {
  let text = root;
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    text += `\n${path} ${size} ${mtimeMs}`;
  };
  for (const path of readdirSync(`${root}/src`, { recursive: true }).sort()) add(`${root}/src/${path}`);
  for (const path of ['package.json', 'scripts/bundle.mjs']) add(`${root}/${path}`);
  return hash('sha256', text).slice(0, 16);
}

/** What others are making right now stays; what nobody finished goes after a while. */
function removeOld(all, made) {
  const found = readdirSync(all).map((name) => ({ name, time: statSync(join(all, name)).mtimeMs }));
  const finished = found.filter(({ name }) => name !== made && !name.includes('.'));
  const old = finished.sort((left, right) => right.time - left.time).slice(MOST_KEPT - 1);
  const unfinished = found.filter(({ name, time }) => name.includes('.') && time < Date.now() - UNFINISHED_MS);
  for (const { name } of [...old, ...unfinished]) rmSync(join(all, name), { recursive: true, force: true });
}
