/** `npm run mutation [-- FILE…]`: changes the rules one by one with Stryker, and counts the changes no test notices. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { installStryker, STRYKER } from './install.ts';
import { LEAST_PERCENT, PARTS, type Part, PREDICATES, SHELVES } from './scope.ts';
import { mutateSql } from './sql.ts';
import { type Mutant, readExplained, type Tally, tallyOf, unexplained, writeExplained } from './survivors.ts';

const root = join(import.meta.dirname, '..', '..');
/** Git and the tidiness rules leave this folder alone. */
const WORKSHOP = join('tmp', 'mutation');

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  const options = { workers: { type: 'string', default: '1' } } as const;
  const { values, positionals: files } = parseArgs({ args: words, options, allowPositionals: true });
  const missing = installStryker(say);
  if (missing !== null) return complain(missing);
  const stranger = files.find((file) => !SHELVES.includes(file) && !PARTS.some((part) => mutates(part, file)));
  if (stranger !== undefined) return complain(`${stranger} is not among the files that are mutated.`);
  const parts = PARTS.filter((part) => files.length === 0 || files.some((file) => mutates(part, file)));
  const explained = readExplained(readFileSync(join(import.meta.dirname, 'survivors.md'), 'utf8'));
  const tallies: Tally[] = [];
  for (const part of parts) {
    const sources = files.length === 0 ? part.sources : files.filter((file) => mutates(part, file));
    const fault = run(part, sources, Number(values.workers));
    if (fault !== null) return complain(fault);
    tallies.push(...tallyOf(JSON.parse(readFileSync(join(root, WORKSHOP, `${part.name}-report.json`), 'utf8'))));
  }
  const shelves = SHELVES.filter((file) => files.length === 0 || files.includes(file));
  if (shelves.length > 0) say('storage: the conditions of SQL, one by one');
  tallies.push(...(await mutateSql(shelves, process.stdout.isTTY ? progress : () => {})));
  return judge(tallies, explained, files.length === 0);
}

/** One line that changes. */
function progress(line: string): void {
  process.stdout.write(`\r\x1b[K${line}`);
}

function mutates(part: Part, file: string): boolean {
  return part.sources.some((pattern) => matchesGlob(file, pattern));
}

/** Answers what went wrong, or null. */
function run(part: Part, sources: readonly string[], workers: number): string | null {
  say(`${part.name}: ${part.says}`);
  const folder = join(root, WORKSHOP);
  rmSync(join(folder, part.name), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const config = join(folder, `${part.name}.json`);
  const report = `${part.name}-report.json`;
  writeFileSync(config, JSON.stringify(configOf(part, sources, { workers, report }), null, 2));
  const words = ['--disable-warning=ExperimentalWarning', STRYKER, 'run', config];
  const { error, status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
  if (error) return `Stryker could not be started: ${error.message}`;
  return status === 0 ? null : 'Stryker failed; the reason stands above.';
}

function configOf(part: Part, sources: readonly string[], how: { workers: number; report: string }) {
  return {
    testRunner: 'latchkey',
    plugins: [join(import.meta.dirname, 'runner.ts')],
    latchkey: { tests: part.tests },
    warnings: { unknownOptions: false, slow: false },
    mutate: sources,
    coverageAnalysis: 'perTest',
    concurrency: how.workers,
    // A module that is loaded anew for each mutant stays in memory, so a worker is replaced now and then.
    maxTestRunnerReuse: 400,
    tempDirName: join(WORKSHOP, part.name),
    // Types are erased, not checked, so the compiler and its settings are not needed.
    disableTypeChecks: false,
    ignorePatterns: ['/bench', '/docs', '/data', '/tmp', '/test-results', '/tsconfig.json'],
    reporters: process.stdout.isTTY ? ['json', 'progress'] : ['json'],
    jsonReporter: { fileName: join(WORKSHOP, how.report) },
  };
}

function judge(tallies: readonly Tally[], explained: readonly Mutant[], isWhole: boolean): number {
  const left = new Map(tallies.map(({ file, survivors }) => [file, unexplained(survivors, explained)]));
  say('\n| file | mutants | killed | % | harmless | left |\n|---|---:|---:|---:|---:|---:|');
  for (const { file, mutants, killed, survivors } of tallies) {
    const open = left.get(file)?.length ?? 0;
    say(`| ${file} | ${mutants} | ${killed} | ${percent(killed, mutants)} | ${survivors.length - open} | ${open} |`);
  }
  const [mutants, killed] = [sum(tallies.map((each) => each.mutants)), sum(tallies.map((each) => each.killed))];
  say(`| all | ${mutants} | ${killed} | ${percent(killed, mutants)} | | |`);
  const open = [...left.values()].flat();
  if (open.length > 0)
    say(`\nNo test notices these, and test/mutation/survivors.md explains none of them:\n${writeExplained(open)}`);
  const isEnough = !isWhole || (100 * killed) / mutants >= LEAST_PERCENT;
  if (!isEnough) say(`\nFewer than ${LEAST_PERCENT} in a hundred are killed.`);
  const alive = tallies.filter(({ file, survivors }) => PREDICATES.includes(file) && survivors.length > 0);
  for (const { file } of alive) say(`\nOf ${file} every mutant has to be killed, explained or not.`);
  return open.length === 0 && isEnough && alive.length === 0 ? 0 : 1;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : ((100 * part) / whole).toFixed(1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): number {
  process.stderr.write(`mutation: ${line}\n`);
  return 1;
}
