/** Gives an application a limit of its own for token requests, or takes it back: by administrators alone. */
import { report } from '../events/report.ts';
import type { AdministrationFault } from '../protocol/people/field-fault.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient, actOnClient, isAdministrator, type Judged } from './act.ts';

/** As much as the setting for all applications may be. */
const MOST = 100_000_000;

/** Null for nothing written: the limit that all others have. */
export function examineTokenLimit(text: string): Result<number | null, AdministrationFault> {
  const typed = text.trim();
  if (typed === '') return accept(null);
  const limit = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  return limit >= 1 && limit <= MOST ? accept(limit) : refuse({ reason: 'limit_range', most: MOST });
}

/** False where there is no such application, or the actor is no administrator. Holds with the next token request. */
export async function setTokenLimit(
  world: World,
  { publicId, limit }: { readonly publicId: string; readonly limit: number | null },
  actor: Actor,
): Promise<boolean> {
  const done = await actOnClient(world, { publicId, actor }, async (client): Promise<Judged<boolean>> => {
    if (!(await isAdministrator(world, actor))) return { answer: false };
    if (client.tokenLimit === limit) return { answer: true };
    const what = limit === null ? 'token requests: as all others' : `token requests: ${limit} a minute`;
    const told = report(world, actor.source, 'application.limit_changed', aboutClient(client, actor, what));
    return { change: { kind: 'limited', tokenLimit: limit }, batch: [told], done: () => true };
  });
  return done ?? false;
}
