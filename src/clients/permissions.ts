/** Says which of its scopes an application cannot do without: those a user cannot leave out. */
import { report } from '../events/report.ts';
import { examineRequiredScope } from '../protocol/authorize/consent-terms.ts';
import { formatScope } from '../protocol/scope.ts';
import { attempt, stale } from '../storage/database.ts';
import { requireScope } from '../storage/tables/clients/clients.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient } from './actor.ts';
import { findManagedClient } from './find.ts';

type PermissionsOutcome = 'saved' | 'unknown' | 'not_asked';

/** What is already granted stays as it is; consent pages use the new terms from now on. */
export async function changeRequired(
  world: World,
  { publicId, required }: { readonly publicId: string; readonly required: readonly string[] },
  actor: Actor,
): Promise<PermissionsOutcome> {
  return await attempt<PermissionsOutcome>(async () => {
    const client = await findManagedClient(publicId, actor, world);
    if (!client) return 'unknown';
    const examined = examineRequiredScope(required, client.scope);
    if (!examined.ok) return 'not_asked';
    const scope = formatScope(examined.value);
    if (scope === formatScope(client.requiredScope)) return 'saved';
    const written = await world.database.write([
      requireScope(client, scope, world.now()),
      report(world, actor.source, 'application.changed', aboutClient(client, actor, 'required scopes')),
    ]);
    return written === null ? stale : 'saved';
  });
}
