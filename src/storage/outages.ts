/** Notices when a database stops and begins again to answer, so that an outage is two lines in the log. */
import { NotNow } from '../protocol/not-now.ts';
import type { Database, DatabaseWatch } from './database.ts';

type Role = 'reads' | 'writes';

/** A database that comes and goes all the time is told of once in so long. */
const TELL_EVERY_MS = 10_000;

/** Reads and writes apart: on a full disk reads go on. Whoever asks gets the driver's own promise. */
export function reportOutages(database: Database, watch: DatabaseWatch): Database {
  const reads = createOutage('reads', watch);
  const writes = createOutage('writes', watch);
  return {
    ...database,
    read: (statement) => reads.observe(database.read(statement)),
    write: (batch) => writes.observe(database.write(batch)),
    async isReady() {
      const isReady = await database.isReady();
      if (isReady) writes.succeed();
      else writes.fail(new NotNow('unavailable', 'It was tried out, and could not be written to.'));
      return isReady;
    },
    close() {
      // What is still asked for is refused from now on, and nothing is lost.
      reads.stop();
      writes.stop();
      return database.close();
    },
  };
}

interface Outage {
  observe<Answer>(answer: Promise<Answer>): Promise<Answer>;
  fail(error: unknown): void;
  succeed(): void;
  stop(): void;
}

function createOutage(role: Role, { onLost, onBack }: DatabaseWatch): Outage {
  let lostAt: number | undefined;
  let isTold = false;
  let toldAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  function fail(error: unknown): void {
    if (isStopped || !(error instanceof NotNow) || error.why !== 'unavailable') return;
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
    observe(answer) {
      // In ordinary times nobody listens for success, so that a lookup costs nothing more.
      if (lostAt === undefined) answer.then(undefined, fail);
      else answer.then(succeed, fail);
      return answer;
    },
    fail,
    succeed,
    stop() {
      isStopped = true;
    },
  };
}
