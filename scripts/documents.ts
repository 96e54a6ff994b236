/** The printed documents: each is a function of the source, and a test keeps the files in step with it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printConfiguration } from '../src/config/describe.ts';
import { printConformance } from './conformance.ts';
import { printErrors } from './print-errors.ts';
import { printLimits } from './print-limits.ts';

export interface PrintedDocument {
  /** From the project's root. */
  readonly path: string;
  readonly print: () => string;
}

const root = join(import.meta.dirname, '..');

/** To add a document: one line here, and its printer beside the table it explains. */
export const DOCUMENTS: readonly PrintedDocument[] = [
  { path: 'docs/configuration.md', print: printConfiguration },
  { path: 'docs/conformance.md', print: () => printConformance(readTests()) },
  { path: 'docs/errors.md', print: printErrors },
  { path: 'docs/limits.md', print: printLimits },
];

/** Every test file by its path from the root, in the order of the paths. */
function readTests(): ReadonlyMap<string, string> {
  const names = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => name.endsWith('.test.ts')).map((name) => `test/${name}`);
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
