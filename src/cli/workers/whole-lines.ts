/** Cuts what a worker writes to its log into whole lines, so that lines of several workers never mix. */
import type { Readable } from 'node:stream';

/** A line that is longer is passed on in pieces. */
const LONGEST_LINE = 1_048_576;

export function passWholeLines(from: Readable, write: (lines: string) => void): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
    if (rest.length > LONGEST_LINE) passRest();
  });
  // A worker that was killed may have left half a line.
  from.on('end', passRest);
  from.on('error', () => from.destroy());

  function passRest(): void {
    if (rest !== '') write(`${rest}\n`);
    rest = '';
  }
}
