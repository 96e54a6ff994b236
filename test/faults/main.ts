/** `npm run faults -- NAME [--rounds N] [--workers N] [--seed N]`: runs faults and prints a table of what was found. */
import { parseArgs } from 'node:util';
import type { Outcome, Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const MOST_SHOWN = 10;

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  const options = {
    rounds: { type: 'string' },
    workers: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  if (values.help || positionals.length === 0) return say(help());
  const names = positionals.includes('all') ? SCENARIOS.map(({ name }) => name) : positionals;
  const unknown = names.find((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (unknown !== undefined) return complain(`There is no fault ${JSON.stringify(unknown)}. See --help.`);
  for (const [name, value] of Object.entries({ rounds: values.rounds, workers: values.workers, seed: values.seed }))
    if (value !== undefined && !/^\d+$/.test(value)) return complain(`--${name} takes a whole number.`);
  const lines: string[] = [];
  let worst = 0;
  for (const scenario of SCENARIOS.filter(({ name }) => names.includes(name))) {
    const outcome = await runOne(scenario, values);
    lines.push(row(scenario, outcome));
    worst = Math.max(worst, wordFor(outcome) === 'passed' ? 0 : 1);
  }
  say(
    ['', '| fault | rounds | operations | bite | violations | figures | result |', `|${'---|'.repeat(7)}`].join('\n'),
  );
  say(lines.join('\n'));
  return worst;
}

async function runOne(
  scenario: Scenario,
  given: { rounds?: string | undefined; workers?: string | undefined; seed?: string | undefined },
): Promise<Outcome & { readonly rounds: number }> {
  const rounds = Number(given.rounds ?? scenario.rounds);
  const workers = Number(given.workers ?? scenario.workers);
  const seed = Number(given.seed ?? Math.floor(Math.random() * 2 ** 31));
  say(`${scenario.name} (${scenario.ids}): ${rounds} rounds, ${workers} workers, seed ${seed}`);
  const outcome = await scenario.run({ rounds, workers, seed, progress });
  if (process.stdout.isTTY) process.stdout.write('\n');
  for (const { kind, where, says } of outcome.violations.slice(0, MOST_SHOWN)) say(`  ${kind}: ${where}: ${says}`);
  if (outcome.violations.length > MOST_SHOWN) say(`  and ${outcome.violations.length - MOST_SHOWN} more`);
  for (const words of outcome.missed ?? []) say(`  not reached: ${words}`);
  if (outcome.result === 'inconclusive') say('  The faults did not bite: this run proves nothing. Take more rounds.');
  return { ...outcome, rounds };
}

/** On a terminal one line that changes; elsewhere a line each, for whoever reads the log. */
function progress(line: string): void {
  process.stdout.write(process.stdout.isTTY ? `\r\x1b[K  ${line}` : `  ${line}\n`);
}

function row(scenario: Scenario, outcome: Outcome & { readonly rounds: number }): string {
  const figures = Object.entries(outcome.figures).map(([name, value]) => `${name}: ${value}`);
  const bite = `${(outcome.bite * 100).toFixed(1)} %`;
  const cells = [`${scenario.name} (${scenario.ids})`, outcome.rounds, outcome.operations, bite];
  return `| ${[...cells, outcome.violations.length, figures.join('; '), wordFor(outcome)].join(' | ')} |`;
}

function wordFor({ result, missed = [] }: Outcome): string {
  return result === 'passed' && missed.length > 0 ? 'figures missed' : result;
}

function help(): string {
  const faults = SCENARIOS.map(
    ({ name, ids, says, round, rounds }) =>
      `  ${name.padEnd(18)} ${ids.padEnd(12)} ${says}\n${' '.repeat(34)}A round: ${round}; ${rounds} unless told.`,
  );
  return [
    'npm run faults -- NAME… [--rounds N] [--workers N] [--seed N]',
    '',
    'Drives the real service over HTTP while something goes wrong, records every call, and judges the history and',
    'the database. Exit code 0 only when every run passed; a run whose faults did not bite is inconclusive.',
    '',
    ...faults,
    `  ${'all'.padEnd(18)} ${''.padEnd(12)} Each of them, one after the other.`,
  ].join('\n');
}

function say(text: string): 0 {
  process.stdout.write(`${text}\n`);
  return 0;
}

function complain(text: string): 2 {
  process.stderr.write(`faults: ${text}\n`);
  return 2;
}
