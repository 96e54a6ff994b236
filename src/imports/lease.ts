/** Sees to it that one import runs at a time: a lease in the database, which whoever was killed leaves behind. */
import { hostname } from 'node:os';
import { attempt, stale } from '../storage/database.ts';
import { dropLease, findRun, type ImportRun, insertRun, keepLease, takeLease } from '../storage/tables/imports/runs.ts';
import type { World } from '../world.ts';
import { ImportRefused } from './refused.ts';

const LEASE_SECONDS = 120;
const RENEW_SECONDS = 20;

export interface Held {
  readonly importId: number;
  readonly lease: string;
  /** True where an undo of it was begun and not finished. */
  readonly isUndoing: boolean;
  readonly isFirst: boolean;
  /** To be called often; throws when somebody else has taken over. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

export async function holdImport(world: World, kind: string): Promise<Held> {
  const lease = `${hostname()} ${process.pid} ${world.randomBytes(8).toString('hex')}`;
  const run = await attempt(() => takeOnce(world, kind, lease));
  let renewedAt = world.now();
  return {
    importId: run.id,
    lease,
    isUndoing: run.undoingAt !== null,
    isFirst: run.finishedAt === null,
    async renew() {
      if (world.now() < renewedAt + RENEW_SECONDS) return;
      renewedAt = world.now();
      const kept = await world.database.write([keepLease(run.id, { lease, endsAt: renewedAt + LEASE_SECONDS })]);
      if (kept === null) throw new ImportRefused('Another import has taken over. This one has stopped.');
    },
    release: async () => void (await world.database.write([dropLease(run.id, lease)])),
  };
}

async function takeOnce(world: World, kind: string, lease: string): Promise<ImportRun | typeof stale> {
  const now = world.now();
  const held = { lease, endsAt: now + LEASE_SECONDS };
  const run = await findRun(world.database, kind);
  if (!run) {
    const id = world.nextId();
    const written = await world.database.write([insertRun(id, kind, now, held)]);
    return written === null
      ? stale
      : { id, startedAt: now, finishedAt: null, lease, leaseEndsAt: held.endsAt, undoingAt: null };
  }
  if (run.lease !== null && (run.leaseEndsAt ?? 0) > now && !isGone(run.lease)) {
    throw new ImportRefused(
      'Another import is running. Wait for its end; one that was killed elsewhere is given up after two minutes.',
    );
  }
  const written = await world.database.write([takeLease(run.id, run.lease, held)]);
  return written === null ? stale : run;
}

/** Whether the process that holds it ran on this machine and is gone. */
function isGone(lease: string): boolean {
  const [host, number] = lease.split(' ');
  if (host !== hostname()) return false;
  try {
    process.kill(Number(number), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
