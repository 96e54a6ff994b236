/** Backups taken under load, each restored to an instance of its own and examined; then everything old is ended. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Violation } from '../checking/checker.ts';
import type { Operation } from '../checking/history.ts';
import { readHistory } from '../checking/recorder.ts';
import { acknowledged, type Examined, examine, examineDead, historyIn, type Span } from '../checking/restored.ts';
import { readRows } from '../checking/rows.ts';
import type { Bite } from '../checking/verdict.ts';
import { openPostgresSource, openSqliteSource, type Source } from '../environment/copies.ts';
import { createInstance } from '../environment/instance.ts';
import type { Worker } from '../environment/worker.ts';
import { type Order, type Outcome, type Scenario, spreadOf, together } from '../scenario.ts';
import { ENVIRONMENT, judgePlace, underLoad, withCrew } from './storm.ts';

const POPULATION = { people: 6, applications: 3 };
const BETWEEN_MS = 1000;
/** so much slower than before may the slowest calls be while a backup is taken. */
const MOST_SLOWER = 1.2;

export const backup: Scenario = {
  name: 'backup',
  ids: 'R-18 R-19',
  says: 'Backups under load, restored and examined: nothing acknowledged is missing; then every older token is ended.',
  round:
    'one backup, restored, examined, invalidated and examined again; the first half on SQLite, the rest on PostgreSQL',
  rounds: 10,
  workers: 12,
  run: async (order) => {
    const half = { ...order, rounds: Math.ceil(order.rounds / 2) };
    const first = await backUpOften(half, 'SQLite', await openSqliteSource(POPULATION));
    const rest = { ...order, rounds: order.rounds - half.rounds };
    if (rest.rounds === 0) return first;
    return together(first, await backUpOften(rest, 'PostgreSQL', await openPostgresSource(POPULATION, order.isTls)));
  },
};

interface Findings {
  readonly spans: Span[];
  readonly violations: Violation[];
  looks: number;
  lookedDead: number;
}

async function backUpOften(order: Order, name: string, source: Source): Promise<Outcome> {
  const { place } = source;
  const found: Findings = { spans: [], violations: [], looks: 0, lookedDead: 0 };
  try {
    await withCrew(place, { instances: 1, seed: order.seed }, async (crew) => {
      await underLoad(place, crew, order, async (workers) => {
        for (let round = 1; round <= order.rounds; round += 1) {
          await pause(BETWEEN_MS);
          await backUpOnce(source, workers, `${name}-${round}`, found);
          order.progress(`${name}: backup ${round} of ${order.rounds}, ${found.looks} tokens looked at`);
        }
      });
      await Promise.all(crew.instances.map((instance) => instance.stop()));
    });
    const bite: Bite = {
      says: 'of 20 tokens for each',
      least: 1,
      share: () => Math.min(1, found.looks / (20 * order.rounds)),
    };
    const verdict = await judgePlace(place, bite, found.violations);
    return { ...verdict, ...figuresOf(name, readHistory(place.histories), found) };
  } finally {
    await source.close();
  }
}

async function backUpOnce(source: Source, workers: readonly Worker[], name: string, found: Findings): Promise<void> {
  const copy = await source.copy(name);
  try {
    found.spans.push(copy.span);
    const before = historyIn(readHistory(source.place.histories), copy.span);
    const held = acknowledged(before, workers);
    const { directory } = source.place;
    const first = await withRestored(copy.databaseUrl, join(directory, `${name}-looks`), (stand) =>
      examine(before, held, stand),
    );
    const { damage } = await readRows(copy.databaseUrl);
    const second = await withRestored(await copy.invalidate(), join(directory, `${name}-dead`), (stand) =>
      examineDead(held, stand),
    );
    found.looks += first.looks;
    found.lookedDead += second.looks;
    found.violations.push(...first.violations, ...second.violations);
    found.violations.push(...damage.map((says) => ({ kind: 'rows', where: name, says }) as const));
  } finally {
    await copy.close();
  }
}

type Act = (stand: Parameters<typeof examineDead>[1]) => Promise<Examined>;

async function withRestored(databaseUrl: string, histories: string, act: Act): Promise<Examined> {
  const instance = await createInstance('restored', { databaseUrl, env: ENVIRONMENT, cwd: import.meta.dirname });
  await instance.start();
  try {
    return await act({ instance, histories });
  } finally {
    await instance.kill();
  }
}

/** Calls while a backup was taken, beside those of the quiet second before each. */
function figuresOf(name: string, history: readonly Operation[], { spans, looks, lookedDead }: Findings) {
  const timesIn = (from: number, to: number) =>
    history
      .filter(({ kind, invokedAt }) => kind !== 'sign-in' && invokedAt >= from && invokedAt < to)
      .map(({ invokedAt, completedAt }) => completedAt - invokedAt);
  const quiet = spans.flatMap(({ from }) => timesIn(from - BETWEEN_MS, from));
  const busy = spans.flatMap(({ from, to }) => timesIn(from, to));
  const ratio = p99(busy) / Math.max(1, p99(quiet));
  return {
    missed: ratio <= MOST_SLOWER ? [] : [`${name}: p99 while backing up ${ratio.toFixed(2)} times that of before`],
    figures: {
      [`${name} backups`]: spreadOf(spans.map(({ from, to }) => to - from)),
      [`${name} looked at`]: `${looks} restored, ${lookedDead} invalidated`,
      [`${name} p99`]: `${Math.round(p99(quiet))} ms before, ${Math.round(p99(busy))} ms while backing up`,
    },
  };
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}
