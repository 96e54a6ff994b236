/**
 * The token core does what a small model says, whatever is done to it in whatever order (SECURITY-CASES R-23).
 *
 * `LATCHKEY_TEST_SEQUENCES=100000 npm test -- test/model/model.test.ts` takes more sequences; LATCHKEY_TEST_SEED repeats.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { anyCommand } from './commands.ts';
import * as model from './model.ts';
import { closeReal, createTemplate, FIRST_MOMENT, openReal, TERMS, type Template } from './real.ts';

const SEQUENCES = Number(process.env.LATCHKEY_TEST_SEQUENCES ?? 200);
const SEED = process.env.LATCHKEY_TEST_SEED;

let template: Template;

before(async () => {
  template = await createTemplate();
});

after(() => template.remove());

test(`in ${SEQUENCES} random sequences the core answers what the model answers`, { timeout: 3_600_000 }, async () => {
  const property = fc.asyncProperty(fc.commands([anyCommand], { size: 'max', maxCommands: 30 }), async (commands) => {
    const real = await openReal(template);
    try {
      await fc.asyncModelRun(() => ({ model: model.createModel(TERMS, FIRST_MOMENT), real }), commands);
    } finally {
      await closeReal(real);
    }
  });

  await fc.assert(property, { numRuns: SEQUENCES, ...(SEED === undefined ? {} : { seed: Number(SEED) }) });
});

test('the model itself: a lost answer is forgiven, a late token is theft', () => {
  const state = model.createModel(TERMS, 0);
  model.authorize(state, 0, 0);
  model.exchange(state, { which: 0, client: 0 }, true);
  model.refresh(state, { which: 0, client: 0 });

  assert.equal(model.refresh(state, { which: 0, client: 0 }), 'ok');
  assert.equal(model.use(state, 1), 'ok');
  state.now += TERMS.leewaySeconds;
  assert.equal(model.refresh(state, { which: 0, client: 0 }), 'invalid_grant');
  assert.equal(model.use(state, 1), 'invalid_token');
});
