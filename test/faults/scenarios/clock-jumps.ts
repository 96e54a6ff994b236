/** Instances whose clocks differ, and clocks that jump, under load. */
import { setTimeout as pause } from 'node:timers/promises';
import { checkHistory, type Violation } from '../checking/checker.ts';
import { openLedger } from '../checking/clock-ledger.ts';
import type { Operation } from '../checking/history.ts';
import { readHistory } from '../checking/recorder.ts';
import { readRows } from '../checking/rows.ts';
import { checkRows } from '../checking/rows-check.ts';
import { type Bite, judge } from '../checking/verdict.ts';
import { openClocks, openTimeline } from '../environment/clocks.ts';
import { preparePlace } from '../environment/place.ts';
import { type Order, type Outcome, type Scenario, together } from '../scenario.ts';
import { RULES, underLoad, withCrew } from './storm.ts';

const HOUR = 3600;
const DAY = 86_400;
/** In the end every clock is back where it was, unless a run is cut short. */
const JUMPS: readonly number[] = [HOUR, -HOUR, DAY, -DAY, -HOUR, HOUR];
const INTO_THE_PAST = 5;
const APART_SECONDS = 90;
/** Short, so that ends are met on both sides of every jump. */
const LIFE_SECONDS = 2;
const BETWEEN_MS = 700;
const POPULATION = { people: 6, applications: 3 };
const ENVIRONMENT = { LATCHKEY_ACCESS_TOKEN_SECONDS: String(LIFE_SECONDS) };

export const clockJumps: Scenario = {
  name: 'clock-jumps',
  ids: 'R-12',
  says: `Clocks ${APART_SECONDS} s apart and jumping by an hour and a day: two instances on PostgreSQL, then one on SQLite.`,
  round: 'one jump on PostgreSQL and one on SQLite',
  rounds: 12,
  workers: 12,
  run: async (order) => together(await onPostgres(order), await onSqlite(order)),
};

/** Calls with a token that had ended, on the recorder's clock, which no jump touches. */
const ENDED: Bite = { says: 'with ended tokens', least: 0.02, share: endedShare };

async function onPostgres(order: Order): Promise<Outcome> {
  const place = await preparePlace('postgres', POPULATION, order);
  try {
    const clocks = openClocks(place.directory);
    await withCrew(place, { instances: 2, seed: order.seed, env: { ...ENVIRONMENT, ...clocks.env } }, async (crew) => {
      const [, second] = crew.instances;
      if (second) await clocks.jump(second, APART_SECONDS);
      await underLoad(place, crew, order, async () => {
        for (let round = 1; round <= order.rounds; round += 1) {
          await pause(BETWEEN_MS);
          const seconds = JUMPS[(round - 1) % JUMPS.length] ?? HOUR;
          // Every clock takes its turn, each with the jumps there and back.
          const instance = crew.instances[Math.floor((round - 1) / 2) % crew.instances.length];
          if (instance) await clocks.jump(instance, seconds);
          order.progress(`PostgreSQL: jump ${round} of ${order.rounds}, by ${seconds} s`);
        }
        await pause((LIFE_SECONDS + 1) * 1000);
      });
      await Promise.all(crew.instances.map((instance) => instance.stop()));
    });
    const history = readHistory(place.histories);
    const rules = { ...RULES, accessSeconds: LIFE_SECONDS };
    const rows = await readRows(place.databaseUrl);
    const verdict = judge(history, [...checkHistory(history, rules), ...checkRows(rows, history, rules)], ENDED);
    return { ...verdict, figures: { 'jumps on PostgreSQL': String(order.rounds) } };
  } finally {
    await place.close();
  }
}

/** A jump forward has to end tokens early here, or it was none. */
async function onSqlite(order: Order): Promise<Outcome> {
  const place = await preparePlace('sqlite', POPULATION);
  try {
    const clocks = openClocks(place.directory);
    const timeline = openTimeline();
    const violations: Violation[] = [];
    const enlisting = { instances: 1, seed: order.seed, env: { ...ENVIRONMENT, ...clocks.env } };
    const counts = await withCrew(place, enlisting, async (crew) => {
      const ledger = openLedger(crew.actor('ledger', 0), place, timeline, LIFE_SECONDS);
      for (let round = 1; round <= order.rounds; round += 1) {
        const seconds = JUMPS[(round - 1) % JUMPS.length] ?? HOUR;
        await ledger.fill();
        // From the true time into the past: what has truly ended must live again for the jump at most.
        if (round % JUMPS.length === INTO_THE_PAST) await pause((LIFE_SECONDS + 1) * 1000);
        violations.push(...(await ledger.probe()));
        for (const instance of crew.instances) await clocks.jump(instance, seconds);
        timeline.jumped(seconds);
        violations.push(...(await ledger.probe()));
        order.progress(`SQLite: jump ${round} of ${order.rounds}, by ${seconds} s`);
      }
      await Promise.all(crew.instances.map((instance) => instance.stop()));
      return ledger.counts;
    });
    const history = readHistory(place.histories);
    const { damage } = await readRows(place.databaseUrl);
    violations.push(...damage.map((says) => ({ kind: 'rows', where: 'the database', says }) as const));
    const verdict = judge(history, violations, { says: 'ended early', least: 1, share: () => counts.early });
    const { probes, revived, longestRevivedSeconds, early } = counts;
    const shown = `${probes} probes, ${early} ended early, ${revived} revived, the longest ${Math.round(longestRevivedSeconds)} s past its end`;
    return { ...verdict, figures: { 'on SQLite': shown } };
  } finally {
    await place.close();
  }
}

function endedShare(history: readonly Operation[]): number {
  const issuedAt = new Map(
    history.flatMap(({ issued, completedAt }) => (issued.access ? [[issued.access, completedAt]] : [])),
  );
  const looks = history.filter(({ kind }) => kind === 'whoami');
  const late = looks.filter(
    ({ presented, invokedAt }) => invokedAt - (issuedAt.get(presented) ?? invokedAt) > LIFE_SECONDS * 1000,
  );
  return late.length / Math.max(1, looks.length);
}
