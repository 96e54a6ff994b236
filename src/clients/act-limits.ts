/** How often one account may do what is dangerous or costly to an application. */
import { spend } from '../limits/spend.ts';
import type { Allowance } from '../protocol/limits/allowance.ts';
import type { World } from '../world.ts';

const HOUR_SECONDS = 3600;

/** Far beyond what a person does by hand, and far below what would hurt. */
const LIMITS = {
  /** Secrets added, rotated and removed; tokens revoked. */
  secrets: { most: 60, windowSeconds: HOUR_SECONDS },
  /** Each is decoded and encoded here. */
  logos: { most: 30, windowSeconds: HOUR_SECONDS },
  /** Each asks whether a nickname exists, and tells somebody. */
  transfers: { most: 20, windowSeconds: HOUR_SECONDS },
} as const;

export type ActLimit = keyof typeof LIMITS;

export function spendAct(world: World, act: ActLimit, accountId: number): Promise<Allowance> {
  return spend(world, `portal/${act}/${accountId}`, LIMITS[act]);
}
