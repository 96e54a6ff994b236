/** Sweeps expired pairs while W2 runs, as shipped, and watches both: how long it takes and what it costs. */
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { firstIdOf } from '../src/world.ts';
import type { Plan } from './load/job.ts';
import { measure } from './measure.ts';
import type { Entrant } from './rounds.ts';
import type { Running } from './subjects/subject.ts';
import { grid, whole } from './table.ts';

export interface Sweeping {
  readonly plan: Plan;
  readonly expired: number;
  say(words: string): void;
}

/** Expired rows are older than this, live ones younger. */
const OLD_SECONDS = 100 * 86_400;
const MOST_WINDOWS = 60;

export interface Swept {
  readonly table: string;
  /** The subject as it runs now: it was started anew. */
  readonly entrant: Entrant;
}

export async function sweepUnderLoad({ subject, running }: Entrant, { plan, expired, say }: Sweeping): Promise<Swept> {
  if ('failure' in running) return { table: '', entrant: { subject, running } };
  const rows: string[][] = [];
  const window = async (title: string, now: Running): Promise<number> => {
    const progress = (words: string): void => say(`${title}: ${words}`);
    const sample = await measure(now, { workload: 'W2', plan, tokens: [], progress });
    const left = await countOld(now.stage.databaseUrl ?? '');
    rows.push([title, whole(sample.perSecond), sample.p99.toFixed(2), whole(sample.errors), whole(left)]);
    say(`${title}: W2 ${Math.round(sample.perSecond)}/s, ${left} expired rows left\n`);
    return left;
  };
  await window('before the sweep', running);
  const sweeping = (await running.again?.({ LATCHKEY_SWEEP_SECONDS: '1' })) ?? running;
  let left = expired;
  for (let count = 1; count <= MOST_WINDOWS && left > 0; count += 1)
    left = await window(`while sweeping, ${count}`, sweeping);
  const header = ['W2', 'answers/s', 'p99 ms', 'errors', 'expired pairs left'];
  return {
    table: `\n**sweep of ${whole(expired)} expired pairs under load**\n\n${grid([header, ...rows])}`,
    entrant: { subject, running: sweeping },
  };
}

/** Numbers grow with time, so the old rows are a range of the primary key. */
async function countOld(databaseUrl: string): Promise<number> {
  const before = firstIdOf(Math.floor(Date.now() / 1000) - OLD_SECONDS);
  const path = /^sqlite:(.*)$/.exec(databaseUrl)?.[1];
  if (path !== undefined) {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    const row = database.prepare('select count(*) as count from pairs where id < ?').get(before);
    database.close();
    return Number(row?.count ?? 0);
  }
  const client = postgres(databaseUrl, { max: 1 });
  const [row] = await client<{ count: string }[]>`select count(*) as count from pairs where id < ${before}`;
  await client.end();
  return Number(row?.count ?? 0);
}
