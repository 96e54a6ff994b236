/** Loads the tests and all that they import again and again, in one process: each round has modules of its own. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { collect } from './stand-in.ts';

const STAND_IN = pathToFileURL(join(import.meta.dirname, 'stand-in.ts')).href;

export interface Rounds {
  /** Loads these test files, named from the folder, and collects their tests. */
  load(files: readonly string[]): Promise<void>;
  /** True when the test file imports the source file, directly or through others; known after the first round. */
  reaches(testFile: string, sourceFile: string): boolean;
}

/** `alter` may give a source file another text; it is asked in every round. */
export function createRounds(
  folder: string,
  alter: (file: string, text: string) => string = (_, text) => text,
): Rounds {
  const inside = `${pathToFileURL(folder).href}/`;
  const importers = new Map<string, Set<string>>();
  let round = 0;
  const isOurs = (url: string) => url.startsWith(inside) && !url.includes('/node_modules/');
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'node:test') return { url: STAND_IN, shortCircuit: true };
      const found = next(specifier, context);
      if (round === 0 || !isOurs(found.url)) return found;
      const url = new URL(found.url);
      if (context.parentURL !== undefined && isOurs(context.parentURL)) {
        const known = importers.get(fileURLToPath(url)) ?? new Set();
        importers.set(fileURLToPath(url), known.add(fileURLToPath(context.parentURL)));
      }
      url.search = `round=${round}`;
      return { ...found, url: url.href };
    },
    load(url, context, next) {
      if (!isOurs(url) || !new URL(url).pathname.endsWith('.ts')) return next(url, context);
      const text = readFileSync(fileURLToPath(url), 'utf8');
      const altered = alter(fileURLToPath(url), text);
      return altered === text
        ? next(url, context)
        : { format: 'module-typescript', source: altered, shortCircuit: true };
    },
  });
  return {
    async load(files) {
      round += 1;
      await collect(files, (file) => import(pathToFileURL(join(folder, file)).href));
    },
    reaches(testFile, sourceFile) {
      const seen = new Set([join(folder, sourceFile)]);
      for (const file of seen) for (const importer of importers.get(file) ?? []) seen.add(importer);
      return seen.has(join(folder, testFile));
    },
  };
}
