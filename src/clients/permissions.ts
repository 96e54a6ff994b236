/** Says which of its scopes an application cannot do without: those a user cannot leave out. */
import { report } from '../events/report.ts';
import { examineRequiredScope } from '../protocol/authorize/consent-terms.ts';
import { formatScope } from '../protocol/scope.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient, actOnClient, type Judged } from './act.ts';
import type { Client } from './find.ts';

type PermissionsOutcome =
  | 'saved'
  | 'unknown'
  | 'not_asked'
  /** What it changes was changed elsewhere too. */
  | { readonly client: Client; readonly next: readonly string[] };

interface Wish {
  readonly publicId: string;
  /** The complete new list, or how it is made from what is there. */
  readonly required: readonly string[] | ((client: Client) => readonly string[]);
  /** Whether it would undo what was changed elsewhere; never where this is missing. */
  readonly isOvertaken?: (now: readonly string[], next: readonly string[]) => boolean;
}

/** What is already granted stays as it is; consent pages use the new terms from now on. */
export async function changeRequired(
  world: World,
  { publicId, required, isOvertaken }: Wish,
  actor: Actor,
): Promise<PermissionsOutcome> {
  const outcome = await actOnClient(world, { publicId, actor }, (client): Judged<PermissionsOutcome> => {
    const wanted = typeof required === 'function' ? required(client) : required;
    // Before it is judged: somebody may have taken a scope away, and the page then shows those that are left.
    if (isOvertaken?.(client.requiredScope, wanted)) return { answer: { client, next: wanted } };
    const examined = examineRequiredScope(wanted, client.scope);
    if (!examined.ok) return { answer: 'not_asked' };
    const scope = formatScope(examined.value);
    if (scope === formatScope(client.requiredScope)) return { answer: 'saved' };
    const told = report(world, actor.source, 'application.changed', aboutClient(client, actor, 'required scopes'));
    return { change: { kind: 'required', scope }, batch: [told], done: () => 'saved' };
  });
  return outcome ?? 'unknown';
}
