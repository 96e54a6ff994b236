/** How the applications of one owner did within the last day, and what about them needs a look. */
import type { Fact } from '../protocol/refusals/facts.ts';
import { DAY_SECONDS } from '../storage/later/daily-counts.ts';
import { readDays } from '../storage/tables/clients/days.ts';
import { type ListedClient, listTroubledClients } from '../storage/tables/clients/list.ts';
import { type EndingSecret, listEndingSecrets } from '../storage/tables/clients/secrets.ts';
import type { World } from '../world.ts';
import { listClients } from './find.ts';
import { countRefusals, type Refusals, withFacts } from './requests.ts';

interface Health {
  /** The newest ones. */
  readonly applications: readonly ApplicationHealth[];
  readonly hasMore: boolean;
  /** Suspended, or waiting for approval: of all of them, not of the newest only. */
  readonly troubled: Awaited<ReturnType<typeof listTroubledClients>>;
  /** A code or a refresh token was used twice: somebody may have a copy. */
  readonly reuses: readonly Refusals[];
  readonly endingSecrets: readonly EndingSecret[];
}

interface ApplicationHealth extends ListedClient {
  /** Issued yesterday and today, by the calendar of UTC. */
  readonly tokens: number;
  /** Requests refused within the last 24 hours. */
  readonly refused: number;
  /** The commonest cause of them; null where nothing was refused. */
  readonly cause: (Refusals['newest'] & { readonly facts: readonly Fact[] }) | null;
}

const MOST_SHOWN = 10;
const SOON_SECONDS = 3 * DAY_SECONDS;
const REUSES = ['refresh_token_reused', 'code_replayed'];

export async function healthOf(world: World, ownerId: number): Promise<Health> {
  const now = world.now();
  const yesterday = Math.floor(now / DAY_SECONDS) - 1;
  const [{ clients, hasMore }, troubled, refusals, endingSecrets] = await Promise.all([
    listClients(world, ownerId, 1),
    listTroubledClients(world.database, ownerId, MOST_SHOWN),
    countRefusals(world, ownerId, { error: null, since: now - DAY_SECONDS }),
    listEndingSecrets(world.database, ownerId, { now, before: now + SOON_SECONDS, most: MOST_SHOWN }),
  ]);
  // A user who cancels is no failure of the application.
  const failures = refusals.filter(({ newest }) => newest.error !== 'access_denied');
  const shown = clients.slice(0, MOST_SHOWN);
  const days = await Promise.all(shown.map(({ id }) => readDays(world.database, id, yesterday)));
  const commonest = shown.map(({ publicId }) => failures.find(({ clientId }) => clientId === publicId)?.newest);
  const told = await withFacts(
    world,
    commonest.filter((each) => each !== undefined),
  );
  const applications = shown.map((client, index): ApplicationHealth => {
    const own = failures.filter(({ clientId }) => clientId === client.publicId);
    return {
      ...client,
      tokens: (days[index] ?? []).reduce((sum, day) => sum + day.tokens, 0),
      refused: own.reduce((sum, { count }) => sum + count, 0),
      cause: told.find(({ traceId }) => traceId === commonest[index]?.traceId) ?? null,
    };
  });
  const reuses = failures.filter(({ newest }) => REUSES.includes(newest.reason));
  return { applications, hasMore: hasMore || clients.length > MOST_SHOWN, troubled, reuses, endingSecrets };
}
