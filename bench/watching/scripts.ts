/** What is sent to a service in its turns. */
import type { Script } from '../load/drive.ts';
import type { Stage, TokenPair } from '../load/job.ts';
import { consentPages } from '../load/page-workloads.ts';
import { makeCodes } from '../load/seed.ts';
import {
  bareGets,
  barePosts,
  bearerChecks,
  exchanges,
  introspections,
  machineTokens,
  refreshes,
} from '../load/workloads.ts';

/** Answers in each turn where none are asked for. */
export const ANSWERS = { W1: 4000, W2: 400, W3: 400, W4: 800, W5: 2000, 'consent-page': 800 } as const;

export type Workload = keyof typeof ANSWERS;

interface Sent {
  readonly stage: Stage;
  /** The first ones, one for each connection, are refreshed and then worth nothing. */
  readonly tokens: readonly TokenPair[];
  readonly connections: number;
  readonly answers: number;
  /** Nothing stands behind it: it gets requests of the same kind. */
  readonly isBare: boolean;
}

/** Makes the script of the next turn, before the turn begins. */
export async function scriptsOf(workload: Workload, sent: Sent): Promise<() => Promise<Script>> {
  const { stage, tokens, connections, answers, isBare } = sent;
  const always = async (script: Script | Promise<Script>) => {
    const made = await script;
    return async () => made;
  };
  if (isBare)
    return await always(workload === 'W1' || workload === 'consent-page' ? bareGets(stage) : barePosts(stage));
  switch (workload) {
    case 'W1':
      return await always(bearerChecks(stage, tokens.slice(connections)));
    case 'W2':
      return await always(refreshes(stage, [...tokens], { lanes: connections, chains: connections }));
    case 'W3':
      // A code is used once.
      return async () =>
        exchanges(stage, await makeCodes(stage, { connections, warmUpSeconds: 0, seconds: 1 }, answers));
    case 'W4':
      return await always(machineTokens(stage));
    case 'W5':
      return await always(introspections(stage, tokens.slice(connections)));
    case 'consent-page':
      return await always(consentPages(stage, connections));
  }
}
