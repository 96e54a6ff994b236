/** What the sweeper does with consents that have ended, and with what was noted about them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countUsers,
  findLiveConsent,
  insertConsent,
  noteScopeUse,
  readScopeUses,
} from '../../../src/storage/tables/tokens/consents.ts';
import { sweep } from '../../../src/tokens/sweep.ts';
import { createPerson, onEachEngine, type Stage } from '../../accounts/stage.ts';
import { registered } from '../../clients/stage.ts';

async function usesOf({ world }: Stage, consentId: number) {
  return (await readScopeUses(world.database, consentId)).map(({ scope, usedAt }) => [scope, usedAt]);
}

test(
  'a consent that has ended is closed by the sweeper, and what was used of it is forgotten',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const [ada, bob] = [await createPerson(stage), await createPerson(stage, 'Bob')];
    const { id: clientId } = await registered(stage, ada.id);
    const [ending, staying] = [world.nextId(), world.nextId()];
    const consent = { clientId, scope: 'profile', grantedAt: world.now() };
    await world.database.write([
      insertConsent({ ...consent, id: ending, accountId: bob.id, endsAt: world.now() + 60 }),
      insertConsent({ ...consent, id: staying, accountId: ada.id }),
    ]);
    for (const id of [ending, staying]) await world.database.write([noteScopeUse(id, 'profile', world.now())]);
    assert.equal(await countUsers(world.database, clientId, world.now()), 2);
    stage.pass(60);
    assert.equal(await countUsers(world.database, clientId, world.now()), 1);

    await sweep(world);

    assert.equal(
      await findLiveConsent(world.database, { accountId: bob.id, clientId: clientId, resourceId: null }),
      undefined,
    );
    assert.ok(await findLiveConsent(world.database, { accountId: ada.id, clientId: clientId, resourceId: null }));
    assert.deepEqual(await usesOf(stage, ending), []);
    assert.deepEqual(await usesOf(stage, staying), [['profile', world.now() - 60]]);
  }),
);

test(
  'the latest use of a permission is kept, in whichever order two instances note it',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const ada = await createPerson(stage);
    const { id: clientId } = await registered(stage, ada.id);
    const id = world.nextId();
    const now = world.now();
    await world.database.write([insertConsent({ id, accountId: ada.id, clientId, scope: 'profile', grantedAt: now })]);

    for (const at of [now + 120, now, now + 60]) await world.database.write([noteScopeUse(id, 'profile', at)]);

    assert.deepEqual(await usesOf(stage, id), [['profile', now + 120]]);
  }),
);
