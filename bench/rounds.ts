/** Measures every subject on every workload, round by round, so that what disturbs the machine disturbs all alike. */
import type { Series } from './figures.ts';
import type { Plan, TokenPair, WorkloadName } from './load/job.ts';
import { measure, prepareTokens, type Sample } from './measure.ts';
import type { Running, Subject } from './subjects/subject.ts';

/** A subject that runs, or why it does not. */
export interface Entrant {
  readonly subject: Subject;
  readonly running: Running | { readonly failure: string };
}

export interface Course {
  readonly workloads: readonly WorkloadName[];
  readonly plan: Plan;
  readonly rounds: number;
  /** No round after the first begins that would end later, counted from the start of the process. */
  readonly minutes?: number;
  /** How many tokens are checked in turn. */
  readonly tokenCount: number;
  /** The server every figure is a share of. */
  readonly bare: Entrant;
  readonly entrants: readonly Entrant[];
  say(words: string): void;
}

const MINUTE_MS = 60_000;
const NEEDS_TOKENS: readonly WorkloadName[] = ['W1', 'W5', 'day', 'flood'];
const IS_READ: readonly WorkloadName[] = ['W1', 'W1-wide', 'consent-page', 'flood', 'day'];

/** What the database alone could do, beside the workloads that ask one thing of it. */
const SELECTS = ['pg-select', 'pgbench-select', 'pgbench-prepared-select'] as const;
const INSERTS = ['pg-insert', 'pgbench-insert', 'pgbench-prepared-insert'] as const;
const POSTGRES_LIMITS: Partial<Record<WorkloadName, readonly WorkloadName[]>> = {
  W1: SELECTS,
  W2: INSERTS,
  W3: INSERTS,
  W4: INSERTS,
  W5: SELECTS,
};

export async function runRounds(course: Course): Promise<readonly Series[]> {
  const series = new Map<string, Series>();
  const tokens = new Map<string, readonly TokenPair[]>();
  const { minutes = Number.POSITIVE_INFINITY } = course;
  let longest = 0;
  for (let round = 0; round < course.rounds; round += 1) {
    const began = performance.now();
    if (round > 0 && began + longest > minutes * MINUTE_MS) {
      course.say(`Round ${round + 1} would end after ${minutes} minutes and is left out.\n`);
      break;
    }
    for (const workload of course.workloads) {
      const limit = await measureOne(course, course.bare, limitOf(workload), [], `round ${round + 1}`);
      note(series, course.bare.subject.name, workload, limit, limit);
      for (const entrant of course.entrants) {
        const offered = [workload, limitOf(workload), ...(POSTGRES_LIMITS[workload] ?? [])].find((name) =>
          entrant.subject.offers.includes(name),
        );
        if (offered === undefined) continue;
        const ready = await tokensFor(course, entrant, offered, tokens);
        const sample =
          typeof ready === 'string' ? ready : await measureOne(course, entrant, offered, ready, `round ${round + 1}`);
        note(series, entrant.subject.name, workload, sample, limit);
      }
    }
    longest = Math.max(longest, performance.now() - began);
  }
  return [...series.values()];
}

function limitOf(workload: WorkloadName): WorkloadName {
  return IS_READ.includes(workload) ? 'get' : 'post';
}

/** A word instead of a sample says why there is none: one peer's trouble does not end the run. */
async function measureOne(
  { plan, say }: Course,
  { subject, running }: Entrant,
  workload: WorkloadName,
  tokens: readonly TokenPair[],
  round: string,
): Promise<Sample | string> {
  if ('failure' in running) return running.failure;
  const title = `${round}, ${workload}, ${subject.name}`;
  try {
    say(`${title}: preparing`);
    const sample = await measure(running, { workload, plan, tokens, progress: (words) => say(`${title}: ${words}`) });
    say(`${title}: ${Math.round(sample.perSecond)}/s, p99 ${sample.p99.toFixed(1)} ms, ${sample.errors} errors\n`);
    return sample;
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    say(`${title}: ${failure}\n`);
    return failure;
  }
}

/** Made once for each subject and used in every round: access tokens live for a day. */
async function tokensFor(
  { plan, tokenCount, say }: Course,
  { subject, running }: Entrant,
  workload: WorkloadName,
  known: Map<string, readonly TokenPair[]>,
): Promise<readonly TokenPair[] | string> {
  if ('failure' in running) return running.failure;
  if (!NEEDS_TOKENS.includes(workload) || running.stage.tokensFile !== undefined) return [];
  const made = known.get(subject.name);
  if (made !== undefined) return made;
  try {
    say(`${subject.name}: making ${tokenCount} tokens`);
    const tokens = await prepareTokens(running.stage, plan, tokenCount);
    known.set(subject.name, tokens);
    return tokens;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function note(
  all: Map<string, Series>,
  subject: string,
  workload: WorkloadName,
  sample: Sample | string,
  limit: Sample | string,
): void {
  const key = `${workload} ${subject}`;
  const series = all.get(key) ?? { subject, workload, samples: [], bare: [], failure: null };
  all.set(key, series);
  if (typeof sample === 'string') {
    series.failure = sample;
    return;
  }
  series.samples.push(sample);
  series.bare.push(typeof limit === 'string' ? Number.NaN : limit.perSecond);
}
