/** Builds dist for the package: src without its types, line by line and column by column as it was. `npm pack` calls it. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');
const target = join(root, 'dist');

/** Node.js strips no types below node_modules, so the package holds JavaScript. */
const OWN_MODULE = /(['"`])(\.\.?\/[^'"`\n]*)\.ts\1/g;

rmSync(target, { recursive: true, force: true });
for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(isFile)) {
  const built = join(target, path.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(built), { recursive: true });
  if (path.endsWith('.ts')) writeFileSync(built, withoutTypes(readFileSync(join(source, path), 'utf8')));
  else cpSync(join(source, path), built);
}

/** Types become blanks and `.ts` becomes `.js`, so that a stack names the place in the source. */
function withoutTypes(text: string): string {
  return stripTypeScriptTypes(text)
    .replace(OWN_MODULE, '$1$2.js$1')
    .replace(/[ \t]+$/gm, '');
}

function isFile(path: string): boolean {
  return /\.\w+$/.test(path);
}
