/** Ends everything that was granted before a moment, for an operator after a restore. */
import { OPERATOR } from '../clients/act.ts';
import { report } from '../events/report.ts';
import { isCalendarTime } from '../protocol/calendar.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import { invalidateBefore } from '../storage/sweeps.ts';
import { systemClock, type World } from '../world.ts';

/** Epoch seconds, or the time at which it is done. */
export type Moment = number | 'now';

/** A moment with its time zone, which leaves no doubt about whose clock is meant. */
export function readMoment(text: string): Result<Moment, string> {
  if (text === 'now') return accept(text);
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (!isWhole || !isCalendarTime(text)) return refuse(`now, or a moment such as 2026-11-15T12:00:00Z, not ${text}`);
  const seconds = Math.floor(Date.parse(text) / 1000);
  // It would end what begins until then, which nobody sees coming.
  if (seconds > systemClock()) return refuse(`now, or a moment that has been, and ${text} is in the future`);
  return accept(seconds);
}

/** Answers the moment. In steps, each a short transaction of its own; after an interruption the command is run again. */
export async function endBefore(world: World, moment: Moment): Promise<number> {
  const before = moment === 'now' ? world.now() + 1 : moment;
  const detail = `everything before ${new Date(before * 1000).toISOString()}`;
  const event = report(world, OPERATOR.source, 'consent.revoked', { detail });
  let isFirst = true;
  for (;;) {
    const touched = await attempt(async () => {
      const steps = invalidateBefore(before, world.now());
      const written = await world.database.write(isFirst ? [event, ...steps] : steps);
      return written === null ? stale : written.slice(isFirst ? 1 : 0).reduce((sum, rows) => sum + rows, 0);
    });
    isFirst = false;
    if (touched === 0) return before;
  }
}
