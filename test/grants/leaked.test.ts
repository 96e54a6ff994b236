/** Proves that a report of leaked strings leaves turns to others, however many strings it is made of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { endLeaked } from '../../src/grants/leaked.ts';
import { findStrings } from '../../src/protocol/tokens/found-strings.ts';
import { TOKEN_LENGTH } from '../../src/protocol/tokens/token-string.ts';
import { onMovedClock } from '../support/clocked.ts';

const CHECKED_BYTES = 41;
const PERIOD = 13;

/** Each string begins within the one before it, so that there are as many as a text of this length can hold. */
function crowded(prefix: string, length: number): string {
  const characters = Array.from({ length }, (_, at) => {
    const place = at % PERIOD;
    return place < 4 ? (prefix[place] ?? '') : place < 6 ? 'A' : String(Math.floor(at / PERIOD) % 10);
  });
  for (let at = 0; at + TOKEN_LENGTH <= length; at += PERIOD) {
    const bytes = Buffer.from(characters.slice(at + 4, at + TOKEN_LENGTH).join(''), 'base64url');
    bytes.writeUInt32BE(crc32(bytes.subarray(0, CHECKED_BYTES)), CHECKED_BYTES);
    const spelt = bytes.toString('base64url');
    for (let place = 54; place < 60; place += 1) characters[at + 4 + place] = spelt[place] ?? '';
  }
  return characters.join('');
}

/** How many turns of the event loop others had meanwhile. */
async function turnsDuring(act: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  count();
  await act();
  clearImmediate(next);
  return turns;
}

for (const prefix of ['lka_', 'lks_', 'lkc_']) {
  test(
    `thousands of invented strings that begin with ${prefix} are looked for a few at a time`,
    onMovedClock(async ({ world }) => {
      const text = crowded(prefix, 32_768);
      const strings = findStrings(text).length;
      assert.ok(strings > 2000, String(strings));
      let found = 0;

      const turns = await turnsDuring(async () => {
        found = await endLeaked(world, text);
      });

      assert.equal(found, strings);
      assert.ok(turns >= strings / 20, `${turns} turns`);
    }),
  );
}

test(
  'a text that only looks like strings is searched a piece at a time',
  onMovedClock(async ({ world }) => {
    const turns = await turnsDuring(() => endLeaked(world, 'lka_A'.repeat(13_000)));

    assert.ok(turns >= 30, `${turns} turns`);
  }),
);
