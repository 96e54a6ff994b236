/** Notices when a database stops and begins again to answer, so that an outage is two lines in the log. */
import { NotNow } from '../protocol/not-now.ts';
import type { DatabaseWatch } from './database.ts';

type Role = 'reads' | 'writes';

/** A database that comes and goes all the time is told of once in so long. */
const TELL_EVERY_MS = 10_000;

/** Reads and writes apart: on a full disk reads go on. */
export interface Outages {
  readonly reads: Outage;
  readonly writes: Outage;
}

export interface Outage {
  /** True from a failure on until `succeed` was called. */
  readonly isLost: boolean;
  /** Whatever is thrown may be told; only a database that is out of reach counts, not one that is busy or keeps a record locked. */
  fail(error: unknown): void;
  succeed(): void;
  /** What is still asked for is refused from now on, and nothing is lost. */
  stop(): void;
}

export function createOutages(watch: Pick<DatabaseWatch, 'onLost' | 'onBack'>): Outages {
  return { reads: createOutage('reads', watch), writes: createOutage('writes', watch) };
}

function createOutage(role: Role, { onLost, onBack }: Pick<DatabaseWatch, 'onLost' | 'onBack'>): Outage {
  let lostAt: number | undefined;
  let isTold = false;
  let toldAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  function fail(error: unknown): void {
    if (isStopped || !(error instanceof NotNow) || error.shortage !== 'database') return;
    const now = performance.now();
    lostAt ??= now;
    if (isTold || now - toldAt < TELL_EVERY_MS) return;
    isTold = true;
    toldAt = now;
    onLost?.(role, error.message);
  }

  function succeed(): void {
    if (lostAt === undefined) return;
    const lostMs = performance.now() - lostAt;
    lostAt = undefined;
    if (isTold) onBack?.(role, Math.round(lostMs));
    isTold = false;
  }

  return {
    get isLost() {
      return lostAt !== undefined;
    },
    fail,
    succeed,
    stop() {
      isStopped = true;
    },
  };
}
