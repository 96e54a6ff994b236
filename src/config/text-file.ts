/** Reads a file as text. Bytes that are no UTF-8 would come as other characters, and a password would be another one. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

/** What a file holds is no text; the message is a sentence for the operator. */
export class NoText extends Error {
  override readonly name = 'NoText';
}

export function readTextFile(path: string): string {
  const bytes = bytesOf(path);
  if (!isUtf8(bytes)) throw new NoText(`${path} is no text in UTF-8.`);
  // Without a byte order mark, which some editors begin a file with.
  return new TextDecoder().decode(bytes);
}

/** A folder that is read like a file is not named by the system. */
function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}
