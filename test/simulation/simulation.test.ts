/**
 * Whatever happens at the same moment, the token core behaves as if one thing had happened after the other
 * (SECURITY-CASES R-14). `npm run simulate` takes three workers, failures in every scene, and random schedules.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BREAKAGES } from './broken.ts';
import { exploreAll, exploreBySeed, followChoices, NO_FAILURES, ONE_FAILURE, TWO_FAILURES } from './explore.ts';
import { tellFinding } from './report.ts';
import { sceneNamed, scenesOf } from './scenes.ts';
import type { Failing } from './scheduler.ts';
import { openStage, type Stage } from './stage.ts';

const MOST_SCHEDULES = 20_000;

let stage: Stage;

before(async () => {
  stage = await openStage();
});

after(() => stage.close());

/** All of a scene's schedules; fails with the choices that lead to what is wrong. */
async function passes(name: string, failing: Failing): Promise<number> {
  const scene = sceneNamed(name);
  assert.ok(scene, name);
  const found = await exploreAll(stage, scene, { failing, mostSchedules: MOST_SCHEDULES });
  assert.equal(found.finding ? tellFinding(found.finding, failing.most) : '', '');
  assert.ok(found.isComplete, `${name} has more than ${MOST_SCHEDULES} schedules`);
  return found.schedules;
}

test('any two at once, in every order of their reads and writes', async () => {
  let schedules = 0;
  for (const { name } of scenesOf(2)) schedules += await passes(name, NO_FAILURES);

  assert.ok(schedules > 500, `${schedules} schedules`);
});

for (const name of [
  'a code: exchange + exchange + exchange',
  'a code: exchange + withdraw + authorize and exchange',
  'a pair: exchange + refresh root + revoke root',
  'a renewed pair: refresh root + use child + wait',
  'an old renewed pair: refresh root + refresh child + use child',
  'a superseded pair: refresh root + refresh child + wait',
  'a stolen pair: refresh root + refresh child + exchange',
]) {
  test(`three at once, in every order: ${name}`, async () => {
    assert.ok((await passes(name, NO_FAILURES)) > 10);
  });
}

for (const name of [
  'a code: exchange + exchange',
  'a pair: refresh root + refresh root',
  'a pair: exchange + refresh root',
  'a renewed pair: refresh root + use child',
  'a stolen pair: refresh root + use child',
]) {
  test(`two at once while any read or write fails: ${name}`, async () => {
    assert.ok((await passes(name, ONE_FAILURE)) > 10);
  });
}

test('what an account allows in the moment of being disabled does not live when it is enabled again', async () => {
  await passes('a code: authorize and exchange + disable and enable', NO_FAILURES);
});

test('random schedules of three workers with two failures', async () => {
  const scenes = scenesOf(3);
  for (const [index, scene] of scenes.entries()) {
    const finding = await exploreBySeed(stage, scene, { failing: TWO_FAILURES, seeds: [index, index + 1000] });
    assert.equal(finding ? tellFinding(finding, TWO_FAILURES.most) : '', '');
  }
});

test('leaving twins out loses no outcome', async () => {
  for (const name of ['a code: exchange + exchange', 'a renewed pair: refresh root + use child']) {
    const scene = sceneNamed(name);
    assert.ok(scene);
    const some = await exploreAll(stage, scene, { failing: NO_FAILURES, mostSchedules: MOST_SCHEDULES });
    const all = await exploreAll(stage, scene, {
      failing: NO_FAILURES,
      mostSchedules: MOST_SCHEDULES,
      isReduced: false,
    });

    assert.ok(all.isComplete && all.schedules > some.schedules);
    assert.deepEqual([...some.endings].toSorted(), [...all.endings].toSorted());
  }
});

for (const { says, scene: name, breakIt } of BREAKAGES) {
  test(`it is noticed when ${says}, and the choices lead there again`, async () => {
    const broken = { ...stage, memory: breakIt(stage.memory) };
    const scene = sceneNamed(name);
    assert.ok(scene);
    const found = await exploreAll(broken, scene, { failing: NO_FAILURES, mostSchedules: MOST_SCHEDULES });
    assert.ok(found.finding, 'nothing was noticed');

    const { choices, faults } = found.finding;
    const again = await followChoices(broken, scene, { failing: NO_FAILURES, choices });

    assert.deepEqual(again?.faults, faults);
  });
}
