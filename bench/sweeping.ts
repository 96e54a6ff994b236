/** Sweeps expired pairs while W2 runs, as shipped, and watches both: how long it takes and what it costs. */
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { firstIdOf } from '../src/world.ts';
import type { Plan } from './load/job.ts';
import { measure } from './measure.ts';
import type { Entrant } from './rounds.ts';
import type { Running } from './subjects/subject.ts';

/** W2 for the measured time, and how many expired pairs were left at its end. */
export interface SweepWindow {
  readonly title: string;
  readonly perSecond: number;
  readonly p99: number;
  readonly errors: number;
  readonly left: number;
}

export interface Swept {
  readonly windows: readonly SweepWindow[];
  /** The subject as it runs now: it was started anew. */
  readonly entrant: Entrant;
}

/** Expired pairs are older than this, live ones younger. */
const OLD_SECONDS = 100 * 86_400;
const MOST_WINDOWS = 60;

export async function sweepUnderLoad(
  { subject, running }: Entrant,
  { plan, say }: { readonly plan: Plan; say(words: string): void },
): Promise<Swept> {
  if ('failure' in running) return { windows: [], entrant: { subject, running } };
  const watch = async (title: string, now: Running): Promise<SweepWindow> => {
    const progress = (words: string): void => say(`${title}: ${words}`);
    const { perSecond, p99, errors } = await measure(now, { workload: 'W2', plan, tokens: [], progress });
    const left = await countOld(now.stage.databaseUrl ?? '');
    say(`${title}: W2 ${Math.round(perSecond)}/s, ${left} expired pairs left\n`);
    return { title, perSecond, p99, errors, left };
  };
  const windows = [await watch('before the sweep', running)];
  const sweeping = (await running.again?.({ LATCHKEY_SWEEP_SECONDS: '1' })) ?? running;
  for (let count = 1; count <= MOST_WINDOWS && windows.at(-1)?.left !== 0; count += 1) {
    windows.push(await watch(`while sweeping, ${count}`, sweeping));
  }
  return { windows, entrant: { subject, running: sweeping } };
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
  const client = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const [row] = await client<{ count: string }[]>`select count(*) as count from pairs where id < ${before}`;
  await client.end();
  return Number(row?.count ?? 0);
}
