/** `npm run fuzz`: feeds parsers, or a whole running service, with what no honest client would send. */
import { parseArgs } from 'node:util';
import { addToCorpus, readCorpus } from './corpus.ts';
import { openCoverage } from './coverage.ts';
import { runDifferential } from './differential.ts';
import { runHttp } from './http.ts';
import { type Finding, fuzz, tryOut } from './loop.ts';
import { findStalls } from './stalls.ts';
import type { Target } from './targets/target.ts';
import { TARGETS } from './targets/targets.ts';

const OPTIONS = {
  executions: { type: 'string' },
  minutes: { type: 'string' },
  seed: { type: 'string' },
  input: { type: 'string' },
  keep: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Of each parser, unless told; a service is asked so often in all. */
const EXECUTIONS = 100_000;
const REQUESTS = 20_000;
const MINUTE_MS = 60_000;
const PROGRESS_EVERY_MS = 2000;

/** Targets that are a running service. */
const SERVICES = {
  http: 'raw bytes on the sockets of a running service, at every route (R-26)',
  differential: 'one request in two encodings, on both databases and two instances each: equal answers (R-24)',
} as const;

/** What is measured, not fuzzed. */
const STALLS = {
  stalls: 'the worst texts, as long as they may be, for every parser and rule: none takes 20 ms of the event loop',
} as const;

const HELP = `npm run fuzz -- [TARGET…] [--executions N | --minutes N] [--seed N] [--keep] [--input BASE64]

Without a target every parser is fuzzed, for N executions or N minutes each. Inputs that reach code of ours which those
before them did not are kept while it runs; --keep writes them into test/fuzz/corpus. A finding prints the --input that
repeats it.

${[...TARGETS.map(({ name, says }) => [name, says]), ...Object.entries(SERVICES), ...Object.entries(STALLS)].map(([name = '', says]) => `  ${name.padEnd(18)}${says}`).join('\n')}`;

const coverage = openCoverage();

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
  if (values.help) return say(HELP);
  for (const name of ['executions', 'seed'] as const)
    if (values[name] !== undefined && !/^\d+$/.test(values[name])) return complain(`--${name} takes a whole number.`);
  if (values.minutes !== undefined && !(Number(values.minutes) > 0)) return complain('--minutes takes a number.');
  const unknown = positionals.find(
    (name) => !(name in SERVICES) && !(name in STALLS) && !TARGETS.some((target) => target.name === name),
  );
  if (unknown !== undefined) return complain(`There is no target ${JSON.stringify(unknown)}. See --help.`);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const names = positionals.length > 0 ? positionals : TARGETS.map(({ name }) => name);
  let worst = 0;
  for (const name of names) {
    const target = TARGETS.find((each) => each.name === name);
    const order = { seed, executions: values.executions, minutes: values.minutes };
    if (name in STALLS) worst = Math.max(worst, await measureStalls());
    else if (!target) worst = Math.max(worst, await fuzzService(name, order));
    else if (values.input !== undefined) worst = await repeat(target, Buffer.from(values.input, 'base64'));
    else worst = Math.max(worst, await fuzzParser(target, { ...order, isKept: values.keep === true }));
  }
  return worst;
}

interface Order {
  readonly seed: number;
  readonly executions: string | undefined;
  readonly minutes: string | undefined;
}

async function fuzzParser(target: Target, order: Order & { readonly isKept: boolean }): Promise<number> {
  const until = deadline(order.minutes);
  const progress = createProgress(target.name);
  const fuzzed = await fuzz(target, {
    seed: order.seed,
    corpus: readCorpus(target.name),
    mostExecutions: until ? Number.POSITIVE_INFINITY : Number(order.executions ?? EXECUTIONS),
    ...(until ? { until } : {}),
    coverage,
    onBatch: progress,
  });
  const { executions, kept, reached, slowestMs, finding } = fuzzed;
  say(
    `${target.name}: ${executions} executions, seed ${order.seed}, ${reached} bytes of source reached, ${kept.length} inputs that reached more, slowest ${slowestMs.toFixed(1)} ms, ${finding ? 'ONE FINDING' : 'no finding'}`,
  );
  if (order.isKept) say(`  ${addToCorpus(target.name, kept)} inputs were added to the corpus.`);
  return finding ? tell(finding) : 0;
}

async function repeat(target: Target, input: Buffer): Promise<number> {
  const finding = await tryOut(target, input);
  return finding ? tell(finding) : say(`${target.name}: no finding.`);
}

async function measureStalls(): Promise<number> {
  // Counting what is reached would slow down some code more than other.
  coverage.pause();
  const stalls = await findStalls();
  coverage.resume();
  say('| where | the worst input | share of 20 ms |\n|---|---|---|');
  for (const { where, input, cost } of stalls) say(`| ${where} | \`${input}\` | ${cost.toFixed(2)} |`);
  return stalls.some(({ cost }) => cost > 1) ? 1 : 0;
}

async function fuzzService(name: string, order: Order): Promise<number> {
  const until = deadline(order.minutes) ?? (() => false);
  const most = order.minutes === undefined ? Number(order.executions ?? REQUESTS) : Number.POSITIVE_INFINITY;
  const run = name === 'http' ? runHttp : runDifferential;
  const { requests, answers, findings } = await run({
    seed: order.seed,
    mostRequests: most,
    until,
    progress: createProgress(name),
  });
  say(`${name}: ${requests} requests, seed ${order.seed}, ${findings.length} findings; answers: ${answers}`);
  for (const finding of findings) say(`  ${finding}`);
  return findings.length > 0 ? 1 : 0;
}

function tell({ target, says, input }: Finding): 1 {
  say(`  ${says}`);
  say(`  input: ${JSON.stringify(input.toString('latin1').slice(0, 500))}`);
  say(`  again: npm run fuzz -- ${target} --input ${input.toString('base64')}`);
  return 1;
}

function deadline(minutes: string | undefined): (() => boolean) | undefined {
  if (minutes === undefined) return undefined;
  const end = performance.now() + Number(minutes) * MINUTE_MS;
  return () => performance.now() >= end;
}

function createProgress(name: string): (count: number) => void {
  let last = performance.now();
  return (count) => {
    if (!process.stdout.isTTY || performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    process.stdout.write(`\r\x1b[K  ${name}: ${count}\r`);
  };
}

function say(text: string): 0 {
  process.stdout.write(`${text}\n`);
  return 0;
}

function complain(text: string): 2 {
  process.stderr.write(`fuzz: ${text}\n`);
  return 2;
}
