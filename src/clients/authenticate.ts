/** Client authentication (SPEC D17): one read, one digest, and the same answer for every way to fail. */

import { recordRefusal, type SentRequest } from '../events/refusal-record.ts';
import { reportBounded } from '../events/report-bounded.ts';
import { perRecord } from '../per-record.ts';
import { parseOwnLimits } from '../protocol/clients/own-limits.ts';
import type { PlaygroundCall } from '../protocol/playground/run.ts';
import { type Refusal, toWire } from '../protocol/refusal.ts';
import { factIn } from '../protocol/refusals/facts.ts';
import { accept, andThen, type Result } from '../protocol/result.ts';
import { commonScope } from '../protocol/scope.ts';
import { writeUnguarded } from '../storage/database.ts';
import { oncePerMinute } from '../storage/later/once-per-minute.ts';
import { type CredentialRow, noteSecretUse, readCredentials } from '../storage/tables/clients/secrets.ts';
import type { World } from '../world.ts';
import type { Claim, Proof } from './authentication/method.ts';
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
  /** Whether an administrator lets it ask for the scope `admin`. */
  readonly mayManage: boolean;
  /** Token requests a minute for each grant; null for as many as the setting allows. */
  readonly tokenLimit: number | null;
  /** True where nobody has ever approved it, and somebody has to. */
  readonly isUnapproved: boolean;
  /** What it may ask for in its own name: of its scope, as much as was approved. */
  readonly approvedScope: readonly string[];
}

/** On the path of every token request: one statement, and no write but the note of the secret's last use. */
export function authenticateClient(
  identification: Identification,
  world: World,
  playground?: PlaygroundCall,
): Authenticated | Promise<Authenticated> {
  const { method, clientId } = identification;
  const found = isPrintable(clientId) ? readCredentials(world.database, clientId) : [];
  const proven = andThen(found, (rows) => method.prove(identification, { rows, world, playground }));
  return andThen(proven, (proof) => noteSecret(world, proof));
}

type Authenticated = Result<AuthenticatedClient, Refusal>;

function noteSecret(world: World, proven: Result<Proof, Refusal>): Authenticated {
  if (!proven.ok) return proven;
  const { client, secretId } = proven.value;
  const now = world.now();
  if (secretId !== null && claimMinute(client, now)) {
    world.deferred.defer(`secret:${secretId}`, now, () => noteSecretUse(secretId, now));
  }
  return accept(clientOf(client));
}

/** Secrets that nobody invents: one that the application had, or has and was sent in a wrapping. */
const ITS_OWN: ReadonlySet<string> = new Set(['removed', 'wrapped']);

/**
 * Writes what a failed authentication leaves behind: nothing where there is no such client, which is only counted. The
 * client is read again: speed does not matter for a failure.
 */
export async function recordFailure(world: World, claim: Claim, sent: SentRequest, refusal: Refusal): Promise<void> {
  const { clientId: publicId, secret } = claim;
  const rows = isPrintable(publicId) ? await readCredentials(world.database, publicId) : [];
  const clientId = rows[0]?.id;
  if (clientId === undefined) {
    world.tally.count('unknown clients');
    return;
  }
  world.deferred.count(clientId, 'error', world.now());
  const isWrong = secret !== undefined && refusal.reason === 'client_secret_wrong';
  const facts = isWrong ? await describeSecret(world, secret, rows) : [];
  const because = { reason: refusal.reason, error: toWire(refusal).error };
  const isAuthentic = ITS_OWN.has(factIn(facts, 'secret_is') ?? '');
  await writeUnguarded(world.database, () => [
    ...reportBounded(world, sent.source, 'application.authentication_failed', { clientId, detail: refusal.reason }),
    ...recordRefusal(world, sent, because, { clientId, isAuthentic, facts }),
  ]);
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
    mayManage: row.adminAt !== null,
    suspendedBecause: row.suspendedAt === null ? null : (row.suspendedBecause ?? ''),
    tokenLimit: parseOwnLimits(row.limits).token_requests ?? null,
    isUnapproved: row.waitingFor === 'new',
    approvedScope: commonScope(row.scope, row.approvedScope ?? row.scope).split(' '),
  }),
);
