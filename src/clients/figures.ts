/** The figures of an application: people, tokens and refusals, day by day, from counters and from consents. */

import { DAY_SECONDS } from '../storage/later/daily-counts.ts';
import { type DayCount, readArrivals, readDays, readDepartures } from '../storage/tables/clients/days.ts';
import { countUsers } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';

interface DayFigures {
  /** The first second of the day, in UTC. */
  readonly at: number;
  readonly tokens: number;
  readonly errors: number;
  /** Those who allow it access at the end of the day. */
  readonly people: number;
  readonly arrived: number;
  readonly left: number;
}

interface Figures {
  readonly people: number;
  /** Oldest first, today last. */
  readonly days: readonly DayFigures[];
}

const FIGURE_DAYS = 30;

export async function figuresOf(world: World, clientId: number): Promise<Figures> {
  const { database } = world;
  const now = world.now();
  const today = Math.floor(now / DAY_SECONDS);
  const firstDay = today - FIGURE_DAYS + 1;
  const since = firstDay * DAY_SECONDS;
  const [people, counted, arrivals, departures] = await Promise.all([
    countUsers(database, clientId, now),
    readDays(database, clientId, firstDay),
    readArrivals(database, clientId, since),
    readDepartures(database, clientId, { since, now }),
  ]);
  const days: DayFigures[] = [];
  // Backwards from today: the users of the day before are today's, less those who came and plus those who left.
  let standing = people;
  for (let day = today; day >= firstDay; day -= 1) {
    const [arrived, left] = [countOn(arrivals, day), countOn(departures, day)];
    const { tokens = 0, errors = 0 } = counted.find((each) => each.day === day) ?? {};
    days.unshift({ at: day * DAY_SECONDS, tokens, errors, people: standing, arrived, left });
    standing = Math.max(0, standing - arrived + left);
  }
  return { people, days };
}

function countOn(counts: readonly DayCount[], day: number): number {
  return counts.find((each) => each.day === day)?.count ?? 0;
}
