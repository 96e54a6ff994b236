/** How often an account may decide about applications: each decision is kept as a consent, a code and events. */
import { report } from '../events/report.ts';
import { spendAll } from '../limits/spend.ts';
import { ALLOWED, type Allowance } from '../protocol/limits.ts';
import type { World } from '../world.ts';
import type { Decision } from './issue-code.ts';

const HOUR_SECONDS = 3600;

/** Far beyond what people do by hand; a developer who tries the own application comes nearest. */
const DECISIONS_OF_APPLICATION = { most: 60, windowSeconds: HOUR_SECONDS };
export const DECISIONS_OF_ACCOUNT = { most: 300, windowSeconds: HOUR_SECONDS };
/** Codes for what was allowed before, which ask nobody and follow each other quickly where a browser is sent in a circle. */
export const CODES_OF_ACCOUNT = { most: 600, windowSeconds: HOUR_SECONDS };

/** Counts an answer to the consent page, given or denied. Removing access is not counted: it must always be possible. */
export async function spendDecision(world: World, { accountId, client, source }: Decision): Promise<Allowance> {
  if (isUnlimited(world)) return ALLOWED;
  const tries = [
    { name: `decisions/${accountId}/${client.id}`, ...DECISIONS_OF_APPLICATION },
    { name: `decisions/${accountId}`, ...DECISIONS_OF_ACCOUNT },
  ];
  const about = { accountId, clientId: client.id, detail: 'consent' };
  return await spendAll(world, tries, { reached: () => report(world, source, 'limit.reached', about) });
}

/** Counted in memory: one more write for every code would cost honest people more than it takes from others. */
export async function spendCode(world: World, { accountId }: Decision): Promise<Allowance> {
  if (isUnlimited(world)) return ALLOWED;
  return await world.counters.spend(`codes:${accountId}`, CODES_OF_ACCOUNT, world.now());
}

/** An operator who lets applications have any number of codes, for load tests or kiosks, wants no other limit on them. */
function isUnlimited({ settings }: World): boolean {
  return settings.codesPerConsent === 0;
}
