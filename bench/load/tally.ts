/** Counts answers and keeps every latency, so that percentiles are exact. */
import type { Measured } from './job.ts';

export interface Tally {
  answers: number;
  errors: number;
  firstError: string | null;
  latencies: Float64Array;
  /** When the last correct answer came. */
  lastAt: number;
}

const FIRST_ROOM = 65_536;

export function createTally(): Tally {
  return { answers: 0, errors: 0, firstError: null, latencies: new Float64Array(FIRST_ROOM), lastAt: 0 };
}

export function record(tally: Tally, now: number, latency: number): void {
  if (tally.answers === tally.latencies.length) {
    const larger = new Float64Array(tally.latencies.length * 2);
    larger.set(tally.latencies);
    tally.latencies = larger;
  }
  tally.latencies[tally.answers] = latency;
  tally.answers += 1;
  tally.lastAt = now;
}

export function countError(tally: Tally, problem: string): void {
  tally.errors += 1;
  tally.firstError ??= problem;
}

export function summarise(tally: Tally, seconds: number, cpuSeconds: number): Measured {
  const sorted = tally.latencies.subarray(0, tally.answers).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    answers: tally.answers,
    errors: tally.errors,
    seconds,
    perSecond: seconds > 0 ? tally.answers / seconds : 0,
    p50: at(0.5),
    p99: at(0.99),
    worst: at(1),
    loadCpu: seconds > 0 ? cpuSeconds / seconds : 0,
    firstError: tally.firstError,
  };
}
