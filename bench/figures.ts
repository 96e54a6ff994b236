/** The figures of a run: samples of every subject and workload, and what is made of them. */
import type { WorkloadName } from './load/job.ts';
import type { Sample } from './measure.ts';

export interface Series {
  readonly subject: string;
  readonly workload: WorkloadName;
  /** One for each round. */
  readonly samples: Sample[];
  /** Answers per second of the bare server in the same rounds. */
  readonly bare: number[];
  /** Why there are no samples. */
  failure: string | null;
}

export interface Summary {
  readonly subject: string;
  readonly workload: WorkloadName;
  readonly perSecond: number;
  /** Of the bare server in the same round. */
  readonly share: number;
  readonly p50: number;
  readonly p99: number;
  readonly answers: number;
  readonly errors: number;
  readonly serverCpu: number;
  readonly serverMegabytes: number;
  readonly databaseCpu: number;
  readonly loadCpu: number;
  readonly firstError: string | null;
  readonly failure: string | null;
}

/** What a run found out: summaries of workloads, and by subject the times of starts and the memory when all had ended. */
export interface Findings {
  readonly summaries: readonly Summary[];
  readonly starts: ReadonlyMap<string, number>;
  readonly memory: ReadonlyMap<string, number>;
}

export function summarise(series: Series): Summary {
  const { samples } = series;
  const of = (pick: (sample: Sample) => number): number => median(samples.map(pick));
  return {
    subject: series.subject,
    workload: series.workload,
    perSecond: of((sample) => sample.perSecond),
    share: median(samples.map((sample, round) => sample.perSecond / (series.bare[round] || Number.NaN))),
    p50: of((sample) => sample.p50),
    p99: of((sample) => sample.p99),
    answers: samples.reduce((total, sample) => total + sample.answers, 0),
    errors: samples.reduce((total, sample) => total + sample.errors, 0),
    serverCpu: of((sample) => sample.serverCpu),
    serverMegabytes: (samples.at(-1)?.serverBytes ?? 0) / 1_000_000,
    databaseCpu: of((sample) => sample.databaseCpu),
    loadCpu: of((sample) => sample.loadCpu),
    firstError: samples.find((sample) => sample.firstError !== null)?.firstError ?? null,
    failure: series.failure,
  };
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
