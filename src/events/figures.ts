/** The figures of the day: what happened since midnight UTC, counted as far as it is worth counting. */

import { sumDay } from '../storage/tables/clients/days.ts';
import { countEvents } from '../storage/tables/events/events.ts';
import { countLiveSessions, type Liveness } from '../storage/tables/people/sessions.ts';
import { firstIdOf, type World } from '../world.ts';

interface Figures {
  readonly signIns: number;
  readonly failedSignIns: number;
  readonly newAccounts: number;
  readonly tokens: number;
  readonly refusals: number;
  readonly liveSessions: number;
  /** Codes and refresh tokens that were used twice: somebody holds a copy. */
  readonly alarms: number;
  /** A figure that has reached this is at least this. */
  readonly most: number;
}

const MOST = 10_000;
const DAY_SECONDS = 86_400;

export async function figuresOfTheDay(world: World, sessions: Liveness): Promise<Figures> {
  const { database } = world;
  const day = Math.floor(world.now() / DAY_SECONDS);
  const fromId = firstIdOf(day * DAY_SECONDS);
  const [signIns, failedSignIns, newAccounts, replays, reuses, sum, liveSessions] = await Promise.all([
    countEvents(database, 'account.signed_in', fromId, MOST),
    countEvents(database, 'account.sign_in_failed', fromId, MOST),
    countEvents(database, 'account.created', fromId, MOST),
    countEvents(database, 'code.replayed', fromId, MOST),
    countEvents(database, 'token.reuse_detected', fromId, MOST),
    sumDay(database, day),
    countLiveSessions(database, sessions, MOST),
  ]);
  const alarms = replays + reuses;
  const { tokens, errors: refusals } = sum;
  return { signIns, failedSignIns, newAccounts, tokens, refusals, liveSessions, alarms, most: MOST };
}
