/**
 * Reads the tables of another service from JSON lines: a folder with a file for each table, or one file with all.
 *
 * In a folder a line of `users.jsonl` is a row, `{"id":1,"email":…}`; in one file it is `{"table":"users","row":{…}}`. Behind
 * the rows of a table stands `{"end":"users","rows":100000}`: without it a dump that was cut off would look like a whole
 * one.
 */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { findDoubledMember } from '../../config/doubled-member.ts';
import { refuseOtherFolder, refuseOtherForm, whyNoObject } from './other-forms.ts';
import { refuseNoFile, statOf } from './place.ts';
import { type ForeignRow, type ForeignSource, LONGEST_TEXT, ROWS_AT_ONCE, UnfitSource } from './source.ts';

export function openJsonLines(path: string): ForeignSource {
  const found = statOf(path);
  if (!found) throw new UnfitSource(`There is no file or folder ${path}.`);
  const isFolder = found.isDirectory();
  if (isFolder) refuseOtherFolder(path);
  const fileOf = (table: string) => (isFolder ? join(path, `${table}.jsonl`) : path);
  const has = new Map<string, readonly string[] | undefined>();
  return {
    async columnsOf(table) {
      if (!statOf(fileOf(table))) return undefined;
      if (!has.has(table)) has.set(table, await findColumns(fileOf(table), table, isFolder));
      return has.get(table);
    },
    rows: (table, columns) => readTable({ path: fileOf(table), table, isFolder }, columns),
    close: async () => {},
    elsewhere: isFolder ? ` A table is a file of its own there, such as ${fileOf('users')}.` : '',
  };
}

interface Place {
  readonly path: string;
  readonly table: string;
  readonly isFolder: boolean;
}

/** Of the first row; a table that is there and empty has none. */
async function findColumns(path: string, table: string, isFolder: boolean): Promise<readonly string[] | undefined> {
  for await (const line of linesOf(path)) {
    const found = readLine(line, { path, table, isFolder });
    if (found.kind === 'row') return Object.keys(found.row);
    if (found.kind === 'end') return [];
  }
  return isFolder ? [] : undefined;
}

async function* readTable(place: Place, columns: readonly string[]): AsyncGenerator<readonly ForeignRow[]> {
  let chunk: ForeignRow[] = [];
  let count = 0;
  let announced: number | undefined;
  for await (const line of linesOf(place.path)) {
    const found = readLine(line, place);
    if (found.kind === 'other') continue;
    if (announced !== undefined) throw new UnfitSource(`${where(place, line)} comes after the end of ${place.table}.`);
    if (found.kind === 'end') announced = found.rows;
    else {
      count += 1;
      chunk.push(pick(found.row, columns, () => where(place, line)));
    }
    if (chunk.length < ROWS_AT_ONCE) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
  if (announced === count) return;
  const has = `${place.path} has ${count} rows of ${place.table}`;
  throw new UnfitSource(
    announced === undefined
      ? `${has} and no line {"end":"${place.table}","rows":${count}} behind them: the dump is not whole.`
      : `${has}, but its last line says ${announced}: the dump is not whole.`,
  );
}

/** Undefined for a value that is no text, number, truth or null. */
function pick(row: object, columns: readonly string[], at: () => string): ForeignRow {
  const values = new Map(Object.entries(row));
  const picked = columns.map((name) => {
    const value: unknown = values.get(name) ?? null;
    if (typeof value === 'object' && value !== null)
      throw new UnfitSource(`${at()} has a list or an object in ${name}.`);
    return [name, value === null ? null : String(value)] as const;
  });
  return Object.fromEntries(picked);
}

interface Line {
  readonly number: number;
  readonly text: string;
}

type Found =
  | { readonly kind: 'row'; readonly row: object }
  | { readonly kind: 'end'; readonly rows: number }
  | { readonly kind: 'other' };

function readLine(line: Line, place: Place): Found {
  const content = parse(line, place);
  const doubled = findDoubledMember(line.text);
  if (doubled !== undefined)
    throw new UnfitSource(`${where(place, line)} has ${doubled.split('/').at(-1)} more than once.`);
  const { end, rows, table, row } = Object.fromEntries(Object.entries(content));
  if (end === place.table && typeof rows === 'number') return { kind: 'end', rows };
  if (typeof end === 'string' && typeof rows === 'number') return other(line, place);
  if (place.isFolder) return { kind: 'row', row: content };
  if (typeof table !== 'string' || !isObject(row)) {
    throw new UnfitSource(`${where(place, line)} is neither {"table":…,"row":{…}} nor {"end":…,"rows":…}.`);
  }
  return table === place.table ? { kind: 'row', row } : { kind: 'other' };
}

function other(line: Line, place: Place): Found {
  if (place.isFolder) throw new UnfitSource(`${where(place, line)} ends another table than ${place.table}.`);
  return { kind: 'other' };
}

function parse(line: Line, place: Place): object {
  try {
    const content: unknown = LONG_NUMBER.test(line.text) ? JSON.parse(line.text, asWritten) : JSON.parse(line.text);
    if (isObject(content)) return content;
  } catch {
    // Said below, without the text of the line: it may hold a token.
  }
  const why = whyNoObject(line.text) ?? 'the dump is damaged, not whole, or not in JSON lines';
  throw new UnfitSource(`${where(place, line)} is not a JSON object: ${why}.`);
}

/** Most lines have none, and are read several times as fast without asking for the digits of each value. */
const LONG_NUMBER = /\d{16}/;

/** A number beyond 2^53 by its digits: rounded, it would be that of another row. */
function asWritten(_name: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source);
  return isRounded ? source : value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function where({ path }: Pick<Place, 'path'>, { number }: Pick<Line, 'number'>): string {
  return `Line ${number} of ${path}`;
}

/**
 * Lines without their ends, the empty ones left out. The last one must have its end as well, unless it `isWhole` without: many
 * programs write none behind the last line.
 */
export async function* linesOf(path: string, isWhole: (last: string) => boolean = () => false): AsyncGenerator<Line> {
  // An import judges everything before it writes anything, and a pipe has nothing left by then.
  if (!refuseNoFile(path).isFile())
    throw new UnfitSource(`${path} is no plain file, and an import reads it several times: write it to a file first.`);
  refuseOtherForm(path);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let number = 0;
  const refuseLong = (text: string, line: number) => {
    if (text.length > LONGEST_TEXT) throw new UnfitSource(`${where({ path }, { number: line })} is too long.`);
  };
  for await (const bytes of createReadStream(path, { highWaterMark: LONGEST_TEXT })) {
    const parts = (rest + decode(decoder, bytes, { path, number, isFirst: number === 0 && rest === '' })).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      number += 1;
      refuseLong(part, number);
      const text = part.trim();
      if (text !== '') yield { number, text };
    }
    refuseLong(rest, number + 1);
  }
  const last = rest.trim();
  const isCut = isMidCharacter(decoder);
  if (last === '' && !isCut) return;
  number += 1;
  if (isCut || !isWhole(last))
    throw new UnfitSource(`${where({ path }, { number })} has no end: the file was cut off there.`);
  yield { number, text: last };
}

interface Part {
  readonly path: string;
  /** The lines that were whole before it. */
  readonly number: number;
  readonly isFirst: boolean;
}

function decode(decoder: TextDecoder, bytes: Buffer, part: Part): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw new UnfitSource(`${where(part, { number: lineOfFault(bytes, part) })} is not UTF-8.`);
  }
}

const LONGEST_CHARACTER = 4;

/** The first line of a part that is not UTF-8; a character that began in the part before is passed over. */
function lineOfFault(bytes: Buffer, { number, isFirst }: Part): number {
  let from = 0;
  while (!isFirst && from < LONGEST_CHARACTER - 1 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  let line = number + 1;
  for (;;) {
    const end = bytes.indexOf('\n', from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return line;
    from = end + 1;
    line += 1;
  }
}

function isMidCharacter(decoder: TextDecoder): boolean {
  try {
    decoder.decode();
    return false;
  } catch {
    return true;
  }
}
