/** Proves that a caller is a resource, by its secret: one read, and the same work for every way to fail. */
import { isSecretOf } from '../protocol/digest.ts';
import type { Refusal } from '../protocol/refusal.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { oncePerMinute } from '../storage/later/once-per-minute.ts';
import {
  noteResourceSecretUse,
  type ResourceCredential,
  readResourceCredentials,
} from '../storage/tables/resources/secrets.ts';
import type { World } from '../world.ts';
import { type ManagedResource, resourceOf } from './find.ts';

/** A digest that no secret has: comparing with it costs what comparing with a kept one costs. */
const DIGEST_OF_NOTHING = 'A'.repeat(43);
const PRINTABLE = /^[\x21-\x7e]{1,64}$/;

export async function proveResource(
  world: World,
  { clientId, secret }: { readonly clientId: string; readonly secret: string | undefined },
): Promise<Result<ManagedResource, Refusal>> {
  if (secret === undefined) return refuse({ reason: 'client_secret_missing' });
  const rows = PRINTABLE.test(clientId) ? await readResourceCredentials(world.database, clientId) : [];
  const proven = findProven(rows, secret, world.now());
  const [first] = rows;
  if (!first) return refuse({ reason: 'client_unknown' });
  if (!proven) return refuse({ reason: 'client_secret_wrong' });
  noteUse(world, proven);
  return accept(resourceOf(first));
}

/** Every kept digest is compared; a secret that has ended no longer fits (SPEC D2). */
function findProven(rows: readonly ResourceCredential[], secret: string, now: number): ResourceCredential | undefined {
  let found: ResourceCredential | undefined;
  let compared = 0;
  for (const row of rows) {
    if (row.digest === null) continue;
    compared += 1;
    if (isSecretOf(secret, row.digest) && (row.expiresAt === null || now < row.expiresAt)) found = row;
  }
  if (compared === 0) isSecretOf(secret, DIGEST_OF_NOTHING);
  return found;
}

const claimMinute = oncePerMinute<ResourceCredential>();

function noteUse(world: World, row: ResourceCredential): void {
  const { secretId } = row;
  const now = world.now();
  if (secretId === null || !claimMinute(row, now)) return;
  world.deferred.defer(`resource-secret:${secretId}`, now, () => noteResourceSecretUse(secretId, now));
}
