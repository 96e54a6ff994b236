/** What becomes of one thing that a description is about. */
import { OPERATOR } from '../../clients/act.ts';
import type { Sql } from '../../storage/sql.ts';
import type { World } from '../../world.ts';
import { MOST_DESCRIBED } from './form.ts';

export interface Step {
  /** `adopt`: nothing changes but that `latchkey apply` takes care of it from now on. */
  readonly does: 'create' | 'change' | 'adopt' | 'delete';
  readonly kind: 'application' | 'resource' | 'webhook';
  readonly id: string;
  /** The members that change. */
  readonly fields: readonly string[];
  /** A secret that was made here, to be shown once; null where there is none. */
  readonly secret: string | null;
  /** What it authenticates with, where that is not its id. */
  readonly clientId?: string;
  readonly batch: readonly Sql[];
  /** What is left to do once everything is written. */
  readonly finish?: (world: World) => Promise<void>;
  /** The number and the owner of an application that is made here. */
  readonly made?: { readonly id: number; readonly ownerId: number };
  /** Whose quota it changes, and by how much. */
  readonly quota?: { readonly ownerId: number; readonly by: number };
}

/** Null where nothing has to be done. */
export type Found = Step | null | { readonly faults: readonly string[] };

/** How a secret that is named by reference is read. */
export interface Secrets {
  readonly variable: (name: string) => string | undefined;
  readonly file: (path: string) => string | undefined;
}

/** Of what was applied before, so much is compared with a description in order to prune. */
export const MOST_PRUNED = 2 * MOST_DESCRIBED;

export function tooManyToPrune(kind: string): string {
  return `More than ${MOST_PRUNED} ${kind} were applied, which is too much to prune: delete some by \`latchkey ${kind} delete\`.`;
}

/** The command line has no account. */
export const ACTOR = OPERATOR;
