/** Reads a PNG strictly (RFC 2083 §3): its chunks, their checksums, their order, and nothing that is not needed. */
import { crc32 } from 'node:zlib';
import { accept, type Result, refuse } from '../result.ts';

export interface PngImage {
  readonly width: number;
  readonly height: number;
  readonly colourType: number;
  readonly depth: number;
  /** Bytes of one row, without its filter byte. */
  readonly rowBytes: number;
  /** How far back the neighbour of a byte is: the bytes of one pixel, at least one. */
  readonly stride: number;
  /** The 13 bytes of IHDR, which hold nothing but what was judged. */
  readonly header: Buffer;
  readonly palette: Buffer | null;
  readonly transparency: Buffer | null;
  /** Everything that the IDAT chunks hold. */
  readonly packed: Buffer;
}

type PngFault =
  | 'not_png'
  | 'damaged'
  | 'interlaced'
  | 'deep'
  | 'too_small'
  | 'too_large'
  | 'not_square'
  | 'unknown_part';

/** Everything that can be wrong with an uploaded picture, the file itself included. */
export type PictureRule = PngFault | 'missing' | 'file_large' | 'unreadable' | 'result_large';

export const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const MOST_PIXELS = 512;
const LEAST_PIXELS = 32;
/** How much longer one side may be than the other. */
const MOST_STRETCH = 1.25;

const HEADER_BYTES = 13;
/** Channels by colour type: grey, red-green-blue, palette, grey with alpha, red-green-blue with alpha. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export function parsePng(bytes: Buffer): Result<PngImage, PngFault> {
  if (bytes.length < SIGNATURE.length || !bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) {
    return refuse('not_png');
  }
  const chunks = readChunks(bytes);
  if (!chunks.ok) return chunks;
  const [first, ...rest] = chunks.value;
  if (first?.name !== 'IHDR' || first.content.length !== HEADER_BYTES) return refuse('damaged');
  const fault = faultOfHeader(first.content);
  return fault ? refuse(fault) : gather(first.content, rest);
}

/** One chunk as a file has it: length, name, content, checksum. */
export function chunk(name: 'IHDR' | 'PLTE' | 'tRNS' | 'IDAT' | 'IEND', content: Buffer): Buffer {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(name, 4, 'latin1');
  content.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, content.length + 8)), content.length + 8);
  return bytes;
}

interface Chunk {
  readonly name: string;
  readonly content: Buffer;
}

/** Up to IEND; what a file carries behind it is not looked at. */
function readChunks(bytes: Buffer): Result<readonly Chunk[], PngFault> {
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) break;
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return refuse('damaged');
    if (name === 'IEND') return accept(chunks);
    chunks.push({ name, content: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return refuse('damaged');
}

function faultOfHeader(header: Buffer): PngFault | undefined {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colourType = 0, compression, filter, interlace] = header.subarray(8);
  if (width > MOST_PIXELS || height > MOST_PIXELS) return 'too_large';
  if (width < LEAST_PIXELS || height < LEAST_PIXELS) return 'too_small';
  if (Math.max(width, height) > MOST_STRETCH * Math.min(width, height)) return 'not_square';
  if (compression !== 0 || filter !== 0 || CHANNELS[colourType] === undefined) return 'damaged';
  if (interlace !== 0) return interlace === 1 ? 'interlaced' : 'damaged';
  // Grey and palette pictures may pack several pixels into a byte; sixteen bits are more than a screen shows.
  const depths = colourType === 0 || colourType === 3 ? [1, 2, 4, 8] : [8];
  return depths.includes(depth) ? undefined : depth === 16 ? 'deep' : 'damaged';
}

function gather(header: Buffer, chunks: readonly Chunk[]): Result<PngImage, PngFault> {
  const one = (name: string) => chunks.filter((each) => each.name === name);
  const stranger = chunks.find(({ name }) => isCritical(name) && name !== 'PLTE' && name !== 'IDAT');
  if (stranger) return refuse(stranger.name === 'IHDR' ? 'damaged' : 'unknown_part');
  const [palettes, transparencies, packed] = [one('PLTE'), one('tRNS'), one('IDAT')];
  if (palettes.length > 1 || transparencies.length > 1 || packed.length === 0) return refuse('damaged');
  const [depth = 0, colourType = 0] = header.subarray(8);
  const palette = colourType === 3 ? (palettes[0]?.content ?? null) : null;
  const transparency = transparencies[0]?.content ?? null;
  if (!fitsColours(colourType, palette, transparency)) return refuse('damaged');
  const bits = (CHANNELS[colourType] ?? 1) * depth;
  const width = header.readUInt32BE(0);
  return accept({
    width,
    height: header.readUInt32BE(4),
    colourType,
    depth,
    rowBytes: Math.ceil((width * bits) / 8),
    stride: Math.max(1, bits / 8),
    header,
    palette,
    transparency,
    packed: Buffer.concat(packed.map(({ content }) => content)),
  });
}

/** An upper-case first letter: a picture cannot be shown without it. */
function isCritical(name: string): boolean {
  return /^[A-Z]/.test(name);
}

function fitsColours(colourType: number, palette: Buffer | null, transparency: Buffer | null): boolean {
  if (colourType === 3) {
    if (palette === null || palette.length === 0 || palette.length % 3 !== 0 || palette.length > 768) return false;
    return transparency === null || transparency.length <= palette.length / 3;
  }
  if (transparency === null) return true;
  return (colourType === 0 && transparency.length === 2) || (colourType === 2 && transparency.length === 6);
}
