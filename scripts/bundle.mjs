/**
 * Makes one program of src: a few files of JavaScript instead of hundreds of modules, which Node.js would have to find, read and
 * link one by one at every start. `node scripts/bundle.mjs FOLDER`.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { isSource } from './program.mjs';

const source = join(import.meta.dirname, '..', 'src');
const [, , target] = process.argv;

/** The script of a thread, or what is loaded later: it lies beside the module that names it, in the program beside everything else. */
const BESIDE = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;

/** What can be the name of an export: `default` and the words of the language cannot. */
const NAME = /^(?!(?:default|delete|new|function|import|export|class|enum|null|true|false)$)[A-Za-z_$][\w$]*$/;

/**
 * Written as escapes, also where esbuild leaves them as they are, in templates: V8 keeps the source of a program, and with one
 * of these in a file every character of that takes two bytes. Nobody looks at the raw text of a template.
 */
const BEYOND_LATIN = /[^\0-\xff]/g;

const modules = readdirSync(source, { recursive: true }).filter((path) => isSource(path) && path.endsWith('.ts'));
const threads = modules.flatMap((path) => {
  const named = readFileSync(join(source, path), 'utf8').matchAll(BESIDE);
  return [...named].map(([, name]) => join(source, path, '..', `${name}.ts`));
});

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await build({
  entryPoints: Object.fromEntries([join(source, 'main.ts'), ...threads].map((path) => [basename(path, '.ts'), path])),
  outdir: target,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'esnext',
  packages: 'external',
  chunkNames: '[name]-[hash]',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'error',
  plugins: [
    { name: 'places', setup: (plugin) => plugin.onLoad({ filter: /\.ts$/ }, ({ path }) => inPlace(path)) },
    { name: 'parts of Node.js', setup: withoutFacades },
  ],
});
cpSync(join(source, 'pages', 'assets'), join(target, 'pages', 'assets'), { recursive: true });
await Promise.all(readdirSync(target).map(sync));

/** Written to the disk before anybody takes the folder for whole: a power cut must not leave an empty program. */
async function sync(name) {
  const file = await open(join(target, name));
  await file.sync();
  await file.close();
}

/** A module that asks where it lies is told where it would lie below the program's folder, in which all files of it are. */
function inPlace(path) {
  const folder = relative(resolve(source), join(path, '..'));
  const contents = readFileSync(path, 'utf8')
    .replace(BESIDE, "new URL('./$1.js', import.meta.url)")
    .replace(/(?<!\.js', )import\.meta\.url\b/g, `new URL('./${folder}/', import.meta.url)`)
    .replace(/\bimport\.meta\.dirname\b/g, `(import.meta.dirname + '/${folder}')`)
    .replace(BEYOND_LATIN, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { contents, loader: 'ts' };
}

/**
 * An import of a part of Node.js asks it for everything it has, which loads much that nobody needs: streams of files, for
 * one. A part that is asked by its name gives what is used of it.
 */
function withoutFacades(plugin) {
  plugin.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'node', sideEffects: false }));
  plugin.onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => {
    const names = Object.getOwnPropertyNames(process.getBuiltinModule(path)).filter((name) => NAME.test(name));
    const exported = names.map((name) => `export const ${name} = /* @__PURE__ */ take('${name}');`);
    const lines = [
      `const part = process.getBuiltinModule('${path}');`,
      'const take = (name) => part[name];',
      ...exported,
    ];
    return { contents: [...lines, 'export default part;'].join('\n'), loader: 'js' };
  });
}
