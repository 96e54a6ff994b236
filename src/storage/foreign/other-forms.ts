/** Says of what is given in place of JSON lines what it is, and what to do: it is whole, and not to be told as damaged. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { UnfitSource } from './source.ts';

const UNPACK = 'is compressed, and an import reads plain text: unpack it first.';
const RESTORE =
  'is an archive of pg_dump: pg_restore it into an empty database of PostgreSQL first, and import from that one, or from JSON lines that it writes.';
const LOAD =
  'has SQL statements, where JSON lines are needed: load them into a database first, and import from that one, or from JSON lines that it writes.';
const DATABASE = 'is a database of SQLite, where JSON lines are needed.';

/** By what each begins with. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  // gzip, bzip2, xz, Zstandard, ZIP.
  [/^(?:\x1f\x8b|BZh\d|\xfd7zXZ|\x28\xb5\x2f\xfd|PK\x03\x04)/, UNPACK],
  [/^(?:PGDMP|toc\.dat\0)/, RESTORE],
  [/^SQLite format 3\0/, DATABASE],
  [/^(?:\xef\xbb\xbf)?\s*(?:--|\/\*|(?:alter|begin|create|drop|insert|lock|pragma|set|start|use)\s)/i, LOAD],
];

const ENOUGH = 512;

export function refuseOtherForm(path: string): void {
  const start = Buffer.alloc(ENOUGH);
  const file = openSync(path, 'r');
  let length: number;
  try {
    length = readSync(file, start);
  } finally {
    closeSync(file);
  }
  const text = start.toString('latin1', 0, length);
  const found = FORMS.find(([beginning]) => beginning.test(text));
  if (found) throw new UnfitSource(`${path} ${found[1]}`);
}

/** What `pg_dump --format=directory` makes. */
export function refuseOtherFolder(path: string): void {
  if (existsSync(join(path, 'toc.dat'))) throw new UnfitSource(`${path} ${RESTORE}`);
}

/** Why a line is no JSON object, where that can be seen; the line itself may hold a secret. */
export function whyNoObject(text: string): string | undefined {
  if (text.startsWith('['))
    return "it is, or begins, an array, where each row has a line of its own: jq --compact-output '.[]' writes them";
  if (text.startsWith('{') && text.includes('\\\\') && isJson(text.replaceAll('\\\\', '\\')))
    return 'its backslashes are doubled, as mysql writes them without --raw, and COPY of PostgreSQL always';
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
