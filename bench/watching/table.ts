/** The table of this run: what each service took for an answer, and how much more than the one as shipped. */
import { median } from '../figures.ts';
import { grid } from '../table.ts';

/** What one service took after one start. */
export interface Found {
  readonly workload: string;
  readonly service: string;
  /** Microseconds of processor time for each answer, by turns. */
  readonly each: readonly number[];
  /** The same over the whole time, with what it does while others have their turn. */
  readonly whole: number;
}

export function tableOf(workload: string, all: readonly Found[]): string {
  const found = all.filter((one) => one.workload === workload);
  const byService = Map.groupBy(found, ({ service }) => service);
  const shipped = byService.get('shipped') ?? [];
  const rows = [...byService].map(([name, starts]) => {
    const each = starts.flatMap((start) => start.each);
    const byTurns = starts.map((start, index) => median(sharesOf(start.each, shipped[index]?.each ?? [])));
    const whole = median(starts.map((start) => start.whole));
    return [
      name,
      ...[median(each), Math.min(...each)].map((figure) => figure.toFixed(2)),
      more(median(byTurns)),
      `${more(Math.min(...byTurns))} to ${more(Math.max(...byTurns))}`,
      whole.toFixed(2),
      more(median(starts.map((start, index) => start.whole / (shipped[index]?.whole ?? Number.NaN)))),
    ];
  });
  const header = ['service', 'µs each', 'least', 'against shipped', 'by starts', 'in all', 'against shipped'];
  return `**${workload}**, processor time of all threads for each answer\n\n${grid([header, ...rows])}`;
}

function sharesOf(each: readonly number[], shipped: readonly number[]): readonly number[] {
  return each.map((figure, round) => figure / (shipped[round] ?? Number.NaN));
}

function more(share: number): string {
  return `${share < 1 ? '−' : '+'}${Math.abs((share - 1) * 100).toFixed(1)} %`;
}
