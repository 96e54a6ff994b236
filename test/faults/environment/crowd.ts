/** People with tokens, and the requests they make, for faults that are about load rather than about what was promised. */
import type { Stage, TokenPair } from '../../../bench/load/job.ts';
import { consentRequests, isSignedIn, signInRequest } from '../../../bench/load/page-workloads.ts';
import { enrol, NICKNAMES } from '../../../bench/load/people.ts';
import { bearerCheck, refresh } from '../../../bench/load/requests.ts';
import { codeOf, makeTokens, pairOf } from '../../../bench/load/seed.ts';
import type { Chance } from '../random.ts';
import type { Shot } from './lane.ts';
import { CALLBACK, type Place } from './place.ts';

export type Kind = 'whoami' | 'refresh' | 'sign-in' | 'authorize';

export interface Crowd {
  readonly port: number;
  /** The next request of a kind; undefined while there is nothing to present. */
  shot(kind: Kind): Shot | undefined;
  /** What is there at all times. */
  greeting(): Shot;
}

const PEOPLE = 4;
const LANES = 8;

/** `chains` is how many refreshes can be under way at once. */
export async function gatherCrowd(place: Place, url: string, chains: number): Promise<Crowd> {
  const port = Number(new URL(url).port);
  const bare = stageOf(place, port);
  const all = await enrol(bare, 2 * PEOPLE);
  // An account keeps so many sessions: whoever signs in all the time would end those that the others have.
  const [signedIn, people] = [all.slice(0, PEOPLE), all.slice(PEOPLE)];
  const stage = { ...bare, codeRequests: await consentRequests(bare, signedIn) };
  const idle: TokenPair[] = [
    ...(await makeTokens(stage, { connections: LANES, warmUpSeconds: 0, seconds: 1 }, chains)),
  ];
  // Every chain rotates; these stand still.
  const checks = idle.splice(0, Math.ceil(chains / 4)).map(({ access }) => bearerCheck(stage, access));
  const signIns = await Promise.all(people.map((person) => signInRequest(stage, person)));
  const inTurn = (requests: readonly string[]) => {
    let turn = 0;
    return () => requests[turn++ % requests.length] ?? '';
  };
  const nextCheck = inTurn(checks);
  const nextSignIn = inTurn(signIns);
  const nextAuthorize = inTurn(stage.codeRequests);
  const whoami = (): Shot => ({
    kind: 'whoami',
    bytes: nextCheck(),
    isServed: ({ status, body }) => status === 200 && body.includes(NICKNAMES),
  });
  const kinds: Record<Kind, () => Shot | undefined> = {
    whoami,
    'sign-in': () => ({ kind: 'sign-in', bytes: nextSignIn(), isServed: isSignedIn }),
    authorize: () => ({
      kind: 'authorize',
      bytes: nextAuthorize(),
      isServed: (answer) => codeOf(answer) !== undefined,
    }),
    refresh: () => refreshShot(stage, idle),
  };
  return { port, shot: (kind) => kinds[kind](), greeting: whoami };
}

/** Each chain is presented by one at a time, always its last token; where the answer was lost it is given up. */
function refreshShot(stage: Stage, idle: TokenPair[]): Shot | undefined {
  const pair = idle.shift();
  if (!pair) return undefined;
  return {
    kind: 'refresh',
    bytes: refresh(stage, pair.refresh),
    isServed: (answer) => pairOf(answer) !== undefined,
    ended(fate, answer) {
      const next = answer && pairOf(answer);
      if (next) idle.push(next);
      else if (fate === 'shed') idle.push(pair);
    },
  };
}

/** Of a hundred requests. */
export type Mix = Readonly<Partial<Record<Kind, number>>>;

export function nextOf(crowd: Crowd, mix: Mix, chance: Chance): () => Shot | undefined {
  // The keys of a mix are exactly its kinds.
  const lots = (Object.keys(mix) as Kind[]).flatMap((kind) => Array.from({ length: mix[kind] ?? 0 }, () => kind));
  return () => crowd.shot(chance.pick(lots));
}

function stageOf(place: Place, port: number): Stage {
  const [application] = place.applications;
  if (!application) throw new Error('A crowd needs an application.');
  const query = { client_id: application.clientId, redirect_uri: CALLBACK, response_type: 'code', scope: '' };
  return {
    ports: [port],
    clientId: application.clientId,
    clientSecret: application.secret,
    redirectUri: CALLBACK,
    tokenPath: '/oauth/token',
    introspectPath: '/oauth/introspect',
    identityPath: '/api/users/whoami',
    identityMark: NICKNAMES,
    authorizePath: `/oauth/authorize?${new URLSearchParams(query)}`,
    codeRequests: [],
  };
}
