/** The rows of a PNG: each is stored as its difference from its neighbours, by one of five filters (RFC 2083 §6). */
import type { PngImage } from './png.ts';

/** The colour type whose pixels are indices. */
export const PALETTE = 3;
const LAST_FILTER = 4;

type Shape = Pick<PngImage, 'rowBytes' | 'stride' | 'height'>;

/** The pixels without filter bytes; undefined when a row names a filter that does not exist. */
export function unfilterRows(rows: Buffer, { rowBytes, stride, height }: Shape): Buffer | undefined {
  const pixels = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    const source = row * (rowBytes + 1);
    const filter = rows[source] ?? 0;
    if (filter > LAST_FILTER) return undefined;
    const target = row * rowBytes;
    for (let at = 0; at < rowBytes; at += 1) {
      const left = at >= stride ? (pixels[target + at - stride] ?? 0) : 0;
      const above = row > 0 ? (pixels[target + at - rowBytes] ?? 0) : 0;
      const corner = row > 0 && at >= stride ? (pixels[target + at - rowBytes - stride] ?? 0) : 0;
      pixels[target + at] = (rows[source + 1 + at] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return pixels;
}

/** Whether each row names a filter that exists. */
export function hasKnownFilters(rows: Buffer, { rowBytes, height }: Shape): boolean {
  for (let row = 0; row < height; row += 1) if ((rows[row * (rowBytes + 1)] ?? 0) > LAST_FILTER) return false;
  return true;
}

/** Every index must name a colour of the palette. */
export function hasPaletteFault(pixels: Buffer, image: PngImage): boolean {
  const { colourType, depth, width, height, rowBytes, palette } = image;
  if (colourType !== PALETTE || palette === null) return false;
  const colours = palette.length / 3;
  if (colours >= 2 ** depth) return false;
  const perByte = 8 / depth;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const byte = pixels[row * rowBytes + Math.floor(column / perByte)] ?? 0;
      const index = (byte >> (8 - depth - (column % perByte) * depth)) & (2 ** depth - 1);
      if (index >= colours) return true;
    }
  }
  return false;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4:
      return paeth(left, above, corner);
    default:
      return 0;
  }
}

/** RFC 2083 §6.6: of the three neighbours, the one nearest to left + above − corner. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
