/** Walks through the schedules of a scene: all of them, those of a seed, or the one that a list of choices names. */
import { createChance } from '../faults/random.ts';
import { countedChance, type Done, perform, type Secrets, type Worker, worldOf } from './acts.ts';
import { independent } from './independent.ts';
import { type Alive, findAlive, judge } from './oracle.ts';
import { type Bench, type Choose, type Failing, runSchedule } from './scheduler.ts';
import type { Stage } from './stage.ts';

export interface Scene {
  readonly name: string;
  /** Done by one worker, undisturbed, before the others begin. */
  readonly before: Worker;
  readonly workers: readonly Worker[];
}

/** The choices that lead to it, and what was wrong. */
export interface Finding {
  readonly scene: string;
  readonly choices: readonly number[];
  readonly faults: readonly string[];
  /** Each step in words. */
  readonly told: readonly string[];
  readonly done: readonly Done[];
}

export interface Found {
  readonly schedules: number;
  /** False when the limit, or a finding, came first. */
  readonly isComplete: boolean;
  readonly finding: Finding | undefined;
  /** Every end that was seen: who was answered what, and which tokens live. */
  readonly endings: ReadonlySet<string>;
}

export const NO_FAILURES: Failing = { most: 0, fates: [] };
export const ONE_FAILURE: Failing = { most: 1, fates: ['stale', 'fails before', 'fails after'] };
export const TWO_FAILURES: Failing = { ...ONE_FAILURE, most: 2 };

export interface Exploring {
  readonly failing: Failing;
  readonly mostSchedules: number;
  /** False visits every order, also those that differ only in steps that do not meet. */
  readonly isReduced?: boolean;
  readonly onSchedule?: () => void;
}

interface Fork {
  chosen: number;
  readonly open: readonly number[];
}

/** Depth first over the choices: each schedule is run from the start, along a path that no earlier one took. */
export function exploreAll(stage: Stage, scene: Scene, exploring: Exploring): Promise<Found> {
  const { failing, mostSchedules, isReduced = true, onSchedule } = exploring;
  const path: Fork[] = [];
  const endings = new Set<string>();
  return withScene(stage, scene, async (run) => {
    let schedules = 0;
    while (schedules < mostSchedules) {
      let depth = 0;
      const ran = await run(failing, (options, before) => {
        depth += 1;
        path[depth - 1] ??= {
          chosen: 0,
          open: options.flatMap((option, index) =>
            isReduced && before !== undefined && independent(before, option) ? [] : [index],
          ),
        };
        return chosenAt(path[depth - 1]);
      });
      if (ran) {
        schedules += 1;
        endings.add(ran.ending);
        onSchedule?.();
        if (ran.finding) return { schedules, isComplete: false, finding: ran.finding, endings };
      }
      if (!goBack(path)) return { schedules, isComplete: true, finding: undefined, endings };
    }
    return { schedules, isComplete: false, finding: undefined, endings };
  });
}

function chosenAt(fork: Fork | undefined): number | 'nothing' {
  return fork?.open[fork.chosen] ?? 'nothing';
}

/** To the last place where another way was open; false when there is none. */
function goBack(path: Fork[]): boolean {
  for (let last = path.at(-1); last; last = path.at(-1)) {
    last.chosen += 1;
    if (last.chosen < last.open.length) return true;
    path.pop();
  }
  return false;
}

/** Failures are rarer than in a list of options, or hardly any act would come to its end. */
const FAILURES = 0.15;

/** Schedules by chance, one for each seed; the same seed is the same schedule. */
export function exploreBySeed(
  stage: Stage,
  scene: Scene,
  { failing, seeds }: { readonly failing: Failing; readonly seeds: readonly number[] },
): Promise<Finding | undefined> {
  return withScene(stage, scene, async (run) => {
    for (const seed of seeds) {
      const chance = createChance(seed);
      const ran = await run(failing, (options) => {
        const { step } = chance.pick(options.filter(({ fate }) => fate === 'done'));
        const fates = options.flatMap((option, index) => (option.step === step ? [index] : []));
        return fates.length > 1 && chance.next() < FAILURES ? chance.pick(fates.slice(1)) : (fates[0] ?? 0);
      });
      if (ran?.finding) return ran.finding;
    }
    return undefined;
  });
}

/** Beyond the end of the list the first option is taken. */
export function followChoices(
  stage: Stage,
  scene: Scene,
  { failing, choices }: { readonly failing: Failing; readonly choices: readonly number[] },
): Promise<Finding | undefined> {
  return withScene(stage, scene, async (run) => {
    let depth = 0;
    const ran = await run(failing, () => {
      depth += 1;
      return choices[depth - 1] ?? 0;
    });
    return ran?.finding;
  });
}

interface Ran {
  readonly finding: Finding | undefined;
  readonly ending: string;
}

/** Undefined for a schedule that was given up. */
type RunSchedule = (failing: Failing, choose: Choose) => Promise<Ran | undefined>;

/** Everything that comes before the workers is done once. */
async function withScene<Answer>(
  stage: Stage,
  scene: Scene,
  body: (run: RunSchedule) => Promise<Answer>,
): Promise<Answer> {
  stage.memory.mark();
  try {
    const opening = await open(stage, scene.before);
    return await body((failing, choose) => runOnce(stage, scene, { opening, failing, choose }));
  } finally {
    stage.memory.rewind();
  }
}

interface Opening {
  readonly done: readonly Done[];
  readonly secrets: Secrets;
  readonly now: number;
  readonly moment: number;
}

async function open(stage: Stage, worker: Worker): Promise<Opening> {
  const done: Done[] = [];
  const secrets: Secrets = { codes: new Map(), pairs: new Map() };
  const chance = countedChance('before');
  let end = { now: stage.now, moment: 0 };
  await runSchedule(stage.memory, {
    now: stage.now,
    failing: NO_FAILURES,
    choose: () => 0,
    start: async (bench) => {
      await runWorker(stage, bench, { worker, index: 0, secrets, chance, done });
      end = { now: bench.now, moment: bench.moment };
    },
  });
  return { done, secrets, ...end };
}

interface Once {
  readonly opening: Opening;
  readonly failing: Failing;
  readonly choose: Choose;
}

async function runOnce(stage: Stage, scene: Scene, { opening, failing, choose }: Once): Promise<Ran | undefined> {
  const { memory, place } = stage;
  const choices: number[] = [];
  const done: Done[] = [...opening.done];
  const secrets = { codes: new Map(opening.secrets.codes), pairs: new Map(opening.secrets.pairs) };
  const chance = countedChance('during');
  const told: string[] = [];
  const found = (faults: readonly string[]) => ({ scene: scene.name, choices, faults, told, done });
  let { now } = opening;
  memory.mark();
  try {
    const isOver = await runSchedule(memory, {
      now,
      failing,
      told,
      choose: (options, before) => {
        const index = choose(options, before);
        if (index !== 'nothing') choices.push(index);
        return index;
      },
      start: async (bench) => {
        bench.moment = opening.moment;
        const each = scene.workers.map((worker, index) =>
          runWorker(stage, bench, { worker, index, secrets, chance, done }),
        );
        await Promise.all(each);
        now = bench.now;
      },
    });
    if (!isOver) return undefined;
    const alive = await findAlive(stage.quietWorld(now), secrets, stage.clientNumber);
    const faults = judge(memory, place, { done, secrets, alive });
    return { finding: faults.length === 0 ? undefined : found(faults), ending: endingOf(done, alive) };
  } catch (error) {
    const says = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { finding: found([`a defect: ${says}`]), ending: 'a defect' };
  } finally {
    memory.rewind();
  }
}

interface Running {
  readonly worker: Worker;
  readonly index: number;
  readonly secrets: Secrets;
  readonly chance: ReturnType<typeof countedChance>;
  readonly done: Done[];
}

async function runWorker(stage: Stage, bench: Bench, { worker, index, secrets, chance, done }: Running): Promise<void> {
  const world = worldOf(stage.place, bench, index, chance);
  for (const act of worker) {
    const outcome = await perform(act, { place: stage.place, bench, worker: index, secrets, world });
    if (outcome) done.push(outcome);
  }
}

function endingOf(done: readonly Done[], alive: Alive): string {
  const answers = done.map(({ worker, act, answer }) => `${worker} ${act.act} ${answer}`).toSorted();
  const living = [...alive].map(([name, { access, refresh }]) => `${name} ${access} ${refresh}`).toSorted();
  return [...answers, ...living].join('; ');
}
