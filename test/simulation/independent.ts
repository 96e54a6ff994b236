/** Which schedules need not be run, since another one, which is run, comes to the same end. */
import type { Before, Option, Step } from './scheduler.ts';

/**
 * Two neighbouring steps of different workers that touch no table in common can change places without anybody noticing.
 * Of such twins only the one is run in which the lower worker comes first: every schedule leads to it by such changes,
 * each of which brings a lower worker forward, so nothing is lost.
 *
 * One thing would be noticed: that an act had ended before another one began, which its answer must then show. So a step
 * that begins an act is left behind one that ended an act; the other way round, the twin that is run promises more.
 */
export function independent({ step: last, rivals, endedAct }: Before, { step }: Option): boolean {
  if (step.worker >= last.worker || !rivals.has(step)) return false;
  if (endedAct && step.isFirst) return false;
  // The time is seen by every act, at moments that no port knows of.
  if (step.kind === 'tick' || last.kind === 'tick') return false;
  return !meets(step, last) && !meets(last, step);
}

function meets({ touched: { writes } }: Step, { touched: other }: Step): boolean {
  for (const table of writes) if (other.writes.has(table) || other.reads.has(table)) return true;
  return false;
}
