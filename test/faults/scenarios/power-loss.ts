/** The power goes away under load, and with it everything that was written and not synced. */
import { setTimeout as pause } from 'node:timers/promises';
import { LOST_ANSWERS, type Verdict } from '../checking/verdict.ts';
import { openDisk } from '../environment/disk.ts';
import { preparePlace } from '../environment/place.ts';
import { type Loss, losePower } from '../environment/power.ts';
import { type Order, type Outcome, type Scenario, spreadOf } from '../scenario.ts';
import { AT_ONCE } from './disk-full.ts';
import { judgePlace, underLoad, withCrew } from './storm.ts';

const POPULATION = { people: 4, applications: 2 };
const SHORTEST_LIFE_MS = 200;
const LIFE_SPAN_MS = 1300;
/** A disk this slow is caught with something unsynced at most of the cuts. */
const SYNC_MS = 5;
/** The control has to show losses, not to count them. */
const ROUNDS_PER_CONTROL_ROUND = 10;

export const powerLossSqlite: Scenario = {
  name: 'power-loss-sqlite',
  ids: 'R-03',
  says: 'Kill -9 on SQLite, and what was not synced is lost; a control that syncs late must show losses.',
  round: 'one power loss and restart',
  rounds: 20,
  workers: 16,
  run: async (order) => {
    const honest = await cutPower(order, false);
    const rounds = Math.ceil(order.rounds / ROUNDS_PER_CONTROL_ROUND);
    const control = await cutPower({ ...order, rounds }, true);
    return weigh(honest, control);
  },
};

interface Run {
  readonly verdict: Verdict;
  readonly losses: readonly Loss[];
  readonly recoveries: readonly number[];
}

async function cutPower(order: Order, isLate: boolean): Promise<Run> {
  const place = await preparePlace('sqlite', POPULATION);
  const disk = openDisk({ folder: place.directory, isImaged: true, isLate, syncMs: SYNC_MS });
  try {
    const losses: Loss[] = [];
    const recoveries: number[] = [];
    await withCrew(place, { instances: 1, seed: order.seed, env: { ...disk.env, ...AT_ONCE } }, async (crew) => {
      const [victim] = crew.instances;
      await underLoad(place, crew, order, async () => {
        for (let round = 1; round <= order.rounds; round += 1) {
          await pause(SHORTEST_LIFE_MS + crew.chance.below(LIFE_SPAN_MS));
          await victim?.kill();
          const outage = {
            folder: place.directory,
            image: disk.image,
            keepsSome: round % 2 === 0,
            chance: crew.chance,
          };
          losses.push(losePower(outage));
          recoveries.push((await victim?.start()) ?? 0);
          const name = isLate ? 'control loss' : 'power loss';
          order.progress(`${name} ${round} of ${order.rounds}, ${losses.at(-1)?.sectors} sectors gone`);
        }
        await pause(SHORTEST_LIFE_MS);
      });
      for (const instance of crew.instances) await instance.stop();
    });
    return { verdict: await judgePlace(place, LOST_ANSWERS), losses, recoveries };
  } finally {
    disk.close();
    await place.close();
  }
}

/** Without a loss in the control nobody knows whether the honest run could have lost anything. */
function weigh(honest: Run, control: Run): Outcome {
  const { verdict, losses, recoveries } = honest;
  const bitten = losses.filter(({ sectors, names }) => sectors > 0 || names > 0).length;
  const lost = control.verdict.violations.filter(({ kind }) => kind === 'lost acknowledgement' || kind === 'rows');
  const isProven = lost.length > 0 && bitten > 0;
  return {
    ...verdict,
    bite: bitten / losses.length,
    result: verdict.violations.length > 0 ? 'violated' : isProven ? 'passed' : 'inconclusive',
    figures: {
      'power losses': String(losses.length),
      'unsynced sectors lost': String(losses.reduce((sum, { sectors }) => sum + sectors, 0)),
      'answers lost': `${verdict.counts.unknown} of ${verdict.operations}`,
      'ready again': spreadOf(recoveries),
      control: `${lost.length} losses found in ${control.losses.length} power losses with late syncs`,
    },
  };
}
