/** POST /oauth/leaked: somebody hands in strings that were found in the wrong place (SPEC D80). */
import { setTimeout as pause } from 'node:timers/promises';
import { report } from '../../events/report.ts';
import { endLeaked } from '../../grants/leaked.ts';
import { jsonReply } from '../../http/replying/replies.ts';
import type { Handler } from '../../http/route.ts';
import { spend } from '../../limits/spend.ts';
import { networkOf } from '../../protocol/limits.ts';
import { refusalReply } from './answers.ts';

const HOUR_SECONDS = 3600;

/** The answer leaves after a whole number of these, so that it tells nothing about what was ended. */
const ROUND_MS = 200;
/** Known to the sender, who can count the strings. */
const ROUND_MS_PER_STRING = 2;

/** Any body will do, such as a line of a log: what is ours is found by prefix and checksum. */
export const leaked: Handler = async (request, world) => {
  const began = performance.now();
  const { source } = request;
  const limit = { most: world.settings.leakReportsPerNetwork, windowSeconds: HOUR_SECONDS };
  const network = networkOf(source.address ?? '');
  const allowance = await spend(world, `leaked:${network}`, limit, () =>
    report(world, source, 'limit.reached', { detail: 'reports of leaked strings' }),
  );
  if (!allowance.allowed) {
    const refusal = { reason: 'rate_limited', retryAfterSeconds: allowance.retryAfterSeconds } as const;
    return refusalReply(world, refusal, { namesBasic: false, trace: { traceId: request.traceId, short: undefined } });
  }
  const found = await endLeaked(world, request.body.toString('latin1'));
  await atWholeRound(began, ROUND_MS + found * ROUND_MS_PER_STRING);
  return jsonReply(200, {});
};

async function atWholeRound(began: number, roundMs: number): Promise<void> {
  const spentMs = performance.now() - began;
  await pause(Math.ceil(spentMs / roundMs) * roundMs - spentMs);
}
