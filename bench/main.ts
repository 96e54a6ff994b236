/** `npm run bench`: starts every subject in a process of its own, measures them side by side, prints the table. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printBars } from './bars.ts';
import { enterSubject, leave, memoryAtRest, startsOf } from './entrance.ts';
import { type Series, summarise } from './figures.ts';
import { runGrowth } from './growth.ts';
import { GROWTH_HELP, type GrowthOptions, readGrowthOptions } from './growth-options.ts';
import { GUARD_HELP, runGuard } from './guard/main.ts';
import { HELP, type Options, readOptions, WrongCall } from './options.ts';
import { printResults, thisMachine } from './results.ts';
import { type Entrant, runRounds } from './rounds.ts';
import { bare } from './subjects/bare.ts';
import { gatherSubjects } from './subjects/gather.ts';
import type { Place } from './subjects/subject.ts';
import { printTable } from './table.ts';
import { runTakeover, TAKEOVER_HELP } from './takeover/main.ts';
import { runWatching, WATCHING_HELP } from './watching/main.ts';

/** Kinds of runs that measure something else than workloads side by side. */
const OTHER_RUNS: Readonly<Record<string, { readonly help: string; run(words: readonly string[]): Promise<void> }>> = {
  growth: { help: GROWTH_HELP, run: async (words) => await grow(readGrowthOptions(words)) },
  guard: { help: GUARD_HELP, run: async (words) => void process.stdout.write(`${await runGuard(words, say)}\n`) },
  takeover: {
    help: TAKEOVER_HELP,
    run: async (words) => void process.stdout.write(`${await runTakeover(words, say)}\n`),
  },
  watching: {
    help: WATCHING_HELP,
    run: async (words) => void process.stdout.write(`${await runWatching(words, say)}\n`),
  },
};

// Leaving by way of `exit` ends every server that was started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  const [first = '', ...rest] = words;
  const other = OTHER_RUNS[first];
  if (words.includes('--help')) {
    process.stdout.write(`${other?.help ?? HELP}\n`);
    return 0;
  }
  try {
    if (other) await other.run(rest);
    else await runAll(readOptions(words), words);
    return 0;
  } catch (error) {
    if (!isWrongCall(error)) throw error;
    process.stderr.write(`bench: ${error.message}\n`);
    return 2;
  }
}

function isWrongCall(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof WrongCall || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
}

async function grow(options: GrowthOptions): Promise<void> {
  const { text, figures } = await runGrowth(options, say);
  process.stdout.write(`${text}\n`);
  writeJson(options.json, figures);
}

async function runAll(options: Options, words: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const {
    nodeOptions,
    starts: times,
    plan: { connections },
  } = options;
  const place: Place = { folder, nodeOptions, connections, starts: times };
  const entrants: Entrant[] = [];
  const gathering = await gatherSubjects(options, say);
  try {
    const bareEntrant = await enterSubject(bare, place, say);
    entrants.push(bareEntrant);
    for (const subject of gathering.subjects) entrants.push(await enterSubject(subject, place, say));
    const { workloads, plan, rounds, minutes, tokenCount } = options;
    const others = entrants.slice(1);
    const series = await runRounds({
      workloads,
      plan,
      rounds,
      minutes,
      tokenCount,
      bare: bareEntrant,
      entrants: others,
      say,
    });
    const summaries = series.map(summarise);
    const starts = startsOf(entrants);
    const memory = await memoryAtRest(entrants, options.restSeconds);
    const findings = { summaries, starts, memory };
    process.stdout.write(`${printTable(findings)}\n${printBars(findings)}\n`);
    const { versions } = gathering;
    const machine = thisMachine();
    if (options.results !== undefined)
      writeFileSync(options.results, resultsOf({ words, options, versions, series, starts, memory }));
    const figures = {
      at: new Date().toISOString(),
      machine,
      versions,
      options,
      starts: Object.fromEntries(starts),
      memory: Object.fromEntries(memory),
      summaries,
      series,
    };
    writeJson(options.json, figures);
  } finally {
    await leave(entrants);
    await gathering.close();
    if (options.keepsFolder) process.stderr.write(`Kept: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

interface Finished {
  readonly words: readonly string[];
  readonly options: Options;
  readonly versions: Readonly<Record<string, string>>;
  readonly series: readonly Series[];
  readonly starts: ReadonlyMap<string, number>;
  readonly memory: ReadonlyMap<string, number>;
}

function resultsOf({ words, options: { plan }, versions, series, starts, memory }: Finished): string {
  const { seconds, connections } = plan;
  const rounds = Math.max(...series.map(({ samples }) => samples.length));
  const minutes = performance.now() / 60_000;
  const summaries = series.map(summarise);
  const machine = thisMachine();
  return printResults({
    at: new Date(),
    words,
    minutes,
    rounds,
    seconds,
    connections,
    machine,
    versions,
    summaries,
    starts,
    memory,
  });
}

function writeJson(target: string | undefined, figures: unknown): void {
  if (target === undefined) return;
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
