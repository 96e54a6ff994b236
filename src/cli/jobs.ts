/** `latchkey jobs`: background work that waits, runs, or was given up, and what to do about it. */
import { JOB_STATES, type ListedJob, listJobs, removeJob, retryJob } from '../jobs/operate.ts';
import type { World } from '../world.ts';
import { act, type Call, type Group } from './command-line.ts';
import { withWorld } from './open-world.ts';
import { listing } from './output/list.ts';

const MOST_LISTED = 10_000;

const json = { says: 'Prints JSON, one job a line.' };

const list = act({
  says: 'Shows jobs: those that were given up first.',
  output: 'answer',
  options: { state: { says: `Only these: ${JOB_STATES.join(', ')}.`, value: 'STATE' }, json },
  run: async (call) => {
    const { state } = call.options;
    const wanted = JOB_STATES.find((known) => known === state);
    if (state !== undefined && !wanted) return call.wrong(`--state must be one of ${JOB_STATES.join(', ')}.`);
    return await withWorld(call.settings, async (world) => {
      const jobs = await listJobs(world, MOST_LISTED);
      const say = listing(call);
      for (const job of jobs.filter((one) => wanted === undefined || one.state === wanted))
        say(factsOf(job), rowOf(job));
      return 0;
    });
  },
});

const retry = act({
  says: 'Makes a dead or waiting job due at once, with all its attempts before it.',
  operands: ['ID'],
  options: { json },
  run: (call) => change(call, retryJob, 'retried', 'There is no such job, or it is running.'),
});

const drop = act({
  says: 'Removes a dead or waiting job for good.',
  operands: ['ID'],
  options: { json },
  run: (call) =>
    change(call, removeJob, 'dropped', 'There is no such job, or it is running, or it comes again by itself.'),
});

export const command: Group = { says: 'Lists, retries and drops background work.', acts: { list, retry, drop } };

async function change(
  call: Call<{ readonly json: typeof json }>,
  act: (world: World, id: number) => Promise<boolean>,
  done: string,
  refused: string,
): Promise<number> {
  const [text = ''] = call.operands;
  if (!/^\d{1,16}$/.test(text)) return call.wrong('ID is the number that latchkey jobs list shows.');
  return await withWorld(call.settings, async (world) => {
    if (!(await act(world, Number(text)))) return call.fail(refused);
    call.print(call.options.json ? JSON.stringify({ id: Number(text), result: done }) : `Job ${text} is ${done}.`);
    return 0;
  });
}

function factsOf(job: ListedJob) {
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    attempts: job.attempts,
    created_at: moment(job.createdAt),
    due_at: job.deadAt === null ? moment(job.dueAt) : null,
    dead_at: job.deadAt === null ? null : moment(job.deadAt),
    last_error: job.lastError,
  };
}

/** `at`: when it was given up, or is due. */
function rowOf({ id, kind, state, deadAt, dueAt, attempts, lastError }: ListedJob) {
  return { id, kind, state, at: moment(deadAt ?? dueAt), attempts, last_error: lastError };
}

function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
