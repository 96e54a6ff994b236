/** Looks through files, folders and pipes of any size for our tokens and secrets, a piece at a time. */
import { createReadStream } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FoundString, findStrings, LONGEST_FIND } from '../../protocol/tokens/found-strings.ts';
import { systemSentence } from '../output/system-error.ts';

export interface Sighting extends FoundString {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

interface Unreadable {
  readonly path: string;
  readonly because: string;
}

export const STANDARD_INPUT = '-';
const PIECE_BYTES = 1_048_576;
const INPUT_DESCRIPTOR = 0;

/** In folders, links and whatever is no file are passed by; a path that was named is read whatever it is. */
export async function* scan(path: string): AsyncGenerator<Sighting | Unreadable> {
  try {
    if (path !== STANDARD_INPUT && (await stat(path)).isDirectory()) yield* scanFolder(path);
    else yield* scanFile(path);
  } catch (error) {
    yield { path, because: error instanceof Error ? systemSentence(error) : String(error) };
  }
}

async function* scanFolder(folder: string): AsyncGenerator<Sighting | Unreadable> {
  for (const name of (await readdir(folder)).toSorted()) {
    const path = join(folder, name);
    const found = await lstat(path);
    if (found.isDirectory() || found.isFile()) yield* scan(path);
  }
}

async function* scanFile(path: string): AsyncGenerator<Sighting> {
  const options = { highWaterMark: PIECE_BYTES };
  const stream =
    path === STANDARD_INPUT
      ? createReadStream('', { ...options, fd: INPUT_DESCRIPTOR })
      : createReadStream(path, options);
  let rest = '';
  let place = { line: 1, column: 1 };
  for await (const piece of stream) {
    // Texts in UTF-16 have a zero byte beside each letter; the checksum tells what is a token and what is chance.
    const text = rest + (piece as Buffer).toString('latin1').replaceAll('\0', '');
    for (const found of findStrings(text)) {
      // What ends within the rest was found with the piece before.
      if (found.end > rest.length) yield { ...found, path, ...advance(place, text.slice(0, found.at)) };
    }
    const end = Math.max(0, text.length - LONGEST_FIND);
    place = advance(place, text.slice(0, end));
    rest = text.slice(end);
  }
}

function advance({ line, column }: { line: number; column: number }, text: string): { line: number; column: number } {
  const lastBreak = text.lastIndexOf('\n');
  if (lastBreak === -1) return { line, column: column + text.length };
  let breaks = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks += 1;
  return { line: line + breaks, column: text.length - lastBreak };
}
