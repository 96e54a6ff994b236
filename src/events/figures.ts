/** The figures of the service for administrators: today, the last thirty days, and how many there are of everything. */
import { sumDay } from '../storage/tables/clients/days.ts';
import { countEvents } from '../storage/tables/events/events.ts';
import { countLiveSessions, type Liveness } from '../storage/tables/people/sessions.ts';
import { insertServiceDay, readServiceDays, type ServiceDay } from '../storage/tables/service-days.ts';
import { countTotals, type FailingClient, listFailing, type ServiceTotals } from '../storage/tables/totals.ts';
import { firstIdOf, type World } from '../world.ts';

/** A figure that has reached this is at least this. */
export const MOST_FIGURE = 100_000;
const DAY_SECONDS = 86_400;
/** With today. */
const DAYS = 30;
/** Counts of tokens and refusals are written a few seconds late: a day is finished when all of them are there. */
const SETTLED_AFTER_SECONDS = 600;
const MOST_FAILING = 5;

interface Now {
  readonly liveSessions: number;
  readonly totals: ServiceTotals;
  /** Applications with the most refusals of today and yesterday. */
  readonly failing: readonly FailingClient[];
}

export async function figuresOfNow(world: World, sessions: Liveness): Promise<Now> {
  const { database } = world;
  const day = dayOf(world.now());
  const [liveSessions, totals, failing] = await Promise.all([
    countLiveSessions(database, sessions, MOST_FIGURE),
    countTotals(database, MOST_FIGURE),
    listFailing(database, day - 1, MOST_FAILING),
  ]);
  return { liveSessions, totals, failing };
}

/** The oldest first, today last. A finished day is counted once, when somebody first asks for it, and kept. */
export async function figuresOfDays(world: World): Promise<readonly ServiceDay[]> {
  const now = world.now();
  const today = dayOf(now);
  const first = today - DAYS + 1;
  const kept = new Map((await readServiceDays(world.database, first)).map((each) => [each.day, each]));
  const days: ServiceDay[] = [];
  for (let day = first; day <= today; day += 1) days.push(kept.get(day) ?? (await countDay(world, day)));
  const settled = days.filter(({ day }) => !kept.has(day) && now >= (day + 1) * DAY_SECONDS + SETTLED_AFTER_SECONDS);
  // Each alone, since another instance may have kept one of them meanwhile.
  await Promise.all(settled.map((each) => world.database.write([insertServiceDay(each)])));
  return days;
}

async function countDay({ database }: World, day: number): Promise<ServiceDay> {
  const range = rangeOf(day);
  const [signIns, failedSignIns, newAccounts, replays, reuses, sum] = await Promise.all([
    countEvents(database, 'account.signed_in', range, MOST_FIGURE),
    countEvents(database, 'account.sign_in_failed', range, MOST_FIGURE),
    countEvents(database, 'account.created', range, MOST_FIGURE),
    countEvents(database, 'code.replayed', range, MOST_FIGURE),
    countEvents(database, 'token.reuse_detected', range, MOST_FIGURE),
    sumDay(database, day),
  ]);
  const { tokens, errors: refusals } = sum;
  return { day, signIns, failedSignIns, newAccounts, tokens, refusals, alarms: replays + reuses };
}

/** Numbers of records grow with time. */
function rangeOf(day: number): { readonly from: number; readonly below: number } {
  return { from: firstIdOf(day * DAY_SECONDS), below: firstIdOf((day + 1) * DAY_SECONDS) };
}

function dayOf(now: number): number {
  return Math.floor(now / DAY_SECONDS);
}
