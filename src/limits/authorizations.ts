/** How often an account may answer authorization requests: each answer leaves rows behind, a code at least. */
import type { Allowance } from '../protocol/limits.ts';
import type { World } from '../world.ts';

/** Ten a minute for an hour, those that pass without asking included: far beyond what people and their tabs do. */
export const AUTHORIZATIONS = { most: 600, windowSeconds: 3600 } as const;

/** Counted in this process: a write of its own for each answer would cost more than the rows that it saves. */
export function spendAuthorization(world: World, accountId: number): Allowance {
  return world.counters.spend(nameOf(accountId), AUTHORIZATIONS, world.now());
}

/** Says what the next one would be told, and counts nothing. */
export function lookAtAuthorizations(world: World, accountId: number): Allowance {
  return world.counters.look(nameOf(accountId), AUTHORIZATIONS, world.now());
}

function nameOf(accountId: number): string {
  return `authorization:${accountId}`;
}
