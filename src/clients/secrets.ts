/** The secrets of an application: a second one beside the first, and the old one removed (SPEC D2). */
import { report } from '../events/report.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/attempt.ts';
import type { Sql } from '../storage/sql.ts';
import { touchClient } from '../storage/tables/clients/clients.ts';
import {
  rememberEndedSecrets,
  rememberSecrets,
  trimRemovedSecrets,
} from '../storage/tables/clients/removed-secrets.ts';
import { deleteEndedSecrets, deleteSecret, listSecrets, type SecretRow } from '../storage/tables/clients/secrets.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient } from './actor.ts';
import { type Client, findManagedClient } from './find.ts';
import { makeSecret } from './new-secret.ts';

export type { SecretRow } from '../storage/tables/clients/secrets.ts';

/** `unknown`: deleted in the meantime, or never this person's. The others are told in the words of the catalogue. */
export type SecretRefusal = {
  readonly reason: 'unknown' | 'secret_of_public' | 'secrets_full' | 'secret_last';
};

/** Two, so that a new one can be deployed while the old one still works. */
export const MOST_SECRETS = 2;

export function secretsOf(client: Client, world: World): Promise<readonly SecretRow[]> {
  return listSecrets(world.database, client.id, world.now());
}

/** Answers the secret, to be shown once. */
export async function addSecret(
  world: World,
  publicId: string,
  actor: Actor,
): Promise<Result<{ readonly client: Client; readonly secret: string }, SecretRefusal>> {
  return await attempt(async () => {
    const client = await findManagedClient(publicId, actor, world);
    if (!client) return refuse({ reason: 'unknown' });
    if (!client.isConfidential) return refuse({ reason: 'secret_of_public' });
    if ((await secretsOf(client, world)).length >= MOST_SECRETS) return refuse({ reason: 'secrets_full' });
    const secret = makeSecret(world, client.id, { by: actor });
    const written = await world.database.write([
      // Two that count one secret at the same time must not both add one: the second finds the version changed.
      touchClient(client, world.now()),
      ...clearEndedSecrets(client.id, world.now()),
      secret.insert,
      report(world, actor.source, 'application.secret_added', aboutClient(client, actor, secret.suffix)),
    ]);
    return written === null ? stale : accept({ client, secret: secret.value });
  });
}

/** One that was removed before is no failure: the wish is fulfilled. */
export async function removeSecret(
  world: World,
  { publicId, secretId }: { readonly publicId: string; readonly secretId: number },
  actor: Actor,
): Promise<Result<null, SecretRefusal>> {
  return await attempt<Result<null, SecretRefusal>>(async () => {
    const client = await findManagedClient(publicId, actor, world);
    if (!client) return refuse({ reason: 'unknown' });
    const secrets = await secretsOf(client, world);
    const removed = secrets.find((secret) => secret.id === secretId);
    if (!removed) return accept(null);
    // One that is about to end would leave the application without any.
    const isAnotherLeft = secrets.some((secret) => secret.id !== secretId && secret.expiresAt === null);
    if (!isAnotherLeft) return refuse({ reason: 'secret_last' });
    const written = await world.database.write([
      touchClient(client, world.now()),
      rememberSecrets(client.id, secretId, world.now()),
      deleteSecret(secretId, client.id),
      trimRemovedSecrets(client.id),
      report(world, actor.source, 'application.secret_removed', aboutClient(client, actor, removed.suffix)),
    ]);
    return written === null ? stale : accept(null);
  });
}

/** Those that ended on their own are remembered like those that were removed, from the moment of their end. */
export function clearEndedSecrets(clientId: number, now: number): readonly Sql[] {
  return [rememberEndedSecrets(clientId, now), deleteEndedSecrets(clientId, now)];
}
