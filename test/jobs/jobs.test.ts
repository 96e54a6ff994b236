/** Proves what jobs promise, on both engines: as durable as their act, one holder at a time, each effect once. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { enqueue } from '../../src/jobs/enqueue.ts';
import type { JobKind } from '../../src/jobs/kind.ts';
import { type ListedJob, listJobs, removeJob, retryJob } from '../../src/jobs/operate.ts';
import { createRunner } from '../../src/jobs/runner.ts';
import { NotNow } from '../../src/protocol/not-now.ts';
import { accept, refuse } from '../../src/protocol/result.ts';
import { must, sql } from '../../src/storage/sql.ts';
import { sweep } from '../../src/tokens/sweep.ts';
import type { World } from '../../src/world.ts';
import { ENGINES } from '../storage/engines.ts';
import { countEffect, countingKind, effects, openStage, START, type Stage } from './stage.ts';

const NEVER = must(sql`update limits set spent = 9 where name = ${'absent'}`);

async function putJobs(world: World, kind: JobKind, payloads: readonly string[]): Promise<void> {
  for (const payload of payloads) assert.ok(await world.database.write([await enqueue(world, kind, payload)]));
}

async function onlyJob(world: World): Promise<ListedJob> {
  const jobs = await listJobs(world, 10);
  assert.equal(jobs.length, 1, JSON.stringify(jobs));
  return jobs[0] as ListedJob;
}

/** A job that begins and then waits until the test says how it ends. */
function heldUp(limits: Partial<JobKind> = {}) {
  const begun = Promise.withResolvers<AbortSignal>();
  const end = Promise.withResolvers<void>();
  let runs = 0;
  const kind = countingKind(async ({ payload, signal }) => {
    runs += 1;
    if (runs > 1) return accept([countEffect(payload)]);
    begun.resolve(signal);
    await end.promise;
    return accept([countEffect(payload)]);
  }, limits);
  return { kind, begun: begun.promise, end: end.resolve, fail: end.reject };
}

for (const engine of ENGINES) {
  const on = (body: (stage: Stage) => Promise<void>) => async () => body(await openStage(engine));

  describe(`jobs on ${engine}`, () => {
    test(
      'a job exists exactly if the batch of its act was written',
      on(async ({ first }) => {
        const kind = countingKind();
        const undone = await first.database.write([await enqueue(first, kind, 'undone'), NEVER]);
        const done = await first.database.write([await enqueue(first, kind, 'done'), countEffect('the act')]);

        await createRunner(first, [kind]).runDue();

        assert.equal(undone, null);
        assert.notEqual(done, null);
        assert.deepEqual(await effects(first.database), { done: 1, 'the act': 1 });
        assert.deepEqual(await listJobs(first, 10), []);
      }),
    );

    test(
      'a hundred jobs, and two instances that race for them, have every effect once',
      on(async ({ first, second }) => {
        const kind = countingKind();
        const names = Array.from({ length: 100 }, (_, index) => `effect ${index}`);
        await putJobs(first, kind, names);

        await Promise.all([createRunner(first, [kind]).runDue(), createRunner(second, [kind]).runDue()]);

        assert.deepEqual(await effects(first.database), Object.fromEntries(names.sort().map((name) => [name, 1])));
      }),
    );

    test(
      'what is leased to one instance is taken by another only when the lease has ended, and the first one’s end counts no more',
      on(async ({ first, second, pass }) => {
        const { kind, begun, end } = heldUp();
        await putJobs(first, kind, ['effect']);
        const slow = createRunner(first, [kind]).runDue();
        await begun;
        const other = createRunner(second, [kind]);

        pass(29);
        await other.runDue();
        const early = await effects(first.database);
        pass(1);
        await other.runDue();
        end();
        await slow;

        assert.deepEqual(early, {});
        assert.deepEqual(await effects(first.database), { effect: 1 });
        assert.deepEqual(await listJobs(first, 10), []);
      }),
    );

    test(
      'of two runs of one job that end at the same moment, one counts',
      on(async ({ first, second, pass }) => {
        for (let round = 0; round < 20; round += 1) {
          const both = Promise.withResolvers<void>();
          let runs = 0;
          const kind = countingKind(async ({ payload }) => {
            runs += 1;
            if (runs === 2) both.resolve();
            await both.promise;
            return accept([countEffect(payload)]);
          });
          await putJobs(first, kind, [`round ${round}`]);
          const slow = createRunner(first, [kind]).runDue();
          while (runs === 0) await new Promise(setImmediate);
          pass(30);

          await Promise.all([slow, createRunner(second, [kind]).runDue()]);
        }

        const counted = Object.values(await effects(first.database));
        assert.deepEqual(counted, new Array(20).fill(1));
      }),
    );

    test(
      'a job that fails is tried again after pauses that grow, and then waits for the operator',
      on(async ({ first, pass }) => {
        const kind = countingKind(async () => refuse('the far side said no'));
        await putJobs(first, kind, ['x']);
        const runner = createRunner(first, [kind]);

        const pauses: number[] = [];
        for (let attempt = 1; attempt <= 2; attempt += 1) {
          await runner.runDue();
          const job = await onlyJob(first);
          assert.equal(job.attempts, attempt);
          pauses.push(job.dueAt - first.now());
          pass(job.dueAt - first.now());
        }
        await runner.runDue();

        const [one = 0, two = 0] = pauses;
        assert.ok(one >= 7 && one <= 10 && two >= 11 && two <= 15, String(pauses));
        const dead = await onlyJob(first);
        assert.deepEqual([dead.state, dead.attempts, dead.lastError], ['dead', 3, 'the far side said no']);
      }),
    );

    test(
      'a job that throws is written down without its secrets',
      on(async ({ first }) => {
        const kind = countingKind(async () => {
          throw new TypeError('no\nway to https://user:hunter2@example.org/?token=abcdef');
        });
        await putJobs(first, kind, ['x']);

        await createRunner(first, [kind]).runDue();

        const { lastError, state } = await onlyJob(first);
        assert.equal(state, 'waiting');
        assert.match(
          lastError ?? '',
          /^TypeError: no way to https:\/\/user:\[redacted\]@example.org\/\?token=\[redacted\]$/,
        );
      }),
    );

    test(
      'a job that ends its instance every time is given up without another attempt',
      on(async ({ first, second, pass }) => {
        const { kind, begun, end } = heldUp({
          retry: { attempts: 1, longestAgeSeconds: 60, firstPauseSeconds: 1, longestPauseSeconds: 1 },
        });
        await putJobs(first, kind, ['x']);
        const killed = createRunner(first, [kind]).runDue();
        await begun;
        pass(31);

        await createRunner(second, [kind]).runDue();

        assert.equal((await onlyJob(second)).state, 'dead');
        end();
        await killed;
        assert.deepEqual(await effects(first.database), {}, 'the one who came back late wrote nothing');
      }),
    );

    test(
      'the operator retries a dead job with all its attempts, or drops it',
      on(async ({ first }) => {
        let works = false;
        const retry = { attempts: 1, longestAgeSeconds: 60, firstPauseSeconds: 1, longestPauseSeconds: 1 };
        const kind = countingKind(async ({ payload }) => (works ? accept([countEffect(payload)]) : refuse('no')), {
          retry,
        });
        const runner = createRunner(first, [kind]);
        await putJobs(first, kind, ['kept', 'dropped']);
        await runner.runDue();
        works = true;

        const [, kept] = (await listJobs(first, 10)).toSorted((one, other) => other.id - one.id);
        const [dropped] = (await listJobs(first, 10)).toSorted((one, other) => other.id - one.id);
        const answers = [await retryJob(first, kept?.id ?? 0), await removeJob(first, dropped?.id ?? 0)];
        await runner.runDue();

        assert.deepEqual(answers, [true, true]);
        assert.deepEqual([await retryJob(first, 1), await removeJob(first, 1)], [false, false]);
        assert.deepEqual(await effects(first.database), { kept: 1 });
      }),
    );

    test(
      'a job that is retried after longer than jobs are tried for has all its attempts again',
      on(async ({ first, pass }) => {
        let runs = 0;
        const kind = countingKind(async () => {
          runs += 1;
          return refuse('no');
        });
        const runOut = async () => {
          runs = 0;
          while ((await onlyJob(first)).state !== 'dead') {
            await createRunner(first, [kind]).runDue();
            pass(kind.retry.longestPauseSeconds);
          }
          return runs;
        };
        await putJobs(first, kind, ['x']);
        assert.equal(await runOut(), kind.retry.attempts);
        pass(2 * kind.retry.longestAgeSeconds);

        assert.equal(await retryJob(first, (await onlyJob(first)).id), true);

        assert.equal(await runOut(), kind.retry.attempts);
      }),
    );

    test(
      'a guard of the job’s own that fails makes it read and judge again',
      on(async ({ first }) => {
        let runs = 0;
        const kind = countingKind(async ({ payload }) => {
          runs += 1;
          return accept(runs < 3 ? [NEVER] : [countEffect(payload)]);
        });
        await putJobs(first, kind, ['effect']);

        await createRunner(first, [kind]).runDue();

        assert.equal(runs, 3);
        assert.deepEqual(await effects(first.database), { effect: 1 });
      }),
    );

    test(
      'an instance that stops waits for its jobs to end',
      on(async ({ first }) => {
        const { kind, begun, end } = heldUp();
        await putJobs(first, kind, ['effect']);
        const runner = createRunner(first, [kind]);
        const running = runner.runDue();
        const signal = await begun;
        signal.addEventListener('abort', () => end());

        await runner.stop(10_000);
        await running;

        assert.deepEqual(await effects(first.database), { effect: 1 });
      }),
    );

    test(
      'an instance that stops gives back what does not end in time, and another one does it, once',
      on(async ({ first, second }) => {
        const { kind, begun, end } = heldUp();
        await putJobs(first, kind, ['effect']);
        const runner = createRunner(first, [kind]);
        const running = runner.runDue();
        await begun;

        await runner.stop(1);
        const job = await onlyJob(first);
        await createRunner(second, [kind]).runDue();
        end();
        await running;

        assert.deepEqual([job.state, job.attempts], ['waiting', 0]);
        assert.deepEqual(await effects(first.database), { effect: 1 });
      }),
    );

    test(
      'work that comes again has one row, runs in one instance at a time, and rests in between',
      on(async ({ first, second, pass }) => {
        const times: number[] = [];
        const kind = countingKind(
          async (_job, world) => {
            times.push(world.now() - START);
            return times.length === 2 ? refuse('not this time') : accept([]);
          },
          { periodic: { everySeconds: () => 60, restFactor: 10 } },
        );
        const runners = [createRunner(first, [kind]), createRunner(second, [kind])];

        for (let second = 0; second < 200; second += 20) {
          await Promise.all(runners.map((runner) => runner.runDue()));
          pass(20);
        }

        assert.deepEqual(times, [60, 120, 180]);
        assert.equal((await onlyJob(first)).state, 'waiting');
      }),
    );

    test(
      'no more jobs of a kind wait than it allows, and no payload is longer than allowed',
      on(async ({ first }) => {
        const kind = countingKind(undefined, { mostWaiting: 3 });
        await putJobs(first, kind, ['a', 'b', 'c']);

        await assert.rejects(enqueue(first, kind, 'd'), NotNow);
        await assert.rejects(enqueue(first, countingKind(), 'é'.repeat(4097)), /too long/);
      }),
    );

    test(
      'dead jobs are swept after thirty days, and waiting ones never',
      on(async ({ first, pass }) => {
        const retry = { attempts: 1, longestAgeSeconds: 60, firstPauseSeconds: 1, longestPauseSeconds: 1 };
        const failing = countingKind(async () => refuse('no'), { retry });
        await putJobs(first, failing, ['dead']);
        await createRunner(first, [failing]).runDue();
        await putJobs(first, failing, ['waiting']);

        pass(29 * 86_400);
        await sweep(first);
        const before = await listJobs(first, 10);
        pass(86_400);
        await sweep(first);

        assert.deepEqual(
          before.map(({ state }) => state),
          ['dead', 'waiting'],
        );
        assert.equal((await onlyJob(first)).state, 'waiting');
      }),
    );
  });
}
