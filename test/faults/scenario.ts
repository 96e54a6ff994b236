/** What a fault is to whoever calls it by name: how many rounds, how it reports, what it found. */
import type { Verdict } from './checking/verdict.ts';

export interface Order {
  readonly rounds: number;
  readonly workers: number;
  /** How long a worker waits after each act; not at all unless told. */
  readonly restMs?: number;
  readonly seed: number;
  /** A PostgreSQL server to borrow; without it each run that needs one starts its own, with fsync on. */
  readonly sharedPostgres?: string | undefined;
  /** Whether instances and PostgreSQL speak over TLS. */
  readonly isTls?: boolean;
  /** Says in one line how far it is. */
  readonly progress: (line: string) => void;
}

export interface Outcome extends Verdict {
  /** Figures of this fault alone, such as times of recovery, by name. */
  readonly figures: Readonly<Record<string, string>>;
  /** Figures that were asked for and not reached: no violation, since they depend on the machine, but no pass either. */
  readonly missed?: readonly string[];
}

export interface Scenario {
  readonly name: string;
  /** The numbers of SECURITY-CASES §4.4. */
  readonly ids: string;
  readonly says: string;
  /** What one round is. */
  readonly round: string;
  readonly rounds: number;
  readonly workers: number;
  readonly run: (order: Order) => Promise<Outcome>;
}

/** The same fault with TLS between the instances and PostgreSQL, where sockets end in other steps. */
export function overTls(scenario: Scenario): Scenario {
  return {
    ...scenario,
    name: `${scenario.name}-tls`,
    says: `The same over TLS: ${scenario.says}`,
    run: (order) => scenario.run({ ...order, isTls: true }),
  };
}

/** The middle, the slow end and the worst of some milliseconds. */
export function spreadOf(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`;
}

/** Two runs as one: as good as the worse of them. */
export function together(one: Outcome, other: Outcome): Outcome {
  const results = [one.result, other.result];
  const worse = results.find((result) => result === 'violated') ?? results.find((result) => result !== 'passed');
  const sum = (name: keyof Outcome['counts']) => one.counts[name] + other.counts[name];
  return {
    result: worse ?? 'passed',
    operations: one.operations + other.operations,
    counts: { ok: sum('ok'), refused: sum('refused'), unknown: sum('unknown'), unsent: sum('unsent') },
    bite: Math.min(one.bite, other.bite),
    violations: [...one.violations, ...other.violations],
    missed: [...(one.missed ?? []), ...(other.missed ?? [])],
    figures: { ...one.figures, ...other.figures },
  };
}
