/** `npm run bench`: starts every subject in a process of its own, measures them side by side, prints the table. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { summarise } from './figures.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { type Entrant, runRounds } from './rounds.ts';
import { bare } from './subjects/bare.ts';
import { gatherSubjects } from './subjects/gather.ts';
import type { Place, Subject } from './subjects/subject.ts';
import { printTable } from './table.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  let options: Options;
  try {
    options = readOptions(words);
  } catch (error) {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  return await runAll(options);
}

async function runAll(options: Options): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const entrants: Entrant[] = [];
  const gathering = await gatherSubjects(options, say);
  try {
    const bareEntrant = await enter(bare, folder, options);
    entrants.push(bareEntrant);
    for (const subject of gathering.subjects) entrants.push(await enter(subject, folder, options));
    const { workloads, plan, rounds } = options;
    const others = entrants.slice(1);
    const series = await runRounds({ workloads, plan, rounds, bare: bareEntrant, entrants: others, say });
    const summaries = series.map(summarise);
    const starts = startsOf(entrants);
    process.stdout.write(`${printTable(summaries, starts)}\n`);
    const { versions } = gathering;
    const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, memoryMegabytes: Math.round(totalmem() / 1e6) };
    const figures = { at: new Date().toISOString(), machine, versions, options, starts: Object.fromEntries(starts), summaries, series };
    if (options.json !== undefined) writeJson(options.json, figures);
    return 0;
  } finally {
    await Promise.all(entrants.map(({ running }) => ('stop' in running ? running.stop() : undefined)));
    await gathering.close();
    if (options.keepsFolder) process.stderr.write(`Kept: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

async function enter(subject: Subject, folder: string, options: Options): Promise<Entrant> {
  const own = join(folder, subject.name.replace(/[^a-z0-9]+/gi, '-'));
  mkdirSync(own, { recursive: true });
  const place: Place = { folder: own, nodeOptions: options.nodeOptions };
  try {
    say(`${subject.name}: starting`);
    const running = await subject.start(place);
    if (running.startMilliseconds > 0) say(`${subject.name}: first answer after ${Math.round(running.startMilliseconds)} ms\n`);
    return { subject, running };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    say(`${subject.name}: ${failure}\n`);
    return { subject, running: { failure } };
  }
}

function startsOf(entrants: readonly Entrant[]): ReadonlyMap<string, number> {
  return new Map(
    entrants.flatMap(({ subject, running }) =>
      'failure' in running ? [] : [[subject.name, running.startMilliseconds] as const],
    ),
  );
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
