/** Reads and writes the inputs that are kept in the repository, one file of JSON strings (one character a byte) for each target. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'corpus');
/** Short ones are read by people; the fuzzer makes long ones by itself. */
const LONGEST_KEPT = 600;
const MOST_KEPT = 80;

export function readCorpus(name: string): readonly Buffer[] {
  const path = pathOf(name);
  if (!existsSync(path)) return [];
  const lines: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return Array.isArray(lines) ? lines.map((line) => Buffer.from(String(line), 'latin1')) : [];
}

/** Answers how many were added. */
export function addToCorpus(name: string, inputs: readonly Buffer[]): number {
  const before = readCorpus(name).map((input) => input.toString('latin1'));
  const fresh = inputs.filter((input) => input.length <= LONGEST_KEPT).map((input) => input.toString('latin1'));
  const all = [...new Set([...before, ...fresh.filter(isHarmless)])].slice(0, Math.max(MOST_KEPT, before.length));
  writeFileSync(pathOf(name), `${JSON.stringify(all, null, 2).replace(/[\x7f-\xff]/g, escaped)}\n`);
  return all.length - before.length;
}

/** Looks like a folder of somebody's machine to the rules about this repository. */
function isHarmless(text: string): boolean {
  return !/\/(home|root|work|Users)\//.test(text);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function pathOf(name: string): string {
  return join(FOLDER, `${name}.json`);
}
