/** The mix of a normal day: mostly bearer checks, with refreshes, new grants and people signing in among them. */
import type { Script } from './drive.ts';
import type { Plan, Stage, TokenPair } from './job.ts';
import { consentPageRequest, consents, isConsentPage, isSignedIn, signInRequest } from './page-workloads.ts';
import { enrol } from './people.ts';
import { exchange } from './requests.ts';
import { codeOf, makeTokens, pairOf } from './seed.ts';
import type { Answer } from './wire.ts';
import { bearerChecks, introspections, machineTokens, refreshes } from './workloads.ts';

/** Of a thousand requests. The codes that consents give are exchanged. */
const MIX = {
  bearer: 880,
  refresh: 60,
  introspect: 30,
  machine: 10,
  consent: 9,
  exchange: 9,
  consentPage: 1,
  signIn: 1,
} as const;

type Kind = keyof typeof MIX;

export async function normalDay(stage: Stage, plan: Plan, tokens: readonly TokenPair[]): Promise<Script> {
  const people = await enrol(stage, plan.connections);
  const signIns = await Promise.all(people.map((person) => signInRequest(stage, person)));
  const chains = { lanes: plan.connections, chains: plan.connections };
  const fixed = {
    bearer: bearerChecks(stage, tokens),
    refresh: refreshes(stage, [...(await makeTokens(stage, plan, plan.connections))], chains),
    introspect: introspections(stage, tokens),
    machine: machineTokens(stage),
    consent: consents(stage),
    consentPage: perLane(
      people.map((person) => consentPageRequest(stage, person)),
      isConsentPage,
    ),
    signIn: perLane(signIns, isSignedIn),
  };
  const order = shuffled();
  const codes: string[] = [];
  const lanes = Array.from({ length: plan.connections }, (_, lane) => ({
    position: lane * 31,
    kind: order[0] ?? 'bearer',
  }));

  const exchanges: Script = {
    next: () => exchange(stage, codes.pop() ?? ''),
    isCorrect: (_lane, answer) => pairOf(answer) !== undefined,
  };

  return {
    next(lane) {
      const own = lanes[lane] ?? { position: 0, kind: 'bearer' };
      own.position = (own.position + 1) % order.length;
      const wished = order[own.position] ?? 'bearer';
      // The codes of all lanes are one pile; where it is empty, one more is fetched first.
      own.kind = wished === 'exchange' && codes.length === 0 ? 'consent' : wished;
      return (own.kind === 'exchange' ? exchanges : fixed[own.kind]).next(lane);
    },
    isCorrect(lane, answer) {
      const kind = lanes[lane]?.kind ?? 'bearer';
      if (kind === 'exchange') return exchanges.isCorrect(lane, answer);
      const code = kind === 'consent' ? codeOf(answer) : undefined;
      if (code !== undefined) codes.push(code);
      return fixed[kind].isCorrect(lane, answer);
    },
  };
}

function perLane(requests: readonly string[], isRight: (answer: Answer) => boolean): Script {
  return { next: (lane) => requests[lane] ?? '', isCorrect: (_lane, answer) => isRight(answer) };
}

/** Every run sends the same thousand requests in the same order: a fixed generator, not a random one. */
function shuffled(): readonly Kind[] {
  // The keys of the table are exactly the kinds.
  const kinds = Object.keys(MIX) as Kind[];
  const all = kinds.flatMap((kind) => Array.from({ length: MIX[kind] }, () => kind));
  let seed = 1;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const order: Kind[] = [];
  while (all.length > 0) order.push(...all.splice(next(all.length), 1));
  return order;
}
