/** Client authentication (SPEC D17): one read, one digest, and the same answer for every way to fail. */
import { report } from '../events/report.ts';
import type { Identification } from '../protocol/client-identification.ts';
import { isSecretOf } from '../protocol/digest.ts';
import type { Source } from '../protocol/event.ts';
import type { Refusal } from '../protocol/refusal.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { type CredentialRow, noteSecretUse, readCredentials } from '../storage/client-secrets.ts';
import type { Sql } from '../storage/sql.ts';
import type { World } from '../world.ts';
import { isPrintable } from './client-id.ts';

export interface AuthenticatedClient {
  readonly id: number;
  readonly publicId: string;
  readonly isConfidential: boolean;
  /** What it may ask for. */
  readonly scope: readonly string[];
  /** The family of its own tokens; null for a public client. */
  readonly machineFamilyId: number | null;
}

/** A digest that no secret has: comparing with it costs what comparing with a kept one costs. */
const NOBODYS_DIGEST = 'A'.repeat(43);

/** On the path of every token request: one statement, and no write but the note of the secret's last use. */
export async function authenticateClient(
  identification: Identification,
  world: World,
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
  if (secretId === undefined) return refuse({ reason: 'client_secret_wrong' });
  world.notebook.note(`secret:${secretId}`, now, () => noteSecretUse(secretId, now));
  return accept(clientOf(client));
}

/** The event of a failed authentication; its client is looked up here, where nobody waits for speed. */
export async function reportFailure(
  world: World,
  identification: Identification,
  source: Source,
  refusal: Refusal,
): Promise<Sql> {
  const { clientId } = identification;
  const rows = isPrintable(clientId) ? await readCredentials(world.database, clientId) : [];
  const about = { clientId: rows[0]?.id ?? null, detail: refusal.reason };
  return report(world, source, 'application.authentication_failed', about);
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

function clientOf(row: CredentialRow): AuthenticatedClient {
  return {
    id: row.id,
    publicId: row.publicId,
    isConfidential: row.confidentialAt !== null,
    scope: row.scope.split(' '),
    machineFamilyId: row.machineFamilyId,
  };
}
