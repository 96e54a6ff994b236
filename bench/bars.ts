/** The figures the service must reach, and how a run stands against them. */
import type { Findings, Summary } from './figures.ts';
import type { WorkloadName } from './load/job.ts';
import { bare, bareTwice } from './subjects/bare.ts';
import { grid } from './table.ts';

interface Bar {
  readonly name: string;
  readonly unit: '%' | '×' | '× bare' | 'ms' | 'MB' | 'bytes';
  /** Null for what only tells what the machine allows. */
  readonly bar: number | null;
  readonly aim: number | null;
  /** Undefined when the run did not measure it. */
  find(findings: Findings): number | undefined;
}

const SQLITE = 'latchkey, SQLite';
const POSTGRES = 'latchkey, PostgreSQL';

const BARS: readonly Bar[] = [
  share('W1', 60, 75),
  share('W2', 15, 31),
  share('W3', 15, 31),
  share('W4', 25, 43),
  share('W5', 45, 75),
  share('consent-page', 12, 25),
  against('W2 against oidc-provider on SQLite', ['W2', SQLITE], ['W2', 'oidc-provider, SQLite'], [5, 5]),
  against('W3 against oidc-provider on SQLite', ['W3', SQLITE], ['W3', 'oidc-provider, SQLite'], [5, 5]),
  against('W4 against oidc-provider on SQLite', ['W4', SQLITE], ['W4', 'oidc-provider, SQLite'], [2.5, 2.5]),
  ...(['W2', 'W3', 'W4'] as const).map(slowest),
  partOf('PostgreSQL, W1 of pgbench point selects', ['W1', POSTGRES], ['W1', 'pgbench'], [50, 70]),
  partOf('PostgreSQL, W2 of pgbench durable inserts', ['W2', POSTGRES], ['W2', 'pgbench'], [30, 40]),
  against('two bare servers against one, W1', ['W1', bareTwice.name], ['W1', bare.name], [null, null]),
  against('two instances against one, W1', ['W1', 'latchkey ×2, PostgreSQL'], ['W1', POSTGRES], [1.3, 1.6]),
  against('two instances against one, W2', ['W2', 'latchkey ×2, PostgreSQL'], ['W2', POSTGRES], [1.3, 1.6]),
  against('two workers against one, W1', ['W1', 'latchkey, SQLite, 2 workers'], ['W1', SQLITE], [1.25, 1.4]),
  { name: 'start to first answer', unit: 'ms', bar: 300, aim: 200, find: ({ starts }) => starts.get(SQLITE) },
  // 300 and 200 ms were asked for where the bare server takes 110.
  { name: 'start, against the bare server', unit: '× bare', bar: 2.73, aim: 1.82, find: startOfBare },
  { name: 'memory after the whole run', unit: 'MB', bar: 160, aim: 120, find: ({ memory }) => memory.get(SQLITE) },
  partOf('a flood of wrong passwords, W1 of W1 alone', ['flood', SQLITE], ['W1', SQLITE], [80, 95]),
];

type Place = readonly [workload: WorkloadName, subject: string];

export function printBars(findings: Findings): string {
  const rows = BARS.flatMap(({ name, unit, bar, aim, find }) => {
    const found = find(findings);
    if (found === undefined || !Number.isFinite(found)) return [];
    const judged = bar === null || aim === null ? ['–', '–', '–'] : judge(found, bar, aim, unit);
    return [[name, withUnit(found, unit), ...judged]];
  });
  if (rows.length === 0) return '';
  return `\n**against the bars**\n\n${grid([['figure', 'found', 'bar', 'aim', 'reached'], ...rows])}`;
}

function judge(found: number, bar: number, aim: number, unit: Bar['unit']): readonly string[] {
  return [withUnit(bar, unit), withUnit(aim, unit), verdict(found, bar, aim, unit)];
}

/** Times and sizes are better when small; shares and ratios when large. */
export function verdict(found: number, bar: number, aim: number, unit: Bar['unit']): string {
  const isLess = unit === '× bare' || unit === 'ms' || unit === 'MB' || unit === 'bytes';
  const reaches = (goal: number): boolean => (isLess ? found <= goal : found >= goal);
  if (reaches(aim)) return 'aim';
  return reaches(bar) ? 'bar' : 'neither';
}

export function withUnit(number: number, unit: Bar['unit']): string {
  const isTimes = unit === '×' || unit === '× bare';
  const digits = isTimes ? 2 : unit === 'MB' || unit === 'bytes' ? 0 : 1;
  const text = number.toFixed(digits).replace(/\.0+$/, '');
  return isTimes ? `${text}×` : `${text} ${unit}`;
}

function share(workload: WorkloadName, bar: number, aim: number): Bar {
  const limit = workload === 'W1' || workload === 'consent-page' ? 'GET' : 'POST';
  const find = ({ summaries }: Findings): number | undefined => percent(at(summaries, [workload, SQLITE])?.share);
  return { name: `${workload}, share of bare ${limit}`, unit: '%', bar, aim, find };
}

function slowest(workload: WorkloadName): Bar {
  const find = ({ summaries }: Findings): number | undefined => at(summaries, [workload, SQLITE])?.p99;
  return { name: `p99 of ${workload}`, unit: 'ms', bar: 15, aim: 5, find };
}

/**
 * The machine's pace changes from workload to workload, so figures of different workloads are compared by their shares of
 * the bare server; figures of one workload are compared as they are.
 */
function partOf(name: string, one: Place, other: Place, [bar, aim]: readonly [number, number]): Bar {
  return { name, unit: '%', bar, aim, find: ({ summaries }) => percent(quotient(summaries, one, other)) };
}

type Goals = readonly [bar: number, aim: number] | readonly [null, null];

function against(name: string, one: Place, other: Place, [bar, aim]: Goals): Bar {
  return { name, unit: '×', bar, aim, find: ({ summaries }) => quotient(summaries, one, other) };
}

function quotient(summaries: readonly Summary[], one: Place, other: Place): number | undefined {
  const first = at(summaries, one);
  const second = at(summaries, other);
  if (first === undefined || second === undefined) return undefined;
  return one[0] === other[0] ? first.perSecond / second.perSecond : first.share / second.share;
}

function at(summaries: readonly Summary[], [workload, subject]: Place): Summary | undefined {
  return summaries.find((each) => each.workload === workload && each.subject === subject && each.failure === null);
}

function percent(part: number | undefined): number | undefined {
  return part === undefined ? undefined : part * 100;
}

function startOfBare({ starts }: Findings): number | undefined {
  const [own, least] = [starts.get(SQLITE), starts.get(bare.name)];
  return own === undefined || least === undefined ? undefined : own / least;
}
