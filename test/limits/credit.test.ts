/** Proves that workers which share a ledger let through what a limit allows and no more, and rarely ask. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCreditCounters } from '../../src/counters/credit.ts';
import { type Credit, type CreditRequest, createLedger } from '../../src/counters/ledger.ts';
import type { Counters } from '../../src/counters.ts';

/** Workers of one primary, and how often they asked it. */
function workersOf(count: number) {
  const ledger = createLedger(count);
  const asked = { times: 0 };
  const ask = async (request: CreditRequest) => {
    asked.times += 1;
    return ledger.grant(request);
  };
  const workers = Array.from({ length: count }, () => createCreditCounters({ isOff: false, workers: count, ask }));
  return { workers, asked };
}

async function letThrough(workers: readonly Counters[], tries: number, most: number): Promise<number> {
  const limit = { most, windowSeconds: 60 };
  const answers = await Promise.all(
    Array.from({ length: tries }, (_, index) => workers[index % workers.length]?.spend('a', limit, 100)),
  );
  return answers.filter((answer) => answer?.allowed).length;
}

test('a burst over several workers is let through up to the limit, and never beyond it', async () => {
  for (const most of [1, 2, 20, 300, 6000]) {
    const { workers } = workersOf(4);

    const passed = await letThrough(workers, 2 * most + 10, most);

    assert.ok(passed <= most, `${passed} of ${most}`);
    assert.ok(passed >= most - 4 * 32 && passed >= most * 0.7, `only ${passed} of ${most}`);
  }
});

test('one worker alone may use nearly all of a limit, and asks for one in thirty', async () => {
  const { workers, asked } = workersOf(2);
  const [only, other] = workers;
  assert.ok(only && other);
  const limit = { most: 6000, windowSeconds: 60 };
  await other.spend('a', limit, 100);

  let passed = 0;
  for (let tries = 0; tries < 7000; tries += 1) passed += (await only.spend('a', limit, 100)).allowed ? 1 : 0;

  assert.equal(passed, 6000 - 32);
  assert.ok(asked.times < 300, `${asked.times} questions`);
});

test('of all refusals of a window one is the first, wherever it happens, and the next window begins anew', async () => {
  const { workers } = workersOf(2);
  const limit = { most: 1, windowSeconds: 60 };
  const spendAt = (now: number) => Promise.all([...workers, ...workers].map((each) => each.spend('a', limit, now)));

  const refused = (await spendAt(100)).filter((answer) => !answer.allowed);

  assert.equal(refused.length, 3);
  assert.equal(refused.filter((answer) => !answer.allowed && answer.isFirst).length, 1);
  assert.deepEqual(await workers[0]?.spend('a', limit, 130), { allowed: false, retryAfterSeconds: 30, isFirst: false });
  assert.equal((await spendAt(160)).filter((answer) => answer.allowed).length, 1);
});

test('a limit that is changed holds from the next request on, whatever workers held or had been refused under the former one', async () => {
  const { workers, asked } = workersOf(2);
  assert.ok((await letThrough(workers, 20, 5)) <= 5);

  assert.equal(await letThrough(workers, 40, 60_000), 40, 'raised');
  const before = asked.times;
  assert.equal(await letThrough(workers, 40, 60_000), 40);
  assert.ok(asked.times - before <= 4, 'credit is held again');
  assert.equal(await letThrough(workers, 40, 2), 0, 'lowered');
});

test('credit that comes after the limit was changed counts for nothing', async () => {
  const answers: PromiseWithResolvers<Credit>[] = [];
  const ask = () => {
    const answer = Promise.withResolvers<Credit>();
    answers.push(answer);
    return answer.promise;
  };
  const worker = createCreditCounters({ isOff: false, workers: 2, ask });
  const spend = (most: number) => worker.spend('a', { most, windowSeconds: 60 }, 100);
  const under = [spend(60_000), spend(2)];
  answers[1]?.resolve({ granted: 0, resetsAt: 160, isFirst: true });
  answers[0]?.resolve({ granted: 32, resetsAt: 160, isFirst: false });
  assert.deepEqual(
    (await Promise.all(under)).map(({ allowed }) => allowed),
    [true, false],
  );

  void spend(2);

  assert.equal(answers.length, 3, 'the primary is asked');
});

test('what is counted in a worker alone has its share of the limit', () => {
  const { workers } = workersOf(4);
  const [worker] = workers;
  const tries = Array.from({ length: 40 }, () => worker?.spendHere('a', { most: 20, windowSeconds: 60 }, 100));

  assert.equal(tries.filter((answer) => answer?.allowed).length, 5);
});

test('a limit that was spent while the clock was ahead is whole again when the clock is set right', async () => {
  const { workers, asked } = workersOf(2);
  const limit = { most: 4, windowSeconds: 60 };
  const [first] = workers;
  for (let tries = 0; tries < 5; tries += 1) await first?.spend('a', limit, 3700);

  const answers = [];
  for (let tries = 0; tries < 5; tries += 1) answers.push((await first?.spend('a', limit, 100))?.allowed);
  assert.deepEqual(answers, [true, true, true, true, false]);
  const before = asked.times;
  assert.deepEqual(await first?.spend('a', limit, 101), { allowed: false, retryAfterSeconds: 59, isFirst: false });
  assert.equal(asked.times, before, 'what the primary said of the new window is remembered');
});
