/** The table of this run: how fast each service was and what it took for an answer, both beside the one as shipped. */
import { median } from '../figures.ts';
import { grid } from '../table.ts';

export interface Turn {
  /** Microseconds of processor time for each answer. */
  readonly each: number;
  /** Answers a second. */
  readonly rate: number;
}

/** What one service took after one start. */
export interface Found {
  readonly workload: string;
  readonly service: string;
  readonly turns: readonly Turn[];
  /** Processor time for each answer over the whole time, with what it does while others have their turn; NaN where both are one. */
  readonly whole: number;
}

export function tableOf(workload: string, all: readonly Found[]): string {
  const found = all.filter((one) => one.workload === workload);
  const byService = Map.groupBy(found, ({ service }) => service);
  const shipped = byService.get('shipped') ?? [];
  const rows = [...byService].map(([name, starts]) => {
    const turns = starts.flatMap((start) => start.turns);
    const each = turns.map((turn) => turn.each);
    const byTurns = (pick: (turn: Turn) => number) =>
      starts.map((start, index) => median(sharesOf(start.turns, shipped[index]?.turns ?? [], pick)));
    const costs = byTurns((turn) => turn.each);
    const rates = byTurns((turn) => turn.rate);
    return [
      name,
      median(turns.map(({ rate }) => rate)).toFixed(0),
      `${percent(median(rates))} (${percent(Math.min(...rates))} to ${percent(Math.max(...rates))})`,
      ...[median(each), Math.min(...each)].map((figure) => figure.toFixed(2)),
      `${more(median(costs))} (${more(Math.min(...costs))} to ${more(Math.max(...costs))})`,
      known(median(starts.map((start) => start.whole)), (whole) => whole.toFixed(2)),
      known(median(starts.map((start, index) => start.whole / (shipped[index]?.whole ?? Number.NaN))), more),
    ];
  });
  const header = [
    ...['service', 'answers/s', 'of shipped (by starts)', 'CPU µs each', 'least', 'against shipped (by starts)'],
    ...['with pauses', 'against shipped'],
  ];
  return `**${workload}**, processor time is that of all threads\n\n${grid([header, ...rows])}`;
}

function sharesOf(turns: readonly Turn[], shipped: readonly Turn[], pick: (turn: Turn) => number): readonly number[] {
  return turns.map((turn, round) => pick(turn) / pick(shipped[round] ?? { each: Number.NaN, rate: Number.NaN }));
}

function known(figure: number, print: (figure: number) => string): string {
  return Number.isNaN(figure) ? '–' : print(figure);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function more(share: number): string {
  return `${share < 1 ? '−' : '+'}${Math.abs((share - 1) * 100).toFixed(1)} %`;
}
