/** Pure races: several processes on one database, everybody presents the same codes and refresh tokens. */
import { type Actor, authorize, exchange, refresh, revoke, signIn, type Tokens, whoami } from '../acts.ts';
import type { Violation } from '../checking/checker.ts';
import { CONTENTION, type Verdict } from '../checking/verdict.ts';
import { type Application, type Engine, type Place, preparePlace } from '../environment/place.ts';
import type { Chance } from '../random.ts';
import type { Order, Outcome, Scenario } from '../scenario.ts';
import { judgePlace, withCrew } from './storm.ts';

/** Codes and families that are fought over at the same time. */
const KEYS = 4;
/** SECURITY-CASES R-07: a database that is busy may turn so many away, with 503. */
const MOST_TURNED_AWAY = 0.001;

export const racesSqlite: Scenario = {
  name: 'races-sqlite',
  ids: 'R-07 R-08',
  says: 'Two processes on one SQLite file; all workers present the same codes and refresh tokens at once.',
  round: `${KEYS} codes and ${KEYS} families, each fought over by all workers`,
  rounds: 20,
  workers: 12,
  run: (order) => race(order, 'sqlite', 2),
};

export const racesPostgres: Scenario = {
  name: 'races-postgres',
  ids: 'R-07 R-08',
  says: 'Three processes on one PostgreSQL database; all workers present the same codes and refresh tokens at once.',
  round: `${KEYS} codes and ${KEYS} families, each fought over by all workers`,
  rounds: 20,
  workers: 12,
  run: (order) => race(order, 'postgres', 3),
};

interface Arena {
  readonly actors: readonly Actor[];
  readonly application: Application;
  readonly cookie: string;
  readonly chance: Chance;
}

async function race(order: Order, engine: Engine, instances: number): Promise<Outcome> {
  const place = await preparePlace(engine, { people: 1, applications: 1 }, order);
  try {
    await withCrew(place, { instances, seed: order.seed }, async (crew) => {
      const actors = Array.from({ length: order.workers }, (_, index) => crew.actor(`rival-${index}`, 0));
      const arena = await enter(place, actors, crew.chance);
      for (let round = 1; round <= order.rounds; round += 1) {
        await Promise.all(Array.from({ length: KEYS }, () => Promise.all([fightForCode(arena), fightInFamily(arena)])));
        order.progress(`round ${round} of ${order.rounds}`);
      }
      await Promise.all(crew.instances.map((instance) => instance.stop()));
    });
    return summary(await judgePlace(place, CONTENTION));
  } finally {
    await place.close();
  }
}

async function enter(place: Place, actors: readonly Actor[], chance: Chance): Promise<Arena> {
  const [first] = actors;
  const [application] = place.applications;
  if (!first || !application) throw new Error('A race needs somebody and something.');
  const { secret } = await signIn(first, place.applications, true);
  return { actors, application, cookie: secret ?? '', chance };
}

/** Everybody exchanges one code: one may win, and by presenting it again the others end what the winner got. */
async function fightForCode({ actors, application, cookie, chance }: Arena): Promise<void> {
  const code = (await authorize(chance.pick(actors), cookie, application)).secret;
  if (code === undefined) return;
  const answers = await Promise.all(actors.map((actor) => exchange(actor, code, application)));
  const won = answers.find(({ secret }) => secret)?.secret;
  if (won) await Promise.all(actors.map((actor) => whoami(actor, won.access, application)));
}

/** Everybody refreshes one token, then everybody does something with what is there: use, refresh, go back, revoke. */
async function fightInFamily({ actors, application, cookie, chance }: Arena): Promise<void> {
  const owner = chance.pick(actors);
  const code = (await authorize(owner, cookie, application)).secret;
  const root = code && (await exchange(owner, code, application)).secret;
  if (!root) return;
  const pairs: Tokens[] = [root];
  const renewAll = async (token: string) => {
    const answers = await Promise.all(actors.map((actor) => refresh(actor, token, application)));
    pairs.push(...answers.flatMap(({ secret }) => secret ?? []));
  };
  await renewAll(root.refresh);
  const isRevoked = chance.below(3) === 0;
  await Promise.all(
    actors.map(async (actor, index) => {
      const { access } = chance.pick(pairs);
      if (index === 0 && isRevoked) return await revoke(actor, access, application);
      if (index % 3 === 0) return await whoami(actor, access, application);
      return await refresh(actor, chance.pick(pairs.slice(0, 2)).refresh, application);
    }),
  );
  await renewAll(chance.pick(pairs).refresh);
  await Promise.all(actors.map((actor) => whoami(actor, chance.pick(pairs).access, application)));
  if (chance.below(2)) await Promise.all(actors.slice(0, 3).map((actor) => revoke(actor, root.refresh, application)));
}

function summary(verdict: Verdict): Outcome {
  const share = verdict.counts.unknown / verdict.operations;
  const busy: readonly Violation[] =
    share > MOST_TURNED_AWAY
      ? [{ kind: 'fault spread', where: 'the database', says: `${verdict.counts.unknown} were turned away` }]
      : [];
  const violations = [...verdict.violations, ...busy];
  const result = violations.length > 0 ? 'violated' : verdict.result;
  return { ...verdict, violations, result, figures: { 'turned away': String(verdict.counts.unknown) } };
}
