/** What may be done to the tokens of a run, and that nothing may be done to any other token. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RUN_SECONDS } from '../../../src/protocol/playground/run.ts';
import {
  endPlaygroundLeeway,
  expirePlaygroundAccess,
  isPlaygroundFamily,
  markPlaygroundFamily,
} from '../../../src/storage/tables/tokens/families.ts';
import { findAccess } from '../../../src/tokens/inspect.ts';
import { issuePair } from '../../../src/tokens/issue.ts';
import { endLeeway, expireAccess, findOwnToken } from '../../../src/tokens/playground.ts';
import { sweep } from '../../../src/tokens/sweep.ts';
import { createPerson, HOME, onEachEngine, type Stage } from '../../accounts/stage.ts';
import { allow, registered } from '../../clients/stage.ts';

/** A family with one pair, marked as a run's or not. */
async function familyOf(stage: Stage, isMarked: boolean) {
  const { world } = stage;
  const { id: accountId } = await createPerson(stage, isMarked ? 'Ada' : 'Bob');
  const { id: clientId } = await registered(stage, accountId);
  const { familyId } = await allow(stage, { accountId, clientId });
  const issued = issuePair(world, {
    familyId,
    parent: null,
    scope: 'profile',
    narrowedScope: null,
    endsAt: null,
    hasRefreshToken: true,
    binding: null,
    audience: { resourceId: null, resourceSeconds: null },
  });
  await world.database.write([...issued.writes, ...(isMarked ? [markPlaygroundFamily(familyId, world.now())] : [])]);
  const { accessToken: access } = issued.answer;
  const held = await findAccess(world, access);
  assert.ok(held);
  return { held, access, familyId, call: { accountId, clientId, callback: '' } };
}

test(
  'the tokens of a run are found by its owner and application alone, and for an hour',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { access, call } = await familyOf(stage, true);
    const other = await familyOf(stage, false);

    assert.ok(await findOwnToken(world, access, call));
    assert.equal(await findOwnToken(world, access, { ...call, accountId: other.call.accountId }), undefined);
    assert.equal(await findOwnToken(world, access, { ...call, clientId: other.call.clientId }), undefined);
    assert.equal(await findOwnToken(world, other.access, other.call), undefined);
    stage.pass(RUN_SECONDS);
    assert.equal(await findOwnToken(world, access, call), undefined);
  }),
);

test(
  'only the access token of a run can be made to expire, and it is written down',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { held, access } = await familyOf(stage, true);
    const real = await familyOf(stage, false);

    assert.equal(await expireAccess(world, real.held, HOME), false);
    assert.equal(await expireAccess(world, held, HOME), true);

    assert.equal((await findAccess(world, access))?.accessExpiresAt, world.now());
    assert.equal((await findAccess(world, real.access))?.accessExpiresAt, real.held.accessExpiresAt);
    assert.equal((await stage.events('playground.access_expired')).length, 1);
  }),
);

test(
  'a refresh token that nothing superseded keeps its time, in a run too',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { held } = await familyOf(stage, true);

    assert.equal(await endLeeway(world, held, HOME), false);

    assert.equal((await stage.events('playground.leeway_ended')).length, 0);
  }),
);

test(
  'after an hour the guards themselves refuse, and the mark is swept',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { held, familyId } = await familyOf(stage, true);
    const before = world.now() - 1;
    stage.pass(RUN_SECONDS);
    const since = world.now() - RUN_SECONDS;

    assert.equal(await world.database.write([expirePlaygroundAccess(held.pairId, world.now(), since)]), null);
    assert.equal(await world.database.write([endPlaygroundLeeway(held.pairId, world.now(), since)]), null);
    assert.equal(await isPlaygroundFamily(world.database, familyId, before), true);
    await sweep(world);

    assert.equal(await isPlaygroundFamily(world.database, familyId, before), false);
  }),
);
