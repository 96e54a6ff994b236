/** Rotates the secret of an application: a new one from now on, and the old one ends at a moment that was chosen. */
import { report } from '../events/report.ts';
import { type Overlap, overlapSeconds } from '../protocol/clients/secret-overlap.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/attempt.ts';
import type { Sql } from '../storage/sql.ts';
import { touchClient } from '../storage/tables/clients/clients.ts';
import { rememberSecrets, trimRemovedSecrets } from '../storage/tables/clients/removed-secrets.ts';
import { deleteSecretsOf, endSecret } from '../storage/tables/clients/secrets.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient } from './actor.ts';
import { type Client, findManagedClient } from './find.ts';
import { makeSecret } from './new-secret.ts';
import { clearEndedSecrets, MOST_SECRETS, type SecretRefusal, type SecretRow, secretsOf } from './secrets.ts';

export interface Rotated {
  readonly client: Client;
  /** Shown once. */
  readonly secret: string;
  /** When those before it stop working; now, where there is no overlap. */
  readonly endsAt: number;
}

/** With an overlap there is room for one old secret; without, every old one goes. */
export async function rotateSecret(
  world: World,
  { publicId, overlap }: { readonly publicId: string; readonly overlap: Overlap },
  actor: Actor,
): Promise<Result<Rotated, SecretRefusal>> {
  return await attempt<Result<Rotated, SecretRefusal>>(async () => {
    const client = await findManagedClient(publicId, actor, world);
    if (!client) return refuse({ reason: 'unknown' });
    if (!client.isConfidential) return refuse({ reason: 'secret_of_public' });
    const before = await secretsOf(client, world);
    const now = world.now();
    const endsAt = now + overlapSeconds(overlap);
    if (endsAt > now && before.length >= MOST_SECRETS) return refuse({ reason: 'secrets_full' });
    const secret = makeSecret(world, client.id, { by: actor });
    const what = `${secret.suffix}; ${before.map(({ suffix }) => suffix).join(', ')} until ${new Date(endsAt * 1000).toISOString()}`;
    const written = await world.database.write([
      touchClient(client, now),
      ...(endsAt > now ? outgoing(client.id, before, { endsAt, now }) : removal(client.id, now)),
      secret.insert,
      report(world, actor.source, 'application.secret_rotated', aboutClient(client, actor, what)),
    ]);
    return written === null ? stale : accept({ client, secret: secret.value, endsAt });
  });
}

/** One that was to end earlier keeps its end. */
function outgoing(
  clientId: number,
  secrets: readonly SecretRow[],
  { endsAt, now }: { readonly endsAt: number; readonly now: number },
): readonly Sql[] {
  const longer = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > endsAt);
  return [...clearEndedSecrets(clientId, now), ...longer.map(({ id }) => endSecret(id, clientId, endsAt))];
}

function removal(clientId: number, now: number): readonly Sql[] {
  return [rememberSecrets(clientId, null, now), deleteSecretsOf(clientId), trimRemovedSecrets(clientId)];
}
