/** The formal model of rotation and exchange holds, and its broken variants are caught (SECURITY-CASES R-28). */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { BROKEN, SMALL } from './cases.ts';
import { ensureSpin, verify } from './spin.ts';

const MODEL = join(import.meta.dirname, 'rotation.pml');

before(() => assert.equal(ensureSpin(), null));

for (const { says, definitions } of SMALL) {
  test(`no invariant is broken in any order of steps, crashes and ticks: ${says}`, () => {
    const { violated, states } = verify(MODEL, definitions, 'short');

    assert.equal(violated, null);
    assert.ok(states > 10_000, `${states} states are too few`);
  });
}

for (const { says, definitions, caught } of BROKEN) {
  test(`the model catches a broken service: ${says}`, () => {
    const { violated } = verify(MODEL, definitions, 'short');

    assert.match(violated ?? 'nothing', caught ?? /^$/);
  });
}
