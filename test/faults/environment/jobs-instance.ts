/** One instance of the fault `jobs`: enqueues jobs with their acts and runs what is due, until it is told to stop. */
import { setTimeout as pause } from 'node:timers/promises';
import { enqueue } from '../../../src/jobs/enqueue.ts';
import type { JobKind } from '../../../src/jobs/kind.ts';
import { createRunner } from '../../../src/jobs/runner.ts';
import { NotNow } from '../../../src/protocol/not-now.ts';
import { accept, refuse } from '../../../src/protocol/result.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { must, type Sql, sql } from '../../../src/storage/sql.ts';
import type { World } from '../../../src/world.ts';
import { worldOn } from '../../jobs/stage.ts';
import { createChance } from '../random.ts';

const [databaseUrl = '', workers = '1', seed = '0'] = process.argv.slice(2);
const chance = createChance(Number(seed));
const LONGEST_JOB_MS = 60;
const LONGEST_ACT_MS = 300;
/** Such a small share of the acts is undone, and of the jobs fails at first. */
const ONE_IN = 8;

const NEVER = must(sql`update limits set spent = 1 where name = ${'absent'}`);

function note(name: string): Sql {
  return sql`insert into limits (name, spent, resets_at) values (${name}, 1, ${9_000_000_000})
    on conflict (name) do update set spent = limits.spent + 1`;
}

/** A short lease, so that a short run sees many jobs taken over; some are slower than it, and renew it. */
const kind: JobKind = {
  name: 'count',
  retry: { attempts: 1000, longestAgeSeconds: 3600, firstPauseSeconds: 1, longestPauseSeconds: 1 },
  leaseSeconds: 2,
  concurrency: 4,
  mostWaiting: 500,
  run: async (world, { payload }) => {
    await world.database.write([note(`job begun ${payload}`)]);
    await pause(chance.below(LONGEST_JOB_MS));
    if (chance.below(ONE_IN) === 0) {
      await world.database.write([note(`job failed ${payload}`)]);
      return refuse('not this time');
    }
    return accept([note(`job ran ${payload}`)]);
  },
};

const database = await openDatabase(databaseUrl, 4);
const world = worldOn(database, database.now ? seconds(database.now) : seconds(Date.now));
const runner = createRunner(world, [kind]);
let isStopping = false;
process.on('SIGTERM', () => {
  isStopping = true;
});
runner.start();
process.stdout.write('begun\n');
await Promise.all(Array.from({ length: Number(workers) }, () => actUntilStopped(world)));
while ((await database.read(sql`select id from jobs where kind = ${kind.name} limit 1`)).length > 0) {
  await runner.runDue();
  await pause(100);
}
await runner.stop(5000);
await database.close();

async function actUntilStopped(world: World): Promise<void> {
  while (!isStopping) {
    const name = `${process.pid} ${world.nextId()}`;
    const isUndone = chance.below(ONE_IN) === 0;
    try {
      const batch = [note(`job act ${name}`), await enqueue(world, kind, name)];
      await world.database.write(isUndone ? [...batch, NEVER] : batch);
    } catch (error) {
      // Too many are waiting: they are to become fewer before there are more.
      if (!(error instanceof NotNow)) throw error;
    }
    await pause(LONGEST_ACT_MS / 2 + chance.below(LONGEST_ACT_MS / 2));
  }
}

function seconds(clock: () => number): () => number {
  return () => Math.floor(clock() / 1000);
}
