/** The figures of an application: people, tokens and refusals, day by day, as they were counted. */

import { MOST_COUNTED } from '../protocol/counting.ts';
import { DAY_SECONDS } from '../storage/later/daily-counts.ts';
import { readDays } from '../storage/tables/clients/days.ts';
import type { World } from '../world.ts';
import { countUsers } from './user-count.ts';

interface DayFigures {
  /** The first second of the day, in UTC. */
  readonly at: number;
  readonly tokens: number;
  readonly errors: number;
  /** Those who allow it access at the end of the day; null where they are so many that they are not counted. */
  readonly people: number | null;
  readonly arrived: number;
  readonly left: number;
}

interface Figures {
  /** Counted up to MOST_COUNTED. */
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
  const [people, counted] = await Promise.all([countUsers(clientId, world), readDays(database, clientId, firstDay)]);
  const days: DayFigures[] = [];
  // Backwards from today: the users of the day before are today's, less those who came and plus those who left.
  let standing = people;
  const isCounted = people < MOST_COUNTED;
  for (let day = today; day >= firstDay; day -= 1) {
    const { arrived, departed: left, tokens, errors } = counted.find((each) => each.day === day) ?? NOTHING;
    const people = isCounted ? standing : null;
    days.unshift({ at: day * DAY_SECONDS, tokens, errors, people, arrived, left });
    standing = Math.max(0, standing - arrived + left);
  }
  return { people, days };
}

const NOTHING = { arrived: 0, departed: 0, tokens: 0, errors: 0 };
