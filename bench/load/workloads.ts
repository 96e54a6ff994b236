/** The workloads of the token endpoints: what each connection sends, and which answers are correct. */
import type { Script } from './drive.ts';
import type { Stage, TokenPair } from './job.ts';
import { bearerCheck, clientCredentials, exchange, get, introspect, post, refresh } from './requests.ts';
import { pairOf, textMember } from './seed.ts';

/** W1. The tokens are dealt out so that all connections together walk through all of them. */
export function bearerChecks(stage: Stage, tokens: readonly TokenPair[]): Script {
  const requests = tokens.map(({ access }) => bearerCheck(stage, access));
  const turn = inTurn(requests);
  return {
    next: turn,
    isCorrect: (_lane, answer) => answer.status === 200 && answer.body.includes(stage.identityMark),
  };
}

/**
 * W2. Each lane goes along its own rotation chain; with more chains than lanes, along several in turn. A wrong answer
 * leaves a chain at the token it has. `current` always holds the latest pair of each chain.
 */
export function refreshes(stage: Stage, current: TokenPair[], { lanes, chains }: Lanes): Script {
  const positions = Array.from({ length: lanes }, (_, lane) => lane);
  return {
    next: (lane) => refresh(stage, current[positions[lane] ?? 0]?.refresh ?? ''),
    isCorrect(lane, answer) {
      const position = positions[lane] ?? 0;
      positions[lane] = position + lanes < chains ? position + lanes : lane;
      const pair = pairOf(answer);
      if (pair === undefined || pair.refresh === current[position]?.refresh) return false;
      current[position] = pair;
      return true;
    },
  };
}

interface Lanes {
  readonly lanes: number;
  /** At least one for each lane. */
  readonly chains: number;
}

/** W3. Ends when the codes are used up. */
export function exchanges(stage: Stage, codes: readonly string[]): Script {
  let used = 0;
  return {
    next() {
      const code = codes[used];
      used += 1;
      return code === undefined ? null : exchange(stage, code);
    },
    isCorrect: (_lane, answer) => pairOf(answer) !== undefined,
  };
}

/** W4. */
export function machineTokens(stage: Stage): Script {
  const request = clientCredentials(stage);
  return {
    next: () => request,
    isCorrect: (_lane, answer) => answer.status === 200 && textMember(answer.body, 'access_token') !== undefined,
  };
}

/** W5. */
export function introspections(stage: Stage, tokens: readonly TokenPair[]): Script {
  const requests = tokens.map(({ access }) => introspect(stage, access));
  return {
    next: inTurn(requests),
    isCorrect: (_lane, answer) => answer.status === 200 && answer.body.includes('"active":true'),
  };
}

/** The limit for reads. */
export function bareGets(stage: Stage): Script {
  const request = get(stage.identityPath, { Authorization: `Bearer ${'x'.repeat(64)}` });
  return {
    next: () => request,
    isCorrect: (_lane, answer) => answer.status === 200 && answer.body.includes(stage.identityMark),
  };
}

/** The limit for everything that posts a form: as long as a refresh, so that reading it costs the same. */
export function barePosts(stage: Stage): Script {
  const request = post(stage.tokenPath, refresh(stage, 'x'.repeat(64)).split('\r\n\r\n')[1] ?? '');
  return {
    next: () => request,
    isCorrect: (_lane, answer) => answer.status === 200 && answer.body.includes(stage.identityMark),
  };
}

function inTurn(requests: readonly string[]): () => string {
  let turn = 0;
  return () => {
    turn = turn + 1 === requests.length ? 0 : turn + 1;
    return requests[turn] ?? '';
  };
}
