/** What a kind of job says about itself: what it does, and all its limits. One file a kind, listed in src/job-kinds.ts. */
import type { Settings } from '../config.ts';
import type { Result } from '../protocol/result.ts';
import type { RetryLimits } from '../protocol/retry.ts';
import type { Sql } from '../storage/sql.ts';
import type { World } from '../world.ts';

export interface JobKind {
  /** Stands in the database and in logs; never changes. */
  readonly name: string;
  readonly retry: RetryLimits;
  /** How long a job of an instance that was killed stays untouched. A running job renews its lease, however long it takes. */
  readonly leaseSeconds: number;
  /** So many run at once in one instance. */
  readonly concurrency: number;
  /** So many wait at most; whoever would enqueue more is told to come later. */
  readonly mostWaiting: number;
  /** For work that comes again: there is one job, of which all instances together run one at a time. */
  readonly periodic?: Period;
  readonly run: (world: World, job: RunningJob) => Promise<JobOutcome>;
}

interface Period {
  /** From the end of one run to the next; 0 when this instance leaves it to others. */
  readonly everySeconds: (settings: Settings) => number;
  /** The rest after a run is at least this many times as long as the run. */
  readonly restFactor: number;
}

interface RunningJob {
  /** The same at every attempt: whoever is called outside can tell by it that this is a repetition. */
  readonly id: number;
  readonly payload: string;
  /** When it was to be run. */
  readonly dueAt: number;
  /** Aborted when the instance stops, and when somebody else has taken the job over. */
  readonly signal: AbortSignal;
}

/**
 * Statements that are committed together with the end of the job, and therefore happen exactly once; or why it has to be
 * tried again. What a job does outside the database happens at least once.
 */
type JobOutcome = Result<readonly Sql[], string>;
