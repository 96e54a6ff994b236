/** How long events are kept, by group; and the removal of those whose group is kept for a shorter time than others. */
import { RETAINED_GROUPS } from '../config/retention.ts';
import type { Settings } from '../config.ts';
import { attempt, stale } from '../storage/database.ts';
import { moveCursor, readCursor, readSlice, removeGroup } from '../storage/tables/events/retention.ts';
import { firstIdOf, type World } from '../world.ts';

const DAY_SECONDS = 86_400;

type Retention = Pick<Settings, 'eventDays' | 'eventRetention'>;

function daysOf({ eventDays, eventRetention }: Retention, group: string): number {
  return eventRetention[group] ?? eventDays;
}

export function longestDays(settings: Retention): number {
  return Math.max(...RETAINED_GROUPS.map((group) => daysOf(settings, group)));
}

/** The first number of each group that is kept now. */
export function horizonsAt(settings: Retention, now: number): Readonly<Record<string, number>> {
  return Object.fromEntries(
    RETAINED_GROUPS.map((group) => [group, firstIdOf(now - daysOf(settings, group) * DAY_SECONDS)] as const),
  );
}

interface Pace {
  /** How many rows a step may look at; asked before each. */
  readonly most: () => number;
  /** Hears of each step, and may make the sweep wait. */
  readonly onStep: (step: { readonly rows: number; readonly ms: number }) => void | Promise<void>;
}

/** Each event is looked at once for each group with a time of its own, along the numbers. Answers how many went. */
export async function sweepGroups(world: World, { most, onStep }: Pace): Promise<number> {
  const longest = longestDays(world.settings);
  const shorter = RETAINED_GROUPS.filter((group) => daysOf(world.settings, group) < longest);
  let total = 0;
  for (const group of shorter) {
    const before = firstIdOf(world.now() - daysOf(world.settings, group) * DAY_SECONDS);
    for (let isMore = true; isMore; ) {
      const began = performance.now();
      const { rows, hasMore } = await sweepSlice(world, group, { before, most: most() });
      total += rows;
      isMore = hasMore;
      await onStep({ rows, ms: performance.now() - began });
    }
  }
  return total;
}

interface Slice {
  readonly before: number;
  readonly most: number;
}

function sweepSlice(world: World, group: string, { before, most }: Slice): Promise<{ rows: number; hasMore: boolean }> {
  return attempt(async () => {
    const { database } = world;
    const after = await readCursor(database, group);
    const slice = await readSlice(database, { after, before, most });
    const upTo = slice.count < most ? before - 1 : slice.upTo;
    if (upTo <= after) return { rows: 0, hasMore: false };
    const written = await database.write([moveCursor(group, after, upTo), removeGroup(group, after, upTo)]);
    return written === null ? stale : { rows: written[1] ?? 0, hasMore: slice.count === most };
  });
}
