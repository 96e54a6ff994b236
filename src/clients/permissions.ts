/** Says which of its scopes an application cannot do without: those a user cannot leave out. */
import { report } from '../events/report.ts';
import { examineRequiredScope } from '../protocol/authorize/consent-terms.ts';
import { formatScope } from '../protocol/scope.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient, actOnClient, type Judged } from './act.ts';

type PermissionsOutcome = 'saved' | 'unknown' | 'not_asked';

/** What is already granted stays as it is; consent pages use the new terms from now on. */
export async function changeRequired(
  world: World,
  { publicId, required }: { readonly publicId: string; readonly required: readonly string[] },
  actor: Actor,
): Promise<PermissionsOutcome> {
  const outcome = await actOnClient(world, { publicId, actor }, (client): Judged<PermissionsOutcome> => {
    const examined = examineRequiredScope(required, client.scope);
    if (!examined.ok) return { answer: 'not_asked' };
    const scope = formatScope(examined.value);
    if (scope === formatScope(client.requiredScope)) return { answer: 'saved' };
    const told = report(world, actor.source, 'application.changed', aboutClient(client, actor, 'required scopes'));
    return { change: { kind: 'required', scope }, batch: [told], done: () => 'saved' };
  });
  return outcome ?? 'unknown';
}
