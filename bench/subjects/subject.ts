/** What the benchmark knows about a server under test. */
import type { Stage, WorkloadName } from '../load/job.ts';

export interface Subject {
  /** As it stands in the table. */
  readonly name: string;
  readonly offers: readonly WorkloadName[];
  start(place: Place): Promise<Running>;
}

export interface Place {
  /** An empty folder of this run's own. */
  readonly folder: string;
  /** For the Node.js of the server under test, such as `--cpu-prof`. */
  readonly nodeOptions: string;
  /** How many connections the load will have at most. */
  readonly connections: number;
  /** How often it is started; the middle of the times counts, and the last one stays. */
  readonly starts: number;
}

export interface Running {
  readonly stage: Stage;
  /** The processes whose processor time and memory count. */
  readonly pids: readonly number[];
  /** Those of a database server beside it. */
  databasePids?(): readonly number[];
  /** From the start of the process to its first answer. */
  readonly startMilliseconds: number;
  stop(): Promise<void>;
  /** Stops and starts it again on the same database, with more settings. */
  again?(env: Readonly<Record<string, string>>): Promise<Running>;
}
