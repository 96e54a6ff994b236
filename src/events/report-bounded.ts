/**
 * Events that somebody can cause as often as they like, by refused requests or by signing in and out: so many in an hour for
 * each subject, and no more.
 */
import type { EventKind, Source } from '../protocol/event.ts';
import type { Sql } from '../storage/sql.ts';
import type { World } from '../world.ts';
import { type About, report } from './report.ts';

const HOUR_SECONDS = 3600;

/** Of one kind, about one application or account: enough to see what is tried, and from where. */
export const REPORTED = { most: 100, windowSeconds: HOUR_SECONDS };
/** Of one kind, about nobody: names and numbers that do not exist. */
const REPORTED_OF_NOBODY = { most: 1000, windowSeconds: HOUR_SECONDS };

/** Empty once there were too many; the first that is left out is told by `limit.reached`, the others are counted. */
export function reportBounded(world: World, source: Source, kind: EventKind, about: About): readonly Sql[] {
  const { accountId = null, clientId = null } = about;
  const subject = clientId ?? accountId;
  const name = `events:${kind}:${clientId === null ? 'account' : 'client'}:${subject}`;
  const allowance = world.counters.spendHere(name, subject === null ? REPORTED_OF_NOBODY : REPORTED, world.now());
  if (allowance.allowed) return [report(world, source, kind, about)];
  world.tally.count('events left out');
  // It happened all the same, and whoever watches the figures waits for many of them.
  world.metrics.countEvent(kind);
  const whose = clientId === null ? { accountId } : { clientId };
  return allowance.isFirst ? [report(world, source, 'limit.reached', { ...whose, detail: kind })] : [];
}
