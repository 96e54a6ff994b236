/** Proves jobs from outside: the running service, its commands, and several instances on one database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { forgetRefused } from '../../src/jobs/kinds/forget-refused.ts';
import { createRunner } from '../../src/jobs/runner.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openAt } from '../storage/engines.ts';
import { createApplication } from '../support/actors.ts';
import { everyEngine } from '../support/each-database.ts';
import { eventually } from '../support/eventually.ts';
import { codeFields, usualStage } from '../support/grant.ts';
import { type Service, startService } from '../support/service.ts';
import { token } from '../support/token-client.ts';
import { worldOn } from './stage.ts';

/** The work that comes again, which every service has. */
const PERIODIC = ['seal-events', 'sweep'];

interface Listed {
  readonly id: number;
  readonly kind: string;
  readonly state: string;
  readonly last_error: string | null;
}

async function jobsOf(service: Service, ...words: string[]): Promise<readonly Listed[]> {
  const { code, stdout, stderr } = await service.cli(['jobs', 'list', '--json', ...words]);
  assert.equal(code, 0, stderr);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

async function countRefused(database: Database): Promise<number> {
  const rows = await database.read<{ count: number }>(sql`select count(*) as "count" from refused_requests`);
  return Number(rows[0]?.count);
}

const inSeconds = () => Math.floor(Date.now() / 1000);

test('the refused requests of an application go after its deletion, and those of others stay', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const { quill, ada } = await usualStage(service);
    const other = await createApplication(service, { owner: ada, name: 'Inkwell' });
    for (const application of [quill, quill, other]) await token(service.url, codeFields(application, 'x'));
    const database = await openAt(service.databaseUrl);
    await eventually('three refused requests', async () => (await countRefused(database)) === 3);

    const deleted = await service.cli(['applications', 'delete', '--client-id', quill.client_id]);

    assert.equal(deleted.code, 0, deleted.stderr);
    await eventually('one is left', async () => (await countRefused(database)) === 1);
    await eventually('the job has gone', async () =>
      (await jobsOf(service)).every(({ kind }) => PERIODIC.includes(kind)),
    );
  }));

test('two instances share one sweep', () =>
  everyEngine(async (engine) => {
    const env = { LATCHKEY_SWEEP_SECONDS: '1' };
    const first = await startService({ database: engine, env });
    await startService({ database: engine, env, sharedWith: first });
    const database = await openAt(first.databaseUrl);
    const rest = async () => (await database.read(sql`select name from limits where name like 'old %'`)).length;
    for (const round of [1, 2]) {
      await database.write([sql`insert into limits (name, spent, resets_at) values (${`old ${round}`}, 1, 1)`]);

      await eventually('what has ended is swept', async () => (await rest()) === 0);
    }

    const jobs = await jobsOf(first);
    assert.deepEqual(jobs.map(({ kind }) => kind).toSorted(), PERIODIC);
  }));

test('the operator sees a job that was given up, retries it, and drops it', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine, env: { LATCHKEY_SWEEP_SECONDS: '0' } });
    await service.stop();
    const world = worldOn(await openAt(service.databaseUrl), inSeconds);
    const kind = { ...forgetRefused, retry: { ...forgetRefused.retry, attempts: 1 } };
    await world.database.write([await enqueue(world, kind, 'no number')]);
    await createRunner(world, [kind]).runDue();

    const [dead] = await jobsOf(service, '--state', 'dead');
    const line = await service.cli(['jobs', 'list']);
    const retried = await service.cli(['jobs', 'retry', String(dead?.id)]);
    const [waiting] = await jobsOf(service);
    const dropped = await service.cli(['jobs', 'drop', String(dead?.id), '--json']);
    const again = await service.cli(['jobs', 'drop', String(dead?.id)]);

    assert.equal(dead?.last_error, 'The payload is not the number of an account.');
    assert.match(line.stdout, /^\d+ {2}forget-refused {2}dead {2}20\S+Z {2}1 {2}The payload is not/m);
    assert.deepEqual([retried.code, retried.stdout], [0, `Job ${dead?.id} is retried.\n`]);
    assert.equal(waiting?.state, 'waiting');
    assert.deepEqual(JSON.parse(dropped.stdout), { id: dead?.id, result: 'dropped' });
    assert.deepEqual([again.code, again.stderr.includes('There is no such job')], [1, true]);
    assert.equal((await service.cli(['jobs', 'retry', 'x'])).code, 2);
  }));
