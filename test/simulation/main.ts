/** `npm run simulate`: interleaves what several clients do at once in every order, or in random ones for as long as told. */
import { parseArgs } from 'node:util';
import {
  exploreAll,
  exploreBySeed,
  type Finding,
  followChoices,
  NO_FAILURES,
  ONE_FAILURE,
  type Scene,
  TWO_FAILURES,
} from './explore.ts';
import { tellFinding } from './report.ts';
import { SCENE_WORDS, sceneNamed, scenesOf } from './scenes.ts';
import type { Failing } from './scheduler.ts';
import { openStage, type Stage } from './stage.ts';

const HELP = `npm run simulate -- [--workers 2|3] [--failures 0|1|2] [--scene NAME] [--seeds N [--first-seed N]] [--choices LIST]

Runs the token core in one process behind a scheduler that owns every read and every write, and judges every schedule:
answers and living tokens must be explained by some order of the acts, rows and events by the history.

  --workers N     every scene with so many at once; 2 unless told
  --failures N    so many reads or writes of a schedule may fail: undone, before, or after they were written; 0 unless told
  --scene NAME    one scene alone, as "BEGINNING: ACT + ACT"
  --seeds N       random schedules instead of all of them: so many, spread over the scenes
  --first-seed N  the first of these seeds; 1 unless told
  --choices LIST  the one schedule that a finding names

Beginnings: ${SCENE_WORDS.beginnings.join(', ')}.
Acts: ${SCENE_WORDS.acts.join(', ')}.`;

const OPTIONS = {
  workers: { type: 'string', default: '2' },
  failures: { type: 'string', default: '0' },
  scene: { type: 'string' },
  seeds: { type: 'string' },
  'first-seed': { type: 'string', default: '1' },
  choices: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const FAILING: readonly Failing[] = [NO_FAILURES, ONE_FAILURE, TWO_FAILURES];
/** More than any scene has with one failure; a scene that is cut off is named. */
const MOST_SCHEDULES = 200_000;
const SEEDS_AT_ONCE = 50;
const PROGRESS_EVERY_MS = 2000;

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  const { values } = parseArgs({ args: words, options: OPTIONS });
  if (values.help) return say(HELP);
  const failures = Number(values.failures);
  const failing = FAILING[failures];
  if (!failing) return complain('--failures takes 0, 1 or 2.');
  if (values.workers !== '2' && values.workers !== '3') return complain('--workers takes 2 or 3.');
  const scene = values.scene === undefined ? undefined : sceneNamed(values.scene);
  if (values.scene !== undefined && !scene) return complain('There is no such scene. See --help.');
  const scenes = scene ? [scene] : scenesOf(values.workers === '2' ? 2 : 3);
  const stage = await openStage();
  try {
    if (values.choices !== undefined) {
      if (!scene) return complain('--choices belong to a --scene.');
      const choices = values.choices.split(',').map(Number);
      return conclude(await followChoices(stage, scene, { failing, choices }), failures, 1);
    }
    if (values.seeds === undefined) return await runAll(stage, scenes, failing);
    const first = Number(values['first-seed']);
    return await runSeeds(stage, scenes, { failing, first, count: Number(values.seeds) });
  } finally {
    stage.close();
  }
}

async function runAll(stage: Stage, scenes: readonly Scene[], failing: Failing): Promise<number> {
  let schedules = 0;
  const progress = createProgress(() => `${schedules} schedules`);
  for (const [index, scene] of scenes.entries()) {
    const found = await exploreAll(stage, scene, {
      failing,
      mostSchedules: MOST_SCHEDULES,
      onSchedule() {
        schedules += 1;
        progress(`scene ${index + 1} of ${scenes.length}`);
      },
    });
    if (found.finding) return conclude(found.finding, failing.most, schedules);
    if (!found.isComplete) say(`  "${scene.name}" has more than ${MOST_SCHEDULES} schedules; the rest was left out.`);
  }
  return conclude(undefined, failing.most, schedules);
}

async function runSeeds(
  stage: Stage,
  scenes: readonly Scene[],
  { failing, first, count }: { readonly failing: Failing; readonly first: number; readonly count: number },
): Promise<number> {
  let schedules = 0;
  const progress = createProgress(() => `${schedules} of ${count} schedules`);
  for (let turn = 0; schedules < count; turn += 1) {
    const scene = scenes[turn % scenes.length];
    if (!scene) return complain('There is no scene.');
    const most = Math.min(SEEDS_AT_ONCE, count - schedules);
    const seeds = Array.from({ length: most }, (_, index) => first + schedules + index);
    const finding = await exploreBySeed(stage, scene, { failing, seeds });
    schedules += most;
    progress(`next seed ${first + schedules}`);
    if (finding) return conclude(finding, failing.most, schedules);
  }
  return conclude(undefined, failing.most, schedules);
}

function conclude(finding: Finding | undefined, failures: number, schedules: number): number {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  if (!finding) return say(`${schedules} schedules, nothing wrong.`);
  say(`${schedules} schedules, then this:\n${tellFinding(finding, failures)}`);
  return 1;
}

/** On a terminal one line that changes; elsewhere a line now and then. */
function createProgress(count: () => string): (where: string) => void {
  let last = performance.now();
  return (where) => {
    if (performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    process.stdout.write(process.stdout.isTTY ? `\r\x1b[K  ${count()}, ${where}` : `  ${count()}, ${where}\n`);
  };
}

function say(text: string): 0 {
  process.stdout.write(`${text}\n`);
  return 0;
}

function complain(text: string): 2 {
  process.stderr.write(`simulate: ${text}\n`);
  return 2;
}
