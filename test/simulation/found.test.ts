/** What the simulation and the fuzzer found, each with the test that failed before it was mended. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { disablePerson, enablePerson } from '../../src/accounts/administration.ts';
import { createByOperator, disableAccount, enableAccount } from '../../src/accounts/operator.ts';
import { redirectWith, trustRedirect } from '../../src/protocol/clients/redirect-uri.ts';
import type { World } from '../../src/world.ts';
import * as real from '../model/real.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;

before(async () => {
  stage = await openStage();
});

after(() => stage.close());

/** Ada consents in a request that began before she was disabled and is written after it. */
async function consentTooLate(world: World): Promise<real.Real> {
  const { template } = stage.place;
  const core = { template, file: '', world, now: stage.now, codes: [], pairs: [] };
  await real.authorize(core, 0, 0);
  return core;
}

test('what an account allowed in the moment of being disabled is dead when the operator enables it', async () => {
  const world = stage.quietWorld(stage.now);
  await disableAccount(world, 'Ada');
  const core = await consentTooLate(world);

  await enableAccount(world, 'Ada');

  assert.equal(await real.exchangeCode(core, { which: 0, client: 0 }, true), 'invalid_grant');
});

test('what an account allowed in the moment of being disabled is dead when an administrator enables it', async () => {
  const world = stage.quietWorld(stage.now);
  const made = await createByOperator(
    world,
    { nickname: 'Eve', email: 'eve@example.org', password: 'a lantern over the harbour' },
    true,
  );
  assert.ok(made.ok);
  const administrator = { id: made.value.id, source: { address: null, userAgent: null } };
  const ada = stage.place.template.people[0]?.id ?? 0;
  await disablePerson(world, administrator, { id: ada, because: null });
  const core = await consentTooLate(world);

  const enabled = await enablePerson(world, administrator, ada);

  assert.ok(enabled.ok);
  assert.equal(await real.exchangeCode(core, { which: 0, client: 0 }, true), 'invalid_grant');
});

test('a code can be read behind a registered query that ends in a question mark', () => {
  const registered = 'https://app.example.com/cb?next=why?';
  const redirect = trustRedirect(registered, [registered]);
  assert.ok(redirect);

  const location = redirectWith(redirect, [['code', 'abc']]);

  assert.equal(new URL(location).searchParams.get('code'), 'abc');
  assert.equal(new URL(location).searchParams.get('next'), 'why?');
});
