/** Proves that a PNG is read strictly, chunk by chunk, and that its rows come out as they went in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { chunk, type PngImage, parsePng, SIGNATURE } from '../../../src/protocol/pictures/png.ts';
import { hasPaletteFault, unfilterRows } from '../../../src/protocol/pictures/png-rows.ts';
import { type Drawing, png, strangeChunk } from '../../support/png.ts';

function rule(bytes: Buffer): string {
  const parsed = parsePng(bytes);
  return parsed.ok ? 'accepted' : parsed.refusal;
}

function read(drawing: Drawing): PngImage {
  const parsed = parsePng(png(drawing));
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
}

/** The bytes of IHDR with some of them changed, and a picture that has them. */
function withHeader(change: (header: Buffer) => Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(64, 0);
  header.writeUInt32BE(64, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return file(chunk('IHDR', change(header)), chunk('IDAT', Buffer.alloc(1)), END);
}

const END = chunk('IEND', Buffer.alloc(0));
const file = (...chunks: Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks]);
const header = (bytes: Buffer): Buffer => bytes.subarray(8, 33);

test('a file that does not begin as a PNG is none', () => {
  assert.equal(rule(Buffer.alloc(0)), 'not_png');
  assert.equal(rule(SIGNATURE.subarray(0, 7)), 'not_png');
  assert.equal(rule(Buffer.from('GIF89a, and then some more')), 'not_png');
  assert.equal(rule(SIGNATURE), 'damaged');
  assert.equal(SIGNATURE.toString('hex'), '89504e470d0a1a0a');
});

test('a chunk has its length, its name, its content and its checksum', () => {
  assert.equal(END.toString('hex'), '0000000049454e44ae426082');
  assert.equal(chunk('IDAT', Buffer.from('ab')).toString('latin1', 0, 10), '\0\0\0\x02IDATab');
});

test('a file is damaged where a chunk is cut off or changed, or the end is missing', () => {
  const whole = png();

  for (const length of [whole.length - 1, whole.length - 14, whole.length - 12, 40, 33, 20])
    assert.equal(rule(whole.subarray(0, length)), 'damaged');
  for (const at of [16, 30, 45, whole.length - 1]) {
    const bent = Buffer.from(whole);
    bent[at] = (bent[at] ?? 0) ^ 1;
    assert.equal(rule(bent), 'damaged', `byte ${at}`);
  }
  assert.equal(rule(Buffer.concat([whole, Buffer.from('behind the end')])), 'accepted');
});

test('the first chunk is the header, once and with thirteen bytes', () => {
  const whole = png();

  assert.equal(rule(file(chunk('IDAT', Buffer.alloc(1)), header(whole), END)), 'damaged');
  assert.equal(rule(file(END)), 'damaged');
  assert.equal(rule(withHeader((bytes) => bytes.subarray(0, 12))), 'damaged');
  assert.equal(rule(withHeader((bytes) => Buffer.concat([bytes, Buffer.alloc(1)]))), 'damaged');
  assert.equal(rule(png({ extra: header(whole) })), 'damaged');
  assert.equal(rule(file(header(whole), END)), 'damaged');
});

test('each side has 32 to 512 pixels, and neither is more than a quarter longer', () => {
  const sized = (width: number, height: number) => rule(png({ width, height, rows: Buffer.alloc(1) }));

  assert.equal(sized(512, 512), 'accepted');
  assert.equal(sized(32, 32), 'accepted');
  for (const [width, height] of [
    [513, 512],
    [512, 513],
  ] as const)
    assert.equal(sized(width, height), 'too_large');
  for (const [width, height] of [
    [31, 32],
    [32, 31],
  ] as const)
    assert.equal(sized(width, height), 'too_small');
  for (const [width, height] of [
    [40, 32],
    [32, 40],
    [500, 400],
  ] as const)
    assert.equal(sized(width, height), 'accepted');
  for (const [width, height] of [
    [41, 32],
    [32, 41],
    [501, 400],
  ] as const)
    assert.equal(sized(width, height), 'not_square');
});

test('compression, filter and interlacing have one value that is read', () => {
  const set = (at: number, value: number) =>
    rule(
      withHeader((bytes) => {
        bytes[at] = value;
        return bytes;
      }),
    );

  assert.equal(set(10, 0), 'accepted');
  assert.equal(set(10, 1), 'damaged');
  assert.equal(set(11, 1), 'damaged');
  assert.equal(set(12, 1), 'interlaced');
  assert.equal(set(12, 2), 'damaged');
  for (const colourType of [1, 5, 7]) assert.equal(set(9, colourType), 'damaged');
});

test('every colour type has the depths it may have', () => {
  const palette = Buffer.alloc(3);
  const judged = (colourType: number, depth: number) =>
    rule(png({ colourType, depth, rows: Buffer.alloc(1), ...(colourType === 3 ? { palette } : {}) }));

  for (const colourType of [0, 3])
    for (const depth of [1, 2, 4, 8]) assert.equal(judged(colourType, depth), 'accepted');
  for (const colourType of [2, 4, 6]) {
    assert.equal(judged(colourType, 8), 'accepted');
    for (const depth of [1, 2, 4, 3]) assert.equal(judged(colourType, depth), 'damaged');
  }
  for (const colourType of [0, 2, 3, 4, 6]) assert.equal(judged(colourType, 16), 'deep');
  assert.equal(judged(0, 3), 'damaged');
});

test('rows and pixels have the bytes of their colours', () => {
  const shape = (colourType: number, depth: number, width = 61) => {
    const { rowBytes, stride } = read({ colourType, depth, width, height: 63, palette: Buffer.alloc(3) });
    return [rowBytes, stride];
  };

  assert.deepEqual(
    [shape(0, 8), shape(2, 8), shape(3, 8), shape(4, 8), shape(6, 8)],
    [
      [61, 1],
      [183, 3],
      [61, 1],
      [122, 2],
      [244, 4],
    ],
  );
  assert.deepEqual(
    [shape(0, 1), shape(0, 2), shape(0, 4)],
    [
      [8, 1],
      [16, 1],
      [31, 1],
    ],
  );
});

test('what is read is what was written, and nothing that is not needed', () => {
  const extra = Buffer.concat([strangeChunk('tEXt', 'Comment'), strangeChunk('aBCd', 'x')]);
  const rows = Buffer.alloc(65 * 60);
  const image = read({ colourType: 0, width: 64, height: 60, rows, extra, palette: Buffer.alloc(3) });

  assert.deepEqual([image.width, image.height, image.colourType, image.depth], [64, 60, 0, 8]);
  assert.equal(image.header.length, 13);
  assert.equal(image.palette, null);
  assert.equal(image.transparency, null);
  assert.deepEqual(image.packed, deflateSync(rows));
  const [first, second] = [chunk('IDAT', Buffer.from('ab')), chunk('IDAT', Buffer.from('cd'))];
  const parts = parsePng(file(header(png()), first, second, END));
  assert.equal(parts.ok && parts.value.packed.toString(), 'abcd');
});

test('a part that a picture cannot be shown without, and that is not known, is refused', () => {
  assert.equal(rule(png({ extra: strangeChunk('ABCD', 'x') })), 'unknown_part');
  assert.equal(rule(png({ extra: strangeChunk('abCD', 'x') })), 'accepted');
});

test('a palette belongs to palette pictures, once and with whole colours', () => {
  const judged = (palette: Buffer | undefined, transparency?: Buffer) =>
    rule(png({ colourType: 3, ...(palette ? { palette } : {}), ...(transparency ? { transparency } : {}) }));
  const image = read({ colourType: 3, palette: Buffer.from('abc'), transparency: Buffer.from('t') });

  assert.equal(judged(undefined), 'damaged');
  for (const bytes of [0, 1, 4, 771]) assert.equal(judged(Buffer.alloc(bytes)), 'damaged', `${bytes} bytes`);
  for (const bytes of [3, 768]) assert.equal(judged(Buffer.alloc(bytes)), 'accepted', `${bytes} bytes`);
  assert.equal(judged(Buffer.alloc(6), Buffer.alloc(2)), 'accepted');
  assert.equal(judged(Buffer.alloc(6), Buffer.alloc(3)), 'damaged');
  assert.equal(
    rule(png({ colourType: 3, palette: Buffer.alloc(3), extra: chunk('PLTE', Buffer.alloc(3)) })),
    'damaged',
  );
  assert.equal(`${image.palette}${image.transparency}`, 'abct');
});

test('transparency has as many bytes as its colour type says, once', () => {
  const judged = (colourType: number, bytes: number) => rule(png({ colourType, transparency: Buffer.alloc(bytes) }));

  assert.deepEqual([judged(0, 2), judged(2, 6)], ['accepted', 'accepted']);
  for (const [colourType, bytes] of [
    [0, 6],
    [2, 2],
    [4, 2],
    [6, 6],
    [0, 0],
  ] as const)
    assert.equal(judged(colourType, bytes), 'damaged', `${colourType}: ${bytes} bytes`);
  const twice = { colourType: 0, transparency: Buffer.alloc(2), extra: chunk('tRNS', Buffer.alloc(2)) };
  assert.equal(rule(png(twice)), 'damaged');
});

const SHAPE = { rowBytes: 3, stride: 1, height: 2 };

test('each of the five filters is undone by its own rule', () => {
  const undone = (filter: number) =>
    unfilterRows(Buffer.from([0, 10, 20, 250, filter, 1, 2, 3]), SHAPE)?.toString('hex');
  const plain = (...bytes: number[]) => Buffer.from([10, 20, 250, ...bytes]).toString('hex');

  assert.equal(undone(0), plain(1, 2, 3));
  assert.equal(undone(1), plain(1, 3, 6));
  assert.equal(undone(2), plain(11, 22, 253));
  assert.equal(undone(3), plain(6, 15, 135));
  assert.equal(undone(4), plain(11, 22, 253));
  assert.equal(undone(5), undefined);
  assert.equal(undone(255), undefined);
});

test('in the first row nothing stands above, and before the first pixel nothing to the left', () => {
  const first = (filter: number) => [...(unfilterRows(Buffer.from([filter, 8, 8, 8]), { ...SHAPE, height: 1 }) ?? [])];

  assert.deepEqual(first(1), [8, 16, 24]);
  assert.deepEqual(first(2), [8, 8, 8]);
  assert.deepEqual(first(3), [8, 12, 14]);
  assert.deepEqual(first(4), [8, 16, 24]);
});

test('of left, above and corner the nearest to their sum is taken, in this order', () => {
  // The second pixel of the second row, by its three neighbours; the first filter of each row stores the rest plainly.
  const nearest = (left: number, above: number, corner: number) => {
    const first = (256 + left - corner) % 256;
    const rows = Buffer.from([0, corner, above, 4, first, 0]);
    return unfilterRows(rows, { rowBytes: 2, stride: 1, height: 2 })?.[3];
  };

  assert.equal(nearest(100, 50, 50), 100);
  assert.equal(nearest(50, 100, 50), 100);
  assert.equal(nearest(10, 30, 20), 20);
  assert.equal(nearest(20, 20, 20), 20);
  assert.equal(nearest(10, 12, 11), 11);
  assert.equal(nearest(30, 20, 40), 20);
  assert.equal(nearest(20, 30, 40), 20);
  assert.equal(nearest(9, 8, 6), 9);
  assert.equal(nearest(8, 9, 6), 9);
  assert.equal(nearest(60, 10, 40), 40);
  assert.equal(nearest(30, 60, 50), 30);
  assert.equal(nearest(60, 30, 50), 30);
});

test('an index beyond the palette is found in any row, column and depth', () => {
  const fault = (depth: number, colours: number, bytes: number[], colourType = 3) => {
    const rowBytes = bytes.length / 2;
    const size = { width: Math.floor((rowBytes * 8) / depth), height: 2, rowBytes, stride: 1, depth, colourType };
    const rest = { header: Buffer.alloc(0), transparency: null, packed: Buffer.alloc(0) };
    return hasPaletteFault(Buffer.from(bytes), { ...size, ...rest, palette: Buffer.alloc(colours * 3) });
  };

  assert.equal(fault(8, 3, [0, 1, 2, 2]), false);
  for (const at of [0, 1, 2, 3]) assert.equal(fault(8, 3, [0, 0, 0, 0].with(at, 3)), true);
  assert.equal(fault(4, 3, [0x22, 0x21]), false);
  for (const byte of [0x30, 0x03]) assert.equal(fault(4, 3, [0, byte]), true);
  for (const byte of [0xc0, 0x30, 0x0c, 0x03]) assert.equal(fault(2, 3, [byte, 0]), true);
  assert.equal(fault(2, 3, [0xaa, 0x55]), false);
  assert.equal(fault(1, 1, [0, 1]), true);
  assert.equal(fault(1, 1, [0, 0]), false);
  assert.equal(fault(1, 2, [255, 255]), false);
  assert.equal(fault(2, 4, [255, 255]), false);
  assert.equal(fault(8, 3, [9, 9, 9, 9], 0), false);
  const image = read({ colourType: 3, palette: Buffer.alloc(3) });
  assert.equal(hasPaletteFault(Buffer.alloc(64 * 64, 9), { ...image, palette: null }), false);
});

test('a bit behind the last pixel of a row is no index', () => {
  const image = { ...read({ colourType: 3, depth: 4, width: 33, height: 33, palette: Buffer.alloc(9) }) };
  const pixels = Buffer.alloc(17 * 33);
  pixels[16] = 0x0f;

  assert.equal(hasPaletteFault(pixels, image), false);
  pixels[16] = 0xf0;
  assert.equal(hasPaletteFault(pixels, image), true);
});

test('what lies behind the last row is not looked at', () => {
  const image = { ...read({ colourType: 3, palette: Buffer.alloc(3) }) };

  assert.deepEqual(unfilterRows(Buffer.from([0, 1, 2, 3, 9, 9]), { ...SHAPE, height: 1 }), Buffer.from([1, 2, 3]));
  assert.equal(hasPaletteFault(Buffer.concat([Buffer.alloc(64 * 64), Buffer.alloc(64, 9)]), image), false);
});
