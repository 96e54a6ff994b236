/**
 * Writes an uploaded picture as a new file, so that nothing of the upload but its pixels is kept. A function of its bytes
 * alone; it waits, since they are unpacked and packed on other threads.
 */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { accept, type Result, refuse } from '../result.ts';
import { chunk, type PictureRule, type PngImage, parsePng, SIGNATURE } from './png.ts';
import { hasKnownFilters, hasPaletteFault, PALETTE, unfilterRows } from './png-rows.ts';

/** Of an upload, and of what is kept of it. */
export const MOST_PICTURE_BYTES = 262_144;

const inflated = promisify(inflate);
const deflated = promisify(deflate);

/** The pixels of a PNG in a PNG of our own making: no chunk, no comment, no trailing byte of the upload survives. */
export async function redraw(upload: Buffer): Promise<Result<Buffer, PictureRule>> {
  if (upload.length === 0) return refuse('missing');
  if (upload.length > MOST_PICTURE_BYTES) return refuse('file_large');
  const parsed = parsePng(upload);
  if (!parsed.ok) return parsed;
  const image = parsed.value;
  const rows = await inflateWhole(image);
  if (!rows || hasRowFault(rows, image)) return refuse('unreadable');
  // Packed with the filters that the upload chose: they were all read, and other ones could make the file larger.
  const packed = await deflated(rows, { level: 9 });
  const drawn = Buffer.concat([
    SIGNATURE,
    chunk('IHDR', image.header),
    ...(image.palette ? [chunk('PLTE', image.palette)] : []),
    ...(image.transparency ? [chunk('tRNS', image.transparency)] : []),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return drawn.length > MOST_PICTURE_BYTES ? refuse('result_large') : accept(drawn);
}

/** Where there is no palette, every byte is a colour: reading a million of them would hold up everybody else. */
function hasRowFault(rows: Buffer, image: PngImage): boolean {
  if (image.colourType !== PALETTE) return !hasKnownFilters(rows, image);
  const pixels = unfilterRows(rows, image);
  return !pixels || hasPaletteFault(pixels, image);
}

/** Never more than the header promised, whatever the packed bytes would swell to. */
async function inflateWhole({ packed, rowBytes, height }: PngImage): Promise<Buffer | undefined> {
  const length = (rowBytes + 1) * height;
  try {
    const bytes = await inflated(packed, { maxOutputLength: length });
    return bytes.length === length ? bytes : undefined;
  } catch {
    // Broken or longer than the header says: both are reported as the same fault of the upload.
    return undefined;
  }
}
