/** Finds out which secret a failed request presented, so that the owner can be told without keeping the secret. */
import { digest, isSecretOf } from '../protocol/digest.ts';
import type { Fact } from '../protocol/refusals/facts.ts';
import { describePresented, unwrapped } from '../protocol/refusals/presented.ts';
import { findKnownSecret } from '../storage/tables/clients/removed-secrets.ts';
import { type CredentialRow, listSecrets } from '../storage/tables/clients/secrets.ts';
import type { World } from '../world.ts';

/** `rows` are the client's own; there is at least one. */
export async function describeSecret(
  world: World,
  secret: string,
  rows: readonly CredentialRow[],
): Promise<readonly Fact[]> {
  const presented = describePresented('secret', 'client_secret', secret);
  const [client] = rows;
  if (!client) return presented;
  const live = await listSecrets(world.database, client.id, world.now());
  const suffixes = live.map(({ suffix }): Fact => ['live_suffix', suffix]);
  if (secret === client.publicId) return [...presented, ...suffixes, ['secret_is', 'client_id']];
  for (const [wrapping, bare] of unwrapped(secret)) {
    const meant = rows.find((row) => row.digest !== null && isSecretOf(bare, row.digest));
    const suffix = live.find(({ id }) => id === meant?.secretId)?.suffix;
    if (suffix !== undefined)
      return [
        ['secret_is', 'wrapped'],
        ['wrapped_in', wrapping],
        ['suffix', suffix],
      ];
  }
  const known = await findKnownSecret(world.database, client.id, digest(secret));
  if (!known) return [...presented, ...suffixes];
  const { suffix, removedAt, application } = known;
  return application === null
    ? [['secret_is', 'removed'], ['suffix', suffix], ['removed_at', String(removedAt)], ...suffixes]
    : [['secret_is', 'elsewhere'], ['suffix', suffix], ['application', application], ...suffixes];
}
