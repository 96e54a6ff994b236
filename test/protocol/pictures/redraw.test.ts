/** Proves that an uploaded picture is drawn anew, or refused with the rule it breaks. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { parsePng } from '../../../src/protocol/pictures/png.ts';
import { unfilterRows } from '../../../src/protocol/pictures/png-rows.ts';
import { MOST_PICTURE_BYTES, redraw } from '../../../src/protocol/pictures/redraw.ts';
import { png, strangeChunk } from '../../support/png.ts';

async function drawn(upload: Buffer): Promise<Buffer> {
  const answer = await redraw(upload);
  assert.ok(answer.ok, JSON.stringify(answer));
  return answer.value;
}

async function rule(upload: Buffer): Promise<string> {
  const answer = await redraw(upload);
  return answer.ok ? 'accepted' : answer.refusal;
}

function pixels(file: Buffer): string {
  const parsed = parsePng(file);
  assert.ok(parsed.ok);
  return unfilterRows(inflateSync(parsed.value.packed), parsed.value)?.toString('hex') ?? '';
}

const PALETTE = Buffer.from(Array.from({ length: 48 }, (_, index) => index * 5));

test('the pixels of every kind of picture come through unchanged, whatever filters it used', async () => {
  for (const colourType of [0, 2, 4, 6]) {
    const upload = png({ colourType });
    assert.equal(pixels(await drawn(upload)), pixels(upload), `colour type ${colourType}`);
  }
  for (const depth of [1, 2, 4] as const) {
    const upload = png({ colourType: 0, depth, width: 61, height: 63 });
    assert.equal(pixels(await drawn(upload)), pixels(upload), `${depth} bits`);
  }
});

test('a palette and its transparency are kept, and an index beyond the palette is refused', async () => {
  const rows = Buffer.alloc(65 * 64, 3);
  for (let row = 0; row < 64; row += 1) rows[row * 65] = 0;
  const upload = png({ colourType: 3, palette: PALETTE, transparency: Buffer.from([0, 128]), rows });

  const file = await drawn(upload);

  assert.ok(file.includes(PALETTE) && file.includes('tRNS'));
  rows[1] = 16;
  assert.equal(await rule(png({ colourType: 3, palette: PALETTE, rows })), 'unreadable');
});

test('nothing of the upload survives but its pixels: no text, no profile, no bytes behind the end', async () => {
  const upload = Buffer.concat([
    png({ extra: Buffer.concat([strangeChunk('tEXt', 'Comment\0<script>'), strangeChunk('iCCP', 'profile')]) }),
    Buffer.from('<script>alert(1)</script>'),
  ]);

  const file = await drawn(upload);

  assert.ok(!file.includes('script') && !file.includes('tEXt') && !file.includes('iCCP'));
  assert.equal(file.subarray(-12).toString('hex'), '0000000049454e44ae426082');
});

test('each refusal names its rule', async () => {
  const cut = png().subarray(0, 200);
  const bent = Buffer.from(png());
  bent[60] = (bent[60] ?? 0) ^ 1;
  const refusals: [string, Buffer][] = [
    ['missing', Buffer.alloc(0)],
    ['not_png', Buffer.from('GIF89a')],
    ['not_png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['damaged', cut],
    ['damaged', bent],
    ['interlaced', png({ interlace: 1 })],
    ['deep', png({ depth: 16, rows: Buffer.alloc(1) })],
    ['too_small', png({ width: 16, height: 16 })],
    ['too_large', png({ width: 513, height: 512, rows: Buffer.alloc(1) })],
    ['not_square', png({ width: 64, height: 200 })],
    ['unknown_part', png({ extra: strangeChunk('ABCD', 'x') })],
    ['unreadable', png({ rows: Buffer.alloc(10) })],
    ['unreadable', png({ rows: Buffer.alloc(257 * 64, 9) })],
    ['file_large', Buffer.concat([png(), Buffer.alloc(MOST_PICTURE_BYTES)])],
  ];

  for (const [expected, upload] of refusals) assert.equal(await rule(upload), expected);
});

test('a picture that would swell when it is unpacked is refused without unpacking it', async () => {
  const bomb = png({ width: 512, height: 512, rows: Buffer.alloc(40_000_000) });

  assert.ok(bomb.length < MOST_PICTURE_BYTES);
  assert.equal(await rule(bomb), 'unreadable');
});

test('a picture that its filters make small is kept as small', async () => {
  const side = 512;
  const rows = Buffer.alloc((side * 4 + 1) * side);
  // Filter 1, and the same difference from pixel to pixel: without filters this is 512 rows of all colours.
  for (let row = 0; row < side; row += 1) {
    const start = row * (side * 4 + 1);
    rows[start] = 1;
    for (let at = 1; at <= side * 4; at += 1) rows[start + at] = (row * at) % 3;
  }
  const upload = png({ width: side, height: side, rows });

  const file = await drawn(upload);

  assert.equal(pixels(file), pixels(upload));
  assert.ok(file.length <= upload.length * 1.02, `${file.length} of ${upload.length}`);
});

test('noise that cannot be made small is refused, and never kept larger than an upload may be', async () => {
  const rows = createHash('shake256', { outputLength: 2049 * 512 })
    .update('noise')
    .digest();
  for (let at = 0; at < rows.length; at += 2049) rows[at] = 0;

  assert.equal(await rule(png({ width: 512, height: 512, rows })), 'file_large');
});

test('whatever bytes arrive, they are drawn or refused, and nothing is thrown', async () => {
  const whole = png({ colourType: 2, extra: strangeChunk('tEXt', 'x') });
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, value, length) => {
      const broken = Buffer.from(whole);
      broken[at] = value;
      for (const upload of [broken, broken.subarray(0, length)]) assert.equal(typeof (await rule(upload)), 'string');
    }),
    { numRuns: 300 },
  );
});
