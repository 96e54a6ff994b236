/** Many people with many applications at once over a slow database: whoami names the right account, always. */
import { authorize, exchange, refresh, signIn, whoami } from '../acts.ts';
import type { Operation } from '../checking/history.ts';
import { readHistory } from '../checking/recorder.ts';
import type { Bite } from '../checking/verdict.ts';
import { preparePlace } from '../environment/place.ts';
import { openSlowLink } from '../environment/slow-link.ts';
import type { Scenario } from '../scenario.ts';
import { judgePlace, withCrew } from './storm.ts';

/** There and back again the database is 50 ms away. */
const ONE_WAY_MS = 25;
const APPLICATIONS = 4;
const LEAST_AT_ONCE = 8;

export const crossTalk: Scenario = {
  name: 'cross-talk',
  ids: 'R-09',
  says: 'Each worker is another person, with several applications at once, over a database that is 50 ms away.',
  round: `each worker authorizes ${APPLICATIONS} applications at once, and each token is looked at four times`,
  rounds: 10,
  workers: 16,
  run: async (order) => {
    const place = await preparePlace('postgres', { people: order.workers, applications: APPLICATIONS }, order);
    const direct = new URL(place.databaseUrl);
    const link = await openSlowLink({ host: direct.hostname, port: Number(direct.port) }, ONE_WAY_MS);
    direct.port = String(link.port);
    try {
      const far = { ...place, databaseUrl: direct.href };
      await withCrew(far, { instances: 2, seed: order.seed }, async (crew) => {
        const people = await Promise.all(
          place.people.map(async (_, index) => {
            const actor = crew.actor(`person-${index}`, index);
            return { actor, cookie: (await signIn(actor, place.applications, true)).secret ?? '' };
          }),
        );
        for (let round = 1; round <= order.rounds; round += 1) {
          const visits = people.flatMap((person) =>
            place.applications.map((application) => ({ ...person, application })),
          );
          await Promise.all(visits.map(visit));
          order.progress(`round ${round} of ${order.rounds}`);
        }
        await Promise.all(crew.instances.map((instance) => instance.stop()));
      });
      const looks = readHistory(place.histories).filter(({ kind, outcome }) => kind === 'whoami' && outcome === 'ok');
      return { ...(await judgePlace(place, CROWD)), figures: { 'accounts compared': String(looks.length) } };
    } finally {
      link.close();
      await place.close();
    }
  },
};

type Visit =
  Parameters<typeof authorize> extends [infer Actor, string, infer Application]
    ? { readonly actor: Actor; readonly cookie: string; readonly application: Application }
    : never;

async function visit({ actor, cookie, application }: Visit): Promise<void> {
  const code = (await authorize(actor, cookie, application)).secret;
  const tokens = code && (await exchange(actor, code, application)).secret;
  if (!tokens) return;
  await Promise.all([whoami(actor, tokens.access, application), whoami(actor, tokens.access, application)]);
  const fresh = (await refresh(actor, tokens.refresh, application)).secret;
  if (fresh) await Promise.all([1, 2].map(() => whoami(actor, fresh.access, application)));
}

/** Cross-talk needs a crowd: the share of calls during which enough others were under way. */
const CROWD: Bite = { says: 'in a crowd', least: 0.5, share: crowdedShare };

function crowdedShare(history: readonly Operation[]): number {
  const begins = history.map(({ invokedAt }) => invokedAt).toSorted((one, other) => one - other);
  const ends = history.map(({ completedAt }) => completedAt).toSorted((one, other) => one - other);
  let ended = 0;
  let crowded = 0;
  for (const [begun, at] of begins.entries()) {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) < at) ended += 1;
    if (begun - ended >= LEAST_AT_ONCE) crowded += 1;
  }
  return crowded / Math.max(1, history.length);
}
