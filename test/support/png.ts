/** Writes PNG files for tests: whole ones, and ones with any part wrong. */
import { deflateSync } from 'node:zlib';
import { chunk, SIGNATURE } from '../../src/protocol/pictures/png.ts';

export type Drawing = {
  width?: number;
  height?: number;
  colourType?: number;
  depth?: number;
  interlace?: number;
  palette?: Buffer;
  transparency?: Buffer;
  /** Rows with their filter bytes; grey noise unless said otherwise. */
  rows?: Buffer;
  /** Put before IDAT as it is. */
  extra?: Buffer;
};

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export function png(drawing: Drawing = {}): Buffer {
  const { width = 64, height = 64, colourType = 6, depth = 8, interlace = 0 } = drawing;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, interlace], 8);
  const rowBytes = Math.ceil((width * (CHANNELS[colourType] ?? 1) * depth) / 8);
  const rows = drawing.rows ?? gradient(rowBytes, height);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(drawing.palette ? [chunk('PLTE', drawing.palette)] : []),
    ...(drawing.transparency ? [chunk('tRNS', drawing.transparency)] : []),
    ...(drawing.extra ? [drawing.extra] : []),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A chunk of any name, as a stranger might add it. */
export function strangeChunk(name: string, content: string): Buffer {
  return chunk(name as 'IDAT', Buffer.from(content));
}

/** Every filter in turn, so that decoding has to know them all. */
function gradient(rowBytes: number, height: number): Buffer {
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows[row * (rowBytes + 1)] = row % 5;
    for (let at = 0; at < rowBytes; at += 1) rows[row * (rowBytes + 1) + 1 + at] = (row * 7 + at * 3) % 11;
  }
  return rows;
}
