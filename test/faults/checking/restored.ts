/** Judges an instance that was started from a backup by what had been acknowledged when the backup began. */

import { digest } from '../../../src/protocol/digest.ts';
import { type Actor, refresh, whoami } from '../acts.ts';
import type { Instance } from '../environment/instance.ts';
import type { Worker } from '../environment/worker.ts';
import { RULES } from '../scenarios/storm.ts';
import { checkHistory, type Violation } from './checker.ts';
import { growTree } from './family-tree.ts';
import type { Operation } from './history.ts';
import { openRecorder, readHistory } from './recorder.ts';

/** When the backup was begun and when it was done. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const LOOKS_OF_EACH = 12;
const MOST_REFRESHES = 20;

/**
 * The history as a backup may hold it: what was answered before it began is in it, what was asked after it was done
 * is not. The rest may be in it: it has begun, and for all that is certain it never ends.
 */
export function historyIn(history: readonly Operation[], { from, to }: Span): readonly Operation[] {
  return history.flatMap((operation): readonly Operation[] => {
    if (operation.completedAt <= from || operation.outcome === 'unsent') return [operation];
    if (operation.invokedAt > to) return [];
    return [{ ...operation, completedAt: Number.POSITIVE_INFINITY }];
  });
}

/** The restored instance, and the folder for what is asked of it. */
export interface Stand {
  readonly instance: Instance;
  readonly histories: string;
}

export interface Examined {
  readonly looks: number;
  readonly violations: readonly Violation[];
}

/** What a worker was given, and who it is. */
export type Held = Worker['given'][number] & { readonly actor: Actor };

/** What had been acknowledged; the newest of each worker, since these are what a careless backup loses. */
export function acknowledged(before: readonly Operation[], workers: readonly Worker[]): readonly Held[] {
  const tree = growTree(before);
  return workers.flatMap(({ given, actor }) =>
    given
      .filter(({ tokens }) => Number.isFinite(tree.byAccess.get(digest(tokens.access))?.source.completedAt))
      .slice(-LOOKS_OF_EACH)
      .map((one) => ({ ...one, actor })),
  );
}

/** Presents what had been acknowledged, and judges the answers by the history that the backup may hold. */
export async function examine(
  before: readonly Operation[],
  held: readonly Held[],
  { instance, histories }: Stand,
): Promise<Examined> {
  const actorFor = visitor(instance, histories);
  for (const { tokens, application, actor } of held) await whoami(actorFor(actor), tokens.access, application);
  for (const { tokens, application, actor } of held.slice(-MOST_REFRESHES))
    await refresh(actorFor(actor), tokens.refresh, application);
  const after = readHistory(histories);
  const ids = new Set(after.map(({ id }) => id));
  const found = checkHistory([...before, ...after], RULES).filter(({ where }) => ids.has(where.split(' ')[1] ?? ''));
  return { looks: after.length, violations: found };
}

/** After everything was invalidated, whatever is still accepted has come back from the dead. */
export async function examineDead(held: readonly Held[], { instance, histories }: Stand): Promise<Examined> {
  const actorFor = visitor(instance, histories);
  for (const { tokens, application, actor } of held) {
    await whoami(actorFor(actor), tokens.access, application);
    await refresh(actorFor(actor), tokens.refresh, application);
  }
  const after = readHistory(histories);
  const alive = after.filter(({ outcome }) => outcome !== 'refused');
  return {
    looks: after.length,
    violations: alive.map(({ id, kind, outcome, detail }) => ({
      kind: 'resurrection',
      where: `${kind} ${id}`,
      says: `${outcome} ${detail} after everything was invalidated`,
    })),
  };
}

/** The same person, at the restored instance, with a history of its own. */
function visitor(instance: Instance, histories: string): (actor: Actor) => Actor {
  const recorder = openRecorder(histories, 'restored');
  return (actor) => ({
    recorder,
    person: actor.person,
    pick: async () => {
      const target = instance.target();
      if (!target) throw new Error('The restored instance is not up.');
      return target;
    },
  });
}
