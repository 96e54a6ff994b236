/** How cost grows: the same workloads on a small and on a large database, bytes on disk, start time, and sweeping. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterSubject, leave, startsOf } from './entrance.ts';
import { summarise } from './figures.ts';
import type { Sizes } from './fill/rows.ts';
import { type Filled, fill, SMALL } from './fill.ts';
import type { GrowthOptions } from './growth-options.ts';
import { openPostgresPlace, type PostgresPlace } from './postgres-place.ts';
import { type Entrant, runRounds } from './rounds.ts';
import { bare } from './subjects/bare.ts';
import { latchkey } from './subjects/latchkey.ts';
import type { Subject } from './subjects/subject.ts';
import { sweepUnderLoad } from './sweeping.ts';
import { grid, printTable, whole } from './table.ts';

export async function runGrowth(options: GrowthOptions, say: (words: string) => void): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-growth-'));
  try {
    const parts: string[] = [];
    for (const database of options.databases) parts.push(await growOn(database, { options, folder, say }));
    return parts.join('\n');
  } finally {
    if (options.keepsFolder) say(`Kept: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

interface Run {
  readonly options: GrowthOptions;
  readonly folder: string;
  say(words: string): void;
}

async function growOn(database: string, run: Run): Promise<string> {
  const { options, folder, say } = run;
  const place = database === 'sqlite' ? undefined : await openPostgresPlace(database);
  const room = { folder, nodeOptions: options.nodeOptions, connections: options.plan.connections };
  const entrants: Entrant[] = [];
  try {
    const limit = await enterSubject(bare, room, say);
    entrants.push(limit);
    const filled = new Map<string, Filled>();
    const sizes: Sizes = { ...options.sizes };
    for (const [word, size] of [
      ['small', SMALL],
      ['large', sizes],
    ] as const) {
      const subject = filledLatchkey({ word, size, place, run, filled });
      entrants.push(await enterSubject(subject, room, say));
    }
    const { workloads, plan, rounds } = options;
    const course = { workloads, plan, rounds, bare: limit, entrants: entrants.slice(1), say };
    const series = await runRounds(course);
    const summaries = series.map(summarise);
    const starts = startsOf(entrants);
    const large = entrants.pop();
    const swept =
      large && sizes.expired > 0 ? await sweepUnderLoad(large, { plan, expired: sizes.expired, say }) : undefined;
    if (large) entrants.push(swept?.entrant ?? large);
    const title = `# ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`;
    return [title, sizeTable(filled, sizes), printTable(summaries, starts), swept?.table ?? ''].join('\n');
  } finally {
    await leave(entrants);
    await place?.stop();
  }
}

interface FilledWish {
  readonly word: string;
  readonly size: Sizes;
  readonly place: PostgresPlace | undefined;
  readonly run: Run;
  readonly filled: Map<string, Filled>;
}

function filledLatchkey({ word, size, place, run, filled }: FilledWish): Subject {
  const name = `latchkey, ${whole(size.pairs)} pairs`;
  return latchkey({
    name,
    databaseUrl: async ({ folder }) => (place ? await place.freshUrl() : `sqlite:${join(folder, 'latchkey.db')}`),
    ...(place ? { databasePids: place.pids } : {}),
    // Sweeping is measured apart.
    env: { LATCHKEY_SWEEP_SECONDS: '0' },
    async prepare(client, databaseUrl, folder) {
      const sampleFile = join(folder, 'sample.json');
      const say = (words: string): void => run.say(`filling the ${word} database, ${words}`);
      const outcome = await fill({ databaseUrl, sizes: size, clientPublicId: client.client_id, sampleFile, say });
      filled.set(name, outcome);
      return { tokensFile: sampleFile, identityMark: '"nickname":"person', databaseUrl };
    },
  });
}

function sizeTable(filled: ReadonlyMap<string, Filled>, { pairs, expired }: Sizes): string {
  const rows = [...filled].map(([name, { bytes, seconds }], index) => {
    const count = index === 0 ? SMALL.pairs : pairs + expired;
    return [name, `${whole(bytes / 1_000_000)} MB`, whole(bytes / count), `${whole(seconds)} s`];
  });
  return `\n**on disk**\n\n${grid([['database', 'size', 'bytes for each pair, all tables and indexes', 'filled in'], ...rows])}`;
}
