/** Client authentication (SPEC D17): one read, one digest, and the same answer for every way to fail. */

import { type RefusalRecord, recordRefusal } from '../events/refusal-record.ts';
import { report } from '../events/report.ts';
import { perRecord } from '../per-record.ts';
import type { Identification } from '../protocol/clients/identification.ts';
import { isSecretOf } from '../protocol/digest.ts';
import { type PlaygroundCall, STAND_IN_SECRET } from '../protocol/playground/run.ts';
import { type Refusal, toWire } from '../protocol/refusal.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { oncePerMinute } from '../storage/later/once-per-minute.ts';
import type { Sql } from '../storage/sql.ts';
import { type CredentialRow, noteSecretUse, readCredentials } from '../storage/tables/clients/secrets.ts';
import type { World } from '../world.ts';
import { isPrintable } from './client-id.ts';
import { describeSecret } from './wrong-secret.ts';

export interface AuthenticatedClient {
  readonly id: number;
  readonly publicId: string;
  readonly isConfidential: boolean;
  /** What it may ask for. */
  readonly scope: readonly string[];
  /** The family of its own tokens; null for a public client. */
  readonly machineFamilyId: number | null;
  /** Why an administrator has suspended it; null while it is not. */
  readonly suspendedBecause: string | null;
}

/** A digest that no secret has: comparing with it costs what comparing with a kept one costs. */
const NOBODYS_DIGEST = 'A'.repeat(43);

/** On the path of every token request: one statement, and no write but the note of the secret's last use. */
export async function authenticateClient(
  identification: Identification,
  world: World,
  playground?: PlaygroundCall,
): Promise<Result<AuthenticatedClient, Refusal>> {
  const { clientId, secret } = identification;
  const rows = isPrintable(clientId) ? await readCredentials(world.database, clientId) : [];
  const [client] = rows;
  const now = world.now();
  const secretId = secret === undefined ? undefined : findSecret(secret, rows, now);
  if (!client) return refuse({ reason: 'client_unknown' });
  if (client.confidentialAt === null) {
    return secret === undefined ? accept(clientOf(client)) : refuse({ reason: 'client_secret_unexpected' });
  }
  if (secret === undefined) return refuse({ reason: 'client_secret_missing' });
  // The mark cannot come from outside, so there this is one wrong secret among others.
  if (secret === STAND_IN_SECRET && playground?.clientId === client.id) return accept(clientOf(client));
  if (secretId === undefined) return refuse({ reason: 'client_secret_wrong' });
  if (claimMinute(client, now)) {
    world.deferred.defer(`secret:${secretId}`, now, () => noteSecretUse(secretId, now));
  }
  return accept(clientOf(client));
}

/** What a failed authentication leaves behind; its client is looked up here, where nobody waits for speed. */
export async function reportFailure(
  world: World,
  identification: Identification,
  trail: RefusalRecord,
  refusal: Refusal,
): Promise<readonly Sql[]> {
  const { clientId: publicId, secret } = identification;
  const rows = isPrintable(publicId) ? await readCredentials(world.database, publicId) : [];
  const clientId = rows[0]?.id ?? null;
  if (clientId !== null) world.deferred.count(clientId, 'error', world.now());
  const isWrong = secret !== undefined && refusal.reason === 'client_secret_wrong';
  const facts = isWrong ? await describeSecret(world, secret, rows) : [];
  const because = { reason: refusal.reason, error: toWire(refusal).error };
  return [
    report(world, trail.source, 'application.authentication_failed', { clientId, detail: refusal.reason }),
    recordRefusal(world, trail, because, { clientId, facts }),
  ];
}

/**
 * Every kept digest is compared, so that the time tells neither which one fits nor whether the client exists. One that
 * has ended (SPEC D2) fits nobody any more.
 */
function findSecret(secret: string, rows: readonly CredentialRow[], now: number): number | undefined {
  let found: number | undefined;
  let compared = 0;
  for (const { secretId, digest, expiresAt } of rows) {
    if (secretId === null || digest === null) continue;
    compared += 1;
    if (isSecretOf(secret, digest) && (expiresAt === null || now < expiresAt)) found = secretId;
  }
  if (compared === 0) isSecretOf(secret, NOBODYS_DIGEST);
  return found;
}

/** Two secrets of one client that are used in the same minute are both noted within two: the rows change meanwhile. */
const claimMinute = oncePerMinute<CredentialRow>();

const clientOf = perRecord(
  (row: CredentialRow): AuthenticatedClient => ({
    id: row.id,
    publicId: row.publicId,
    isConfidential: row.confidentialAt !== null,
    scope: row.scope.split(' '),
    machineFamilyId: row.machineFamilyId,
    suspendedBecause: row.suspendedAt === null ? null : (row.suspendedBecause ?? ''),
  }),
);
