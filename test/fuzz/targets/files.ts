/** Targets: uploads, and the form that carries them. */

import { readGuardedFile } from '../../../src/http/browser/guarded-form.ts';
import { visitorOf } from '../../../src/http/browser/visitor.ts';
import { chunk, parsePng } from '../../../src/protocol/pictures/png.ts';
import { redraw } from '../../../src/protocol/pictures/redraw.ts';
import { png } from '../../support/png.ts';
import { NO_TABLE, quietWorld, requestOf } from '../requests.ts';
import { insist, insistEqual, type Target } from './target.ts';

const UPLOAD_BYTES = 262_144;
const HEADER = { 'content-type': 'multipart/form-data; boundary=x' };
const PART = 'Content-Disposition: form-data; name=';

export const FILE_TARGETS: readonly Target[] = [
  {
    name: 'png-chunks',
    says: 'the chunks of PNG files, their checksums made right',
    words: ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'tEXt', '\0\0\0\x0d'],
    mostBytes: 8192,
    run(input) {
      parsePng(input);
      parsePng(withRightSums(input));
    },
  },
  {
    name: 'png',
    says: 'logos, from the upload to the picture that is drawn anew',
    words: ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'],
    mostBytes: UPLOAD_BYTES,
    isSlow: true,
    async run(input) {
      const drawn = await redraw(withRightSums(input));
      await redraw(withPixels(input));
      if (!drawn.ok) return;
      const again = await redraw(drawn.value);
      insist(again.ok && again.value.equals(drawn.value), 'drawn again it is another');
    },
  },
  {
    name: 'file-form',
    says: 'the form that carries a logo',
    words: [
      '--x\r\n',
      '\r\n--x--\r\n',
      `${PART}"form_token"\r\n\r\n`,
      `${PART}"logo"; filename="a.png"\r\n\r\n`,
      '\r\n\r\n',
    ],
    mostBytes: 65_536,
    isSlow: true,
    async run(input) {
      const visitor = await visitorOf(requestOf({ headers: HEADER, body: input }), await quietWorld(), NO_TABLE);
      const read = readGuardedFile({ ...visitor, isFormToken: () => true }, 'logo', '/');
      if (read.ok) insist(read.value.length === 0 || input.includes(read.value), 'bytes that were not sent');
      else insistEqual(read.refusal.status, 400, 'another refusal');
    },
  },
];

/** Random changes break every checksum, and nothing behind them would ever be reached. */
function withRightSums(input: Buffer): Buffer {
  const pieces = [input.subarray(0, 8)];
  let at = 8;
  while (at + 12 <= input.length && pieces.length < 64) {
    const length = Math.min(input.readUInt32BE(at), input.length - at - 12);
    const name = input.toString('latin1', at + 4, at + 8);
    // The name is whatever stands there; the type knows only those that we write.
    pieces.push(chunk(name as 'IDAT', input.subarray(at + 8, at + 8 + length)));
    at += 12 + length;
  }
  return Buffer.concat(pieces);
}

/** The input as the rows of a picture of some kind: what is behind the checksums and the packing. */
function withPixels(input: Buffer): Buffer {
  const [width = 0, kind = 0] = input;
  const colourType = [0, 2, 3, 4, 6][kind % 5] ?? 0;
  const depth = colourType === 0 || colourType === 3 ? 1 << (width % 4) : 8;
  const side = 32 + (width % 16);
  const bits = ({ 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colourType] ?? 1) * depth;
  const rows = Buffer.alloc((Math.ceil((side * bits) / 8) + 1) * side);
  input.copy(rows);
  const palette = colourType === 3 ? { palette: Buffer.alloc(3 * (1 + (kind % 200))) } : {};
  return png({ width: side, height: side, colourType, depth, rows, ...palette });
}
