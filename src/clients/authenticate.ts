/** Client authentication (SPEC D17): one read, one digest, and the same answer for every way to fail. */

import { recordRefusal, type SentRequest } from '../events/refusal-record.ts';
import { report } from '../events/report.ts';
import { perRecord } from '../per-record.ts';
import type { PlaygroundCall } from '../protocol/playground/run.ts';
import { type Refusal, toWire } from '../protocol/refusal.ts';
import { accept, type Result } from '../protocol/result.ts';
import { oncePerMinute } from '../storage/later/once-per-minute.ts';
import type { Sql } from '../storage/sql.ts';
import { type CredentialRow, noteSecretUse, readCredentials } from '../storage/tables/clients/secrets.ts';
import type { World } from '../world.ts';
import type { Claim } from './authentication/method.ts';
import type { Identification } from './authentication/registry.ts';
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

/** On the path of every token request: one statement, and no write but the note of the secret's last use. */
export async function authenticateClient(
  identification: Identification,
  world: World,
  playground?: PlaygroundCall,
): Promise<Result<AuthenticatedClient, Refusal>> {
  const { method, clientId } = identification;
  const rows = isPrintable(clientId) ? await readCredentials(world.database, clientId) : [];
  const proven = await method.prove(identification, { rows, world, playground });
  if (!proven.ok) return proven;
  const { client, secretId } = proven.value;
  const now = world.now();
  if (secretId !== null && claimMinute(client, now)) {
    world.deferred.defer(`secret:${secretId}`, now, () => noteSecretUse(secretId, now));
  }
  return accept(clientOf(client));
}

/** What a failed authentication leaves behind. Its client is read again: speed does not matter for a failure. */
export async function reportFailure(
  world: World,
  claim: Claim,
  sent: SentRequest,
  refusal: Refusal,
): Promise<readonly Sql[]> {
  const { clientId: publicId, secret } = claim;
  const rows = isPrintable(publicId) ? await readCredentials(world.database, publicId) : [];
  const clientId = rows[0]?.id ?? null;
  if (clientId !== null) world.deferred.count(clientId, 'error', world.now());
  const isWrong = secret !== undefined && refusal.reason === 'client_secret_wrong';
  const facts = isWrong ? await describeSecret(world, secret, rows) : [];
  const because = { reason: refusal.reason, error: toWire(refusal).error };
  return [
    report(world, sent.source, 'application.authentication_failed', { clientId, detail: refusal.reason }),
    recordRefusal(world, sent, because, { clientId, facts }),
  ];
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
