/** How cost grows: the same workloads on a small and on a large database, bytes on disk, start time, and sweeping. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterSubject, leave, startsOf } from './entrance.ts';
import { type Summary, summarise } from './figures.ts';
import type { Sizes } from './fill/filling.ts';
import { type Filled, fill, SMALL } from './fill.ts';
import type { GrowthOptions } from './growth-options.ts';
import { type Growth, printGrowth } from './growth-table.ts';
import { openPostgresPlace, type PostgresPlace } from './postgres-place.ts';
import { type Entrant, runRounds } from './rounds.ts';
import { bare } from './subjects/bare.ts';
import { latchkey } from './subjects/latchkey.ts';
import type { Subject } from './subjects/subject.ts';
import { sweepUnderLoad } from './sweeping.ts';

interface Run {
  readonly options: GrowthOptions;
  readonly folder: string;
  say(words: string): void;
}

export interface Grown {
  readonly text: string;
  readonly figures: unknown;
}

export async function runGrowth(options: GrowthOptions, say: (words: string) => void): Promise<Grown> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-growth-'));
  try {
    const all: Growth[] = [];
    for (const database of options.databases) all.push(await growOn(database, { options, folder, say }));
    return { text: all.map(printGrowth).join('\n'), figures: { at: new Date().toISOString(), options, all } };
  } finally {
    if (options.keepsFolder) say(`Kept: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

async function growOn(database: string, run: Run): Promise<Growth> {
  const { options, say } = run;
  const { workloads, plan, rounds, sizes, nodeOptions, starts } = options;
  const folder = join(run.folder, database === 'sqlite' ? 'sqlite' : 'postgres');
  const postgresPlace = database === 'sqlite' ? undefined : await openPostgresPlace(database);
  const place = { folder, nodeOptions, starts, connections: plan.connections };
  const entrants: Entrant[] = [];
  try {
    const limit = await enterSubject(bare, place, say);
    entrants.push(limit);
    const filled: Filled[] = [];
    for (const size of [SMALL, sizes]) {
      const subject = filledLatchkey({ size, postgresPlace, say, keep: (outcome) => filled.push(outcome) });
      entrants.push(await enterSubject(subject, place, say));
    }
    const series = await runRounds({
      workloads,
      plan,
      rounds,
      tokenCount: sizes.sample,
      bare: limit,
      entrants: entrants.slice(1),
      say,
    });
    const summaries: readonly Summary[] = series.map(summarise);
    const firstAnswers = Object.fromEntries(startsOf(entrants));
    const large = entrants.pop();
    const swept = large && sizes.expired > 0 ? await sweepUnderLoad(large, { plan, say }) : undefined;
    if (large) entrants.push(swept?.entrant ?? large);
    return { database, sizes, filled, summaries, firstAnswers, windows: swept?.windows ?? [] };
  } finally {
    await leave(entrants);
    await postgresPlace?.stop();
  }
}

interface FilledWish {
  readonly size: Sizes;
  readonly postgresPlace: PostgresPlace | undefined;
  say(words: string): void;
  keep(outcome: Filled): void;
}

function filledLatchkey({ size, postgresPlace, say, keep }: FilledWish): Subject {
  return latchkey({
    name: `latchkey, ${size.pairs} pairs`,
    databaseUrl: async ({ folder }) =>
      postgresPlace ? await postgresPlace.freshUrl() : `sqlite:${join(folder, 'latchkey.db')}`,
    ...(postgresPlace ? { databasePids: postgresPlace.pids } : {}),
    // Sweeping is measured apart.
    env: { LATCHKEY_SWEEP_SECONDS: '0' },
    async prepare(client, databaseUrl, folder) {
      const sampleFile = join(folder, 'sample.json');
      const title = `filling with ${size.pairs} pairs`;
      const wish = { databaseUrl, sizes: size, clientPublicId: client.client_id, sampleFile };
      keep(await fill({ ...wish, say: (words) => say(`${title}, ${words}`) }));
      return { tokensFile: sampleFile, identityMark: '"nickname":"person', databaseUrl };
    },
  });
}
