/** `npm run bench`: starts every subject in a process of its own, measures them side by side, prints the table. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { enterSubject, leave, startsOf } from './entrance.ts';
import { summarise } from './figures.ts';
import { runGrowth } from './growth.ts';
import { GROWTH_HELP, readGrowthOptions } from './growth-options.ts';
import { HELP, type Options, readOptions, WrongCall } from './options.ts';
import { type Entrant, runRounds } from './rounds.ts';
import { bare } from './subjects/bare.ts';
import { gatherSubjects } from './subjects/gather.ts';
import type { Place } from './subjects/subject.ts';
import { printTable } from './table.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  const isGrowth = words[0] === 'growth';
  if (words.includes('--help')) {
    process.stdout.write(`${isGrowth ? GROWTH_HELP : HELP}\n`);
    return 0;
  }
  try {
    if (!isGrowth) return await runAll(readOptions(words));
    process.stdout.write(`${await runGrowth(readGrowthOptions(words.slice(1)), say)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof WrongCall)) throw error;
    process.stderr.write(`bench: ${error.message}\n`);
    return 2;
  }
}

async function runAll(options: Options): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const place: Place = { folder, nodeOptions: options.nodeOptions, connections: options.plan.connections };
  const entrants: Entrant[] = [];
  const gathering = await gatherSubjects(options, say);
  try {
    const bareEntrant = await enterSubject(bare, place, say);
    entrants.push(bareEntrant);
    for (const subject of gathering.subjects) entrants.push(await enterSubject(subject, place, say));
    const { workloads, plan, rounds } = options;
    const others = entrants.slice(1);
    const series = await runRounds({ workloads, plan, rounds, bare: bareEntrant, entrants: others, say });
    const summaries = series.map(summarise);
    const starts = startsOf(entrants);
    process.stdout.write(`${printTable(summaries, starts)}\n`);
    const { versions } = gathering;
    const machine = {
      cpu: cpus()[0]?.model ?? '',
      cores: cpus().length,
      memoryMegabytes: Math.round(totalmem() / 1e6),
    };
    const figures = {
      at: new Date().toISOString(),
      machine,
      versions,
      options,
      starts: Object.fromEntries(starts),
      summaries,
      series,
    };
    if (options.json !== undefined) writeJson(options.json, figures);
    return 0;
  } finally {
    await leave(entrants);
    await gathering.close();
    if (options.keepsFolder) process.stderr.write(`Kept: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

function writeJson(target: string, figures: unknown): void {
  const text = `${JSON.stringify(figures, null, 2)}\n`;
  if (target === '-') process.stdout.write(text);
  else writeFileSync(target, text);
}

/** On a terminal what is under way is written over; in a log only what is done is kept. */
function say(words: string): void {
  const isDone = words.endsWith('\n');
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${words}`);
  else if (isDone) process.stderr.write(words);
}
