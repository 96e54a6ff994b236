// Asks whether this Node.js will do, then loads the program: in a package dist, in a checkout what is made of src.
import { whatIsMissing } from './runtime.mjs';

const missing = whatIsMissing();
if (missing !== undefined) {
  process.stderr.write(
    `latchkey: Node.js ${process.versions.node} (${process.execPath}) will not do: ${missing}. ` +
      'Install Node.js 26, or name one in LATCHKEY_NODE.\n',
  );
  process.exit(1);
}

// What is made here is run by the next start: nobody else may write into it, whatever the umask was.
process.umask(process.umask(0o077) | 0o022);

// Parts of Node.js are asked for by their names: an import loads everything that they have.
const { existsSync } = process.getBuiltinModule('node:fs');
const { enableCompileCache, registerHooks } = process.getBuiltinModule('node:module');
const { join } = process.getBuiltinModule('node:path');
const { pathToFileURL } = process.getBuiltinModule('node:url');

const root = join(import.meta.dirname, '..');
const isCheckout = existsSync(join(root, 'src', 'main.ts'));
const program = isCheckout ? (await import('../scripts/program.mjs')).programOf(root, tellOnce) : root;

// Code is compiled once, and the second start takes half the time. Threads and workers are told by the variable.
if (program) {
  process.env.NODE_COMPILE_CACHE ??= join(program, 'compiled');
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}

// A stack names lines of the source to whoever changes it. In a package it does with --enable-source-maps.
if (isCheckout) process.setSourceMapsEnabled(true);

const main = pathToFileURL(program ? join(program, 'dist', 'main.js') : join(root, 'src', 'main.ts'));
const folder = new URL('.', main).href;
const format = program ? 'module' : 'module-typescript';

// Our own files are found without asking the disk for each of them what it is and where it really lies.
registerHooks({
  resolve(specifier, context, next) {
    const isOurs = specifier.startsWith('.') && context.parentURL?.startsWith(folder);
    if (!isOurs) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
  },
});

await import(main.href);

/** A worker is started like this, too: what its primary has said is not said again. */
function tellOnce(reason) {
  if (process.argv[2] === 'worker') return;
  process.stderr.write(`latchkey: runs from its sources, which starts slower: no program was made of them (${reason}).\n`);
}
