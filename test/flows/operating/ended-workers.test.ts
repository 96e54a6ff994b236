/** Proves what happens when processes of a service with several workers end: by force, by order, again and again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyEngine } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import { obtainTokens, usualStage, whoami } from '../../support/grant.ts';
import { send } from '../../support/http-client.ts';
import { isListening } from '../../support/listening.ts';
import { type Service, startService, temporaryDirectory } from '../../support/service.ts';
import { beginService } from '../../support/starting.ts';

const ENV = { LATCHKEY_WORKERS: '2', LATCHKEY_DRAIN_SECONDS: '0' };

interface Line {
  readonly msg: string;
  readonly worker?: number;
  readonly pid?: number;
}

function linesOf(service: Service, msg: string): readonly Line[] {
  const lines = service.stderr().split('\n');
  return lines
    .filter((line) => line.startsWith('{'))
    .map((line): Line => JSON.parse(line))
    .filter((line) => line.msg === msg);
}

/** The processes that served, the latest last. */
function pidsOf(service: Service): readonly number[] {
  return linesOf(service, 'A worker serves.').map(({ pid }) => pid ?? 0);
}

/** Of a service with two workers, and never 0, which would stop this very process. */
async function bothPids(service: Service): Promise<readonly [number, number]> {
  await eventually('both workers serve', () => pidsOf(service).length === 2);
  const [one, two] = pidsOf(service);
  assert.ok(one && two);
  return [one, two];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const isReady = (service: Service) =>
  send(`${service.url}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Asks again and again from several connections until it is told to stop; answers what came of it. */
function keepAsking(connections: number, ask: () => Promise<number>) {
  const outcomes = { answered: 0, broken: 0 };
  let isOver = false;
  const one = async () => {
    while (!isOver) {
      const status = await ask().catch((error: NodeJS.ErrnoException) => error.code);
      if (status === 'ECONNREFUSED') return;
      if (status === 200) outcomes.answered += 1;
      else outcomes.broken += 1;
    }
  };
  const all = Promise.all(Array.from({ length: connections }, one));
  return {
    outcomes,
    async stop() {
      isOver = true;
      await all;
      return outcomes;
    },
    ended: all.then(() => outcomes),
  };
}

test('a worker that does not answer is told of, ended and started again, and one that answers again is left alone', async () => {
  const service = await startService({ database: 'sqlite', env: ENV });
  const [victim, other] = await bothPids(service);
  const silent = () => linesOf(service, 'A worker does not answer.').map(({ pid }) => pid);

  process.kill(other, 'SIGSTOP');
  await eventually('it is missed', () => silent().length === 1);
  process.kill(other, 'SIGCONT');
  await eventually('it is heard again', () => linesOf(service, 'A worker answers again.').length === 1);
  process.kill(victim, 'SIGSTOP');
  await eventually('another worker serves in its place', () => pidsOf(service).length === 3);

  assert.deepEqual(silent(), [other, victim]);
  const ended = linesOf(service, 'A worker is ended: it is silent.');
  assert.deepEqual(
    ended.map(({ pid }) => pid),
    [victim],
  );
  assert.ok(!isRunning(victim));
  await eventually('the service is whole', () => isReady(service));
  assert.equal(await service.stop(), 0);
});

test('a service is stopped though one of its workers does not answer', async () => {
  const service = await startService({ database: 'sqlite', env: ENV });
  const [victim] = await bothPids(service);
  process.kill(victim, 'SIGSTOP');
  await eventually('it is missed', () => linesOf(service, 'A worker does not answer.').length === 1);

  assert.equal(await service.stop(), 0);
  assert.ok(!isRunning(victim));
});

test('a worker that is killed takes its own open requests along and no others, and is started again', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine, env: ENV });
    const { access } = await obtainTokens(await usualStage(service));
    const load = keepAsking(16, async () => (await whoami(service, access)).status);
    await eventually('the load has begun', () => load.outcomes.answered > 100);
    const [victim = 0] = pidsOf(service);

    process.kill(victim, 'SIGKILL');
    await eventually('another worker serves in its place', () => pidsOf(service).length === 3);
    await eventually('the service is whole', () => isReady(service));
    const before = load.outcomes.answered;
    await eventually('the load goes on', () => load.outcomes.answered > before + 100);

    const { broken } = await load.stop();
    // A request under way on each connection that it had, and one more where the client learned of the end by asking.
    assert.ok(broken <= 32, `${broken} requests failed`);
    assert.equal(linesOf(service, 'A worker has died: it is started again.').length, 1);
    assert.equal(await service.stop(), 0);
  }));

test('a service that is told to stop answers every request that reaches it, and ends all its workers', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine, env: { ...ENV, LATCHKEY_DRAIN_SECONDS: '1' } });
    const { access } = await obtainTokens(await usualStage(service));
    const load = keepAsking(4, async () => (await whoami(service, access, { connection: 'close' })).status);
    await eventually('the load has begun', () => load.outcomes.answered > 100);

    const code = await service.stop();

    assert.equal(code, 0);
    assert.equal((await load.ended).broken, 0);
    for (const pid of pidsOf(service)) assert.equal(isRunning(pid), false);
    assert.equal(linesOf(service, 'The service has stopped.').length, 1);
  }));

test('when the primary is killed its workers end, and the port is free', async () => {
  const service = await startService({ database: 'sqlite', env: ENV });
  await eventually('both workers are known', () => pidsOf(service).length === 2);
  const pids = pidsOf(service);

  await service.kill();

  await eventually('both workers have ended', () => !pids.some(isRunning));
  assert.equal(await isListening(Number(new URL(service.url).port)), false);
});

test('a worker that dies at once again and again ends the service, with its exit code and one line', async () => {
  const service = await startService({ database: 'sqlite', env: { ...ENV, LATCHKEY_LOG_LEVEL: 'debug' } });
  const killed = new Set<number>();
  let isOver = false;
  const over = service.exited.then((code) => {
    isOver = true;
    return code;
  });

  await eventually('the service gives up', () => {
    const started = linesOf(service, 'A worker is being started.');
    for (const { worker, pid = 0 } of started) {
      if (worker !== 1 || killed.has(pid)) continue;
      killed.add(pid);
      process.kill(pid, 'SIGKILL');
    }
    return isOver;
  });

  assert.equal(await over, 128 + 9);
  assert.equal(killed.size, 6);
  assert.equal(linesOf(service, 'A worker has died at once again and again: the service ends.').length, 1);
});

test('a worker that does not survive the start ends the service with its exit code, and nothing listens', async () => {
  const database = `sqlite:${temporaryDirectory()}/latchkey.db`;
  const service = await beginService(database, ENV);
  await service.saidOnStderr('A worker is being started.');
  const [, pid] = /"pid":(\d+),"msg":"A worker is being started\."/.exec(service.output.stderr) ?? [];

  process.kill(Number(pid), 'SIGKILL');

  assert.equal((await service.ended).code, 128 + 9);
  assert.equal(await service.isListening(), false);
  assert.doesNotMatch(service.output.stdout, /listening/);
});
