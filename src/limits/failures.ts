/** Failed requests of one network, such as wrong client secrets and invented tokens, counted in memory. */
import type { Source } from '../protocol/event.ts';
import { type Allowance, networkOf } from '../protocol/limits.ts';
import type { World } from '../world.ts';

const MINUTE_SECONDS = 60;

/** SECURITY-CASES TR-18: guessing one client's secret from one network ends here, and only for that network. */
const CLIENT_FAILURES = { most: 20, windowSeconds: MINUTE_SECONDS };
/** No client_id is longer; what is invented must not fill the memory. */
const LONGEST_NAME = 255;

/**
 * SPEC D24: failures count per network. What is refused here costs no write. Only failures are slowed down; successful
 * requests are not affected, and a token that has ended is no failure: its client could not know.
 */
export async function spendFailure(world: World, source: Source): Promise<Allowance> {
  const limit = { most: world.settings.failuresPerNetwork, windowSeconds: MINUTE_SECONDS };
  return noted(world, await world.counters.spend(`failure:${networkOf(source.address ?? '')}`, limit, world.now()));
}

/** The same for a client that did not prove who it is, counted by the name that it gave as well. */
export async function spendClientFailure(world: World, clientId: string, source: Source): Promise<Allowance> {
  const ofNetwork = await spendFailure(world, source);
  if (!ofNetwork.allowed) return ofNetwork;
  const name = `client:${clientId.slice(0, LONGEST_NAME)}:${networkOf(source.address ?? '')}`;
  return noted(world, await world.counters.spend(name, CLIENT_FAILURES, world.now()));
}

function noted(world: World, allowance: Allowance): Allowance {
  if (!allowance.allowed) world.tally.count('requests over a limit');
  return allowance;
}
