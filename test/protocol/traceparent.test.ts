/** Which `traceparent` is taken over, and how a call of ours goes on with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continueTrace, readTraceparent } from '../../src/protocol/traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CAME = `00-${TRACE}-00f067aa0ba902b7-01`;
const ones = (count: number) => Buffer.alloc(count, 0x11);

test('a traceparent that is well-formed is taken over as it came', () => {
  assert.equal(readTraceparent(CAME), CAME);
  assert.equal(readTraceparent(CAME.replace(/01$/, 'ff')), CAME.replace(/01$/, 'ff'));
});

test('a traceparent of another form is left out, whichever of its characters is wrong', () => {
  const spoiled = Array.from(CAME, (_, place) =>
    ['g', 'A', '"', '/', ':', '`', '\u0130'].map((letter) => CAME.slice(0, place) + letter + CAME.slice(place + 1)),
  ).flat();

  for (const one of [...spoiled, CAME.slice(1), `${CAME}0`, `${CAME}-`, '', CAME.replaceAll('-', '0'), ` ${CAME}`])
    assert.equal(readTraceparent(one), undefined, one);
  for (const several of [undefined, [CAME], [CAME, CAME], `${CAME}, ${CAME}`])
    assert.equal(readTraceparent(several), undefined);
});

test('a trace or a parent of nothing but zeros names nothing, and neither does the version ff', () => {
  assert.equal(readTraceparent(CAME.replace(TRACE, '0'.repeat(32))), undefined);
  assert.equal(readTraceparent(CAME.replace('00f067aa0ba902b7', '0'.repeat(16))), undefined);
  assert.equal(readTraceparent(CAME.replace(/^00/, 'ff')), undefined);
  assert.equal(readTraceparent(CAME.replace(/01$/, '00')), CAME.replace(/01$/, '00'));
});

test('of a later version the part that is known is read, also where more stands behind it', () => {
  const later = CAME.replace(/^00/, 'cc');

  assert.equal(readTraceparent(later), later);
  assert.equal(readTraceparent(`${later}-what-the-future-will-be-like`), later);
  assert.equal(readTraceparent(`${later}.what`), undefined);
});

test('a call of ours goes on with the trace and its flags, under a name of its own', () => {
  assert.equal(continueTrace(CAME, ones), `00-${TRACE}-1111111111111111-01`);
  assert.equal(continueTrace(CAME.replace(/01$/, '00'), ones), `00-${TRACE}-1111111111111111-00`);
  assert.equal(continueTrace(CAME.replace(/01$/, '03'), ones), `00-${TRACE}-1111111111111111-03`);
  assert.equal(
    continueTrace(CAME, (count) => Buffer.alloc(count)),
    `00-${TRACE}-0000000000000001-01`,
  );
});

test('flags that have no meaning are not passed on, and of a later version the first one alone', () => {
  assert.equal(continueTrace(CAME.replace(/01$/, 'ff'), ones), `00-${TRACE}-1111111111111111-03`);
  assert.equal(continueTrace(CAME.replace(/01$/, 'fc'), ones), `00-${TRACE}-1111111111111111-00`);
  assert.equal(continueTrace(CAME.replace(/^00/, 'cc').replace(/01$/, '03'), ones), `00-${TRACE}-1111111111111111-01`);
});
