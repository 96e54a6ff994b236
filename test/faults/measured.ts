/** Judges runs that are about figures: what must never happen is a violation, what the machine decides may be missed. */
import type { Violation } from './checking/checker.ts';
import { isUndisturbed } from './checking/stolen.ts';
import type { Counted } from './environment/lane.ts';
import type { Impact } from './environment/open-load.ts';
import type { Outcome } from './scenario.ts';

export interface Findings {
  readonly operations: number;
  readonly served: number;
  readonly shed: number;
  readonly lost: number;
  readonly bite: number;
  /** Below this the fault did not bite. */
  readonly leastBite: number;
  readonly violations: readonly Violation[];
  readonly figures: Readonly<Record<string, string>>;
  readonly missed: readonly string[];
}

export function sumUp(findings: Findings): Outcome {
  const { operations, served, shed, lost, bite, leastBite, violations, figures, missed } = findings;
  const result = violations.length > 0 ? 'violated' : bite < leastBite ? 'inconclusive' : 'passed';
  return {
    result,
    operations,
    counts: { ok: served, refused: shed, unknown: lost, unsent: 0 },
    bite,
    violations,
    figures,
    missed,
  };
}

export function totalOf({ kinds }: Impact): Pick<Findings, 'operations' | 'served' | 'shed' | 'lost'> {
  const all = [...kinds.values()];
  const sum = (field: 'sent' | 'served' | 'shed' | 'lost') => all.reduce((total, kind) => total + kind[field], 0);
  return { operations: sum('sent'), served: sum('served'), shed: sum('shed'), lost: sum('lost') };
}

/** Wrong answers and lost requests: neither is ever right, however heavy the load. */
export function amiss(where: string, { kinds }: Impact): readonly Violation[] {
  return [...kinds].flatMap(([kind, { wrong, lost }]) => [
    ...wrong.map((says): Violation => ({ kind: 'unexpected answer', where: `${where}, ${kind}`, says })),
    ...(lost > 0
      ? [{ kind: 'unexpected answer', where: `${where}, ${kind}`, says: `${lost} without an answer` } as const]
      : []),
  ]);
}

export function timesOf({ kinds }: Impact, kind?: string): readonly number[] {
  const chosen: readonly Counted[] = kind === undefined ? [...kinds.values()] : [kinds.get(kind) ?? []].flat();
  return chosen.flatMap(({ times }) => times);
}

/** Without those beside which other guests of the host took processor time: these tell nothing about the service. */
export function undisturbedTimesOf({ kinds, stolenAt }: Impact, kind: string): readonly number[] {
  const { times = [], sentAts = [] } = kinds.get(kind) ?? {};
  return times.filter((ms, index) => {
    const sentAt = sentAts[index] ?? 0;
    return isUndisturbed(stolenAt, sentAt, sentAt + ms);
  });
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Collects what was asked for and not reached. */
export function createBar(): {
  readonly missed: string[];
  below(what: string, value: number, limit: number, unit: string): void;
} {
  const missed: string[] = [];
  return {
    missed,
    below(what, value, limit, unit) {
      if (!(value < limit)) missed.push(`${what} ${round(value)}${unit}, asked for less than ${limit}${unit}`);
    },
  };
}

export function round(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

export function inMegabytes(bytes: number): number {
  return bytes / 1_000_000;
}
