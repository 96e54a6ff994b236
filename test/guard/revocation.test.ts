/** Proves that a guard never accepts a revoked token for longer than it promises, whatever happens to the feed. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Guard } from '../../packages/guard/src/guard.ts';
import { everyEngine } from '../support/each-database.ts';
import { eventually } from '../support/eventually.ts';
import { revoke } from '../support/grant.ts';
import type { ResourceStage } from '../support/resources.ts';
import { startService } from '../support/service.ts';
import { ENV, guardStage, isAccepted, noteTokens, openWay, sharedStage, type Way, warmGuard } from './stage.ts';

const PROMISED_MS = 10_000;

/** Checks until the token is refused; answers how long after now the last check began that accepted it. */
async function acceptedFor(guard: Guard, access: string): Promise<number> {
  const from = performance.now();
  let last = 0;
  await eventually('the token is refused', async () => {
    const begun = performance.now();
    const checked = await guard.check(`Bearer ${access}`);
    if (checked.ok) last = begun - from;
    return !checked.ok;
  });
  return last;
}

async function revokeNow(stage: ResourceStage, value: string): Promise<void> {
  assert.equal((await revoke(stage, value)).status, 200);
}

test('a warm guard asks once about a token, and forgets it when the feed tells that it ended', () =>
  everyEngine(async (engine) => {
    const stage = await sharedStage(engine);
    const { access, refresh } = await noteTokens(stage);
    const guard = await warmGuard(stage, access);
    const { asked } = guard.state;
    for (let count = 0; count < 100; count += 1) assert.ok(await isAccepted(guard, access));
    assert.equal(guard.state.asked, asked);

    await revokeNow(stage, refresh);

    await eventually('the guard has forgotten the token', () => guard.state.tokens === 0);
    assert.equal(await isAccepted(guard, access), false);
    assert.ok(guard.state.isFeedCurrent);
  }));

const SPOILED: Readonly<Record<string, (way: Way) => void>> = {
  'is cut': (way) => way.cutFeed(),
  'falls silent': (way) => way.silenceFeed(),
  'is delayed by a minute': (way) => way.delayFeed(60_000),
};

// They wait more than they work, so they wait together.
suite('the feed and the service fail', { concurrency: 4 }, () => {
  for (const [what, spoil] of Object.entries(SPOILED)) {
    test(`when the feed ${what}, a token that is revoked then is refused within ten seconds`, async () => {
      const stage = await sharedStage('sqlite');
      const way = openWay(stage.service.url);
      const { access, refresh } = await noteTokens(stage);
      const { access: other } = await noteTokens(stage);
      const guard = await warmGuard(stage, access, { fetch: way.fetch });

      spoil(way);
      await revokeNow(stage, refresh);

      assert.ok((await acceptedFor(guard, access)) < PROMISED_MS);
      // The others are asked about, each time, and served.
      assert.equal(guard.state.isFeedCurrent, false);
      assert.ok(await isAccepted(guard, other));
      way.mend();
      await eventually('the feed is current again', () => guard.state.isFeedCurrent);
      assert.ok(await isAccepted(guard, other));
      const { asked } = guard.state;
      assert.ok(await isAccepted(guard, other));
      assert.equal(guard.state.asked, asked);
    });
  }

  test('a guard outlives the service: what it knows holds for a while, then nothing is let through, then all is as before', () =>
    everyEngine(async (engine) => {
      const stage = await guardStage(engine);
      const way = openWay(stage.service.url);
      const { access, refresh } = await noteTokens(stage);
      const { access: other } = await noteTokens(stage);
      const guard = await warmGuard(stage, access, { fetch: way.fetch });
      await stage.service.kill();

      assert.ok(await isAccepted(guard, access));
      await eventually('nothing is known any more', async () => {
        const checked = await guard.check(`Bearer ${access}`);
        return !checked.ok && checked.refusal.status === 503 && checked.refusal.headers['retry-after'] === '1';
      });
      const again = await startService({ database: engine, env: ENV, sharedWith: stage.service });
      await revokeNow({ ...stage, service: again }, refresh);
      way.leadTo(again.url);

      await eventually('the other token is served again', () => isAccepted(guard, other));
      assert.equal(await isAccepted(guard, access), false);
      await eventually('the feed is current again', () => guard.state.isFeedCurrent);
    }));
});

test('what ended while the feed was away is told when it is resumed', () =>
  everyEngine(async (engine) => {
    const stage = await sharedStage(engine);
    const way = openWay(stage.service.url);
    const { access, refresh } = await noteTokens(stage);
    const guard = await warmGuard(stage, access, { fetch: way.fetch });

    way.cutFeed();
    await revokeNow(stage, refresh);
    way.mend();

    assert.ok((await acceptedFor(guard, access)) < PROMISED_MS);
  }));

test('an answer that was under way while its token ended is not remembered', async () => {
  const stage = await sharedStage('sqlite');
  const way = openWay(stage.service.url);
  const { access: known } = await noteTokens(stage);
  const guard = await warmGuard(stage, known, { fetch: way.fetch });
  const { access, refresh } = await noteTokens(stage);
  const { access: witness, refresh: ofWitness } = await noteTokens(stage);
  assert.ok(await isAccepted(guard, witness));

  const release = way.holdAnswers();
  const early = guard.check(`Bearer ${access}`);
  await eventually('the service has answered', () => guard.state.asked >= 3);
  // Both are told by the feed; the guard shows that it has heard of the second.
  await revokeNow(stage, refresh);
  await revokeNow(stage, ofWitness);
  const { tokens } = guard.state;
  await eventually('the endings are heard', () => guard.state.tokens < tokens || guard.state.tokens <= 1);
  release();
  await early;

  assert.equal(await isAccepted(guard, access), false);
});

test('no more tokens are remembered than were allowed', async () => {
  const stage = await sharedStage('sqlite');
  const tokens = await Promise.all([1, 2, 3, 4].map(() => noteTokens(stage)));
  const guard = await warmGuard(stage, tokens[0]?.access ?? '', { mostTokens: 2 });

  for (const { access } of tokens) assert.ok(await isAccepted(guard, access));

  assert.equal(guard.state.tokens, 2);
});
