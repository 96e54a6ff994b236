/** Prints what a growth run found out. */
import { verdict, withUnit } from './bars.ts';
import type { Summary } from './figures.ts';
import type { Sizes } from './fill/filling.ts';
import { type Filled, SMALL } from './fill.ts';
import type { WorkloadName } from './load/job.ts';
import type { SweepWindow } from './sweeping.ts';
import { grid, printTable, whole } from './table.ts';

export interface Growth {
  readonly database: string;
  /** Of the large database. */
  readonly sizes: Sizes;
  /** The small one, then the large one. */
  readonly filled: readonly Filled[];
  readonly summaries: readonly Summary[];
  /** Milliseconds from start to first answer, by subject. */
  readonly firstAnswers: Readonly<Record<string, number>>;
  readonly windows: readonly SweepWindow[];
}

export function printGrowth(growth: Growth): string {
  const { database, summaries, firstAnswers, windows } = growth;
  return [
    `\n# ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}\n`,
    sizeTable(growth),
    printTable({ summaries, starts: new Map(Object.entries(firstAnswers)), memory: new Map() }),
    windows.length > 0 ? sweepTable(growth) : '',
    barTable(growth),
  ].join('\n');
}

function sizeTable({ filled, sizes }: Growth): string {
  const rows = filled.map(({ bytes, seconds }, index) => {
    const pairs = index === 0 ? SMALL.pairs : sizes.pairs + sizes.expired;
    return [whole(pairs), `${whole(bytes / 1_000_000)} MB`, whole(bytes / pairs), `${whole(seconds)} s`];
  });
  return `**on disk**, all tables and indexes\n\n${grid([['pairs', 'size', 'bytes for each pair', 'filled in'], ...rows])}`;
}

function sweepTable({ windows, sizes }: Growth): string {
  const rows = windows.map(({ title, perSecond, p99, errors, left }) => [
    ...[title, whole(perSecond), p99.toFixed(2), whole(errors), whole(left)],
  ]);
  const header = ['W2', 'answers/s', 'p99 ms', 'errors', 'expired pairs left'];
  return `\n**sweep of ${whole(sizes.expired)} expired pairs under load**\n\n${grid([header, ...rows])}`;
}

function barTable({ filled, sizes, summaries }: Growth): string {
  const bytes = (filled[1]?.bytes ?? Number.NaN) / (sizes.pairs + sizes.expired);
  const rows = [
    row('bytes on disk for each pair', bytes, [600, 350], 'bytes'),
    row('W1, large against small', ratio('W1', summaries), [80, 95], '%'),
    row('W2, large against small', ratio('W2', summaries), [80, 95], '%'),
  ].flat();
  return `\n**against the bars**\n\n${grid([['figure', 'found', 'bar', 'aim', 'reached'], ...rows])}\n`;
}

function row(name: string, found: number, [bar, aim]: readonly [number, number], unit: '%' | 'bytes'): string[][] {
  if (!Number.isFinite(found)) return [];
  return [[name, withUnit(found, unit), withUnit(bar, unit), withUnit(aim, unit), verdict(found, bar, aim, unit)]];
}

/** The bare server comes first, then the small database, then the large one. */
function ratio(workload: WorkloadName, summaries: readonly Summary[]): number {
  const [, small, large] = summaries.filter((summary) => summary.workload === workload && summary.failure === null);
  return small && large ? (large.perSecond / small.perSecond) * 100 : Number.NaN;
}
