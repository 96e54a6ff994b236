/** Sums a run up: what was done, what was wrong, and whether the faults bit at all. */
import type { Violation } from './checker.ts';
import type { Operation, OutcomeKind } from './history.ts';

export interface Verdict {
  readonly result: 'passed' | 'violated' | 'inconclusive';
  readonly operations: number;
  readonly counts: Readonly<Record<OutcomeKind, number>>;
  /** How hard it bit: the share of unknown outcomes, or of contended operations. */
  readonly bite: number;
  readonly violations: readonly Violation[];
}

/** What makes a run of a kind worth something; below the least share it proves nothing. */
export interface Bite {
  readonly says: string;
  readonly least: number;
  readonly share: (history: readonly Operation[]) => number;
}

/** SECURITY-CASES §4.5: fewer unknown outcomes than this, and the faults hit nobody. */
export const LOST_ANSWERS: Bite = { says: 'answers lost', least: 0.01, share: unknownShare };
export const CONTENTION: Bite = { says: 'contended', least: 0.5, share: contendedShare };

export function judge(history: readonly Operation[], violations: readonly Violation[], bite: Bite): Verdict {
  const counts = { ok: 0, refused: 0, unknown: 0, unsent: 0 };
  for (const { outcome } of history) counts[outcome] += 1;
  const share = bite.share(history);
  const result = violations.length > 0 ? 'violated' : share < bite.least ? 'inconclusive' : 'passed';
  return { result, operations: history.length, counts, bite: share, violations };
}

function unknownShare(history: readonly Operation[]): number {
  const sent = history.filter(({ outcome }) => outcome !== 'unsent');
  const unknown = sent.filter(({ outcome }) => outcome === 'unknown');
  return sent.length === 0 ? 0 : unknown.length / sent.length;
}

/** The share of exchanges and refreshes that ran at the same time as another one of the same code or token. */
function contendedShare(history: readonly Operation[]): number {
  const spends = history.filter(({ kind }) => kind === 'exchange' || kind === 'refresh');
  let contended = 0;
  for (const rivals of Map.groupBy(spends, ({ presented }) => presented).values()) {
    contended += rivals.filter((one) => rivals.some((other) => other !== one && overlap(one, other))).length;
  }
  return spends.length === 0 ? 0 : contended / spends.length;
}

function overlap(one: Operation, other: Operation): boolean {
  return one.invokedAt <= other.completedAt && other.invokedAt <= one.completedAt;
}
