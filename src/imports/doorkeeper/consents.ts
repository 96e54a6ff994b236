/** The consents behind imported tokens and codes: one for each account and application, with all that was granted. */
import { formatScope } from '../../protocol/scope.ts';
import { attempt, stale } from '../../storage/database.ts';
import { findLiveConsent, insertConsent, renewConsent } from '../../storage/tables/tokens/consents.ts';
import type { Stage } from './stage.ts';

interface Granted {
  readonly accountId: number | null;
  readonly clientId: number;
  readonly scope: readonly string[];
  readonly at: number;
}

interface Wanted {
  readonly accountId: number;
  readonly clientId: number;
  readonly scope: Set<string>;
  at: number;
}

/** Answers the consent of an account and an application; null for what an application was granted for itself. */
type ConsentOf = (accountId: number | null, clientId: number) => number | null;

export async function ensureConsents(stage: Stage, grants: readonly Granted[]): Promise<ConsentOf> {
  const wanted = new Map<string, Wanted>();
  for (const { accountId, clientId, scope, at } of grants) {
    if (accountId === null) continue;
    const key = `${accountId} ${clientId}`;
    const one = wanted.get(key) ?? { accountId, clientId, scope: new Set<string>(), at };
    for (const name of scope) one.scope.add(name);
    one.at = Math.min(one.at, at);
    wanted.set(key, one);
  }
  const entries = [...wanted.entries()];
  const numbers = await Promise.all(entries.map(([, one]) => attempt(() => ensureOnce(stage, one))));
  const found = new Map(entries.map(([key], index) => [key, numbers[index] ?? null]));
  return (accountId, clientId) => (accountId === null ? null : (found.get(`${accountId} ${clientId}`) ?? null));
}

/** A consent that was given here keeps its end; what is granted by it grows by what the source had granted. */
async function ensureOnce(stage: Stage, { accountId, clientId, scope, at }: Wanted): Promise<number | typeof stale> {
  const { world, tokenFigures } = stage;
  const kept = await findLiveConsent(world.database, { accountId, clientId, resourceId: null });
  if (!kept) {
    const id = world.nextId();
    const row = { id, accountId, clientId, scope: formatScope([...scope]), grantedAt: at };
    if ((await world.database.write([insertConsent(row)])) === null) return stale;
    tokenFigures.consents += 1;
    return id;
  }
  const names = kept.scope.split(' ').filter((name) => name !== '');
  const all = [...new Set([...names, ...scope])];
  if (all.length === names.length) return kept.id;
  const terms = { scope: formatScope(all), endsAt: kept.endsAt };
  return (await world.database.write([renewConsent(kept, terms, world.now())])) === null ? stale : kept.id;
}
