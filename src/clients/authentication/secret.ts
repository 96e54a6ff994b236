/** Proves a claim by the client's secret, for every method that carries one. */
import { isBcrypt } from '../../passwords/kinds/bcrypt.ts';
import { digest, isSecretOf } from '../../protocol/digest.ts';
import { STAND_IN_SECRET } from '../../protocol/playground/run.ts';
import type { Refusal } from '../../protocol/refusal.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { type CredentialRow, replaceDigest } from '../../storage/tables/clients/secrets.ts';
import type { Claim, KnownClient, Proof } from './method.ts';

/** A digest that no secret has: comparing with it costs what comparing with a kept one costs. */
const DIGEST_OF_NOTHING = 'A'.repeat(43);

export function proveBySecret({ secret }: Claim, known: KnownClient): Proving {
  if (secret === undefined) return proveByNothing(known);
  const found = findSecret(secret, known);
  const hashed = found === undefined ? known.rows.filter(({ digest }) => isBcrypt(digest ?? '')) : [];
  if (hashed.length === 0) return judgeSecret(secret, known, found);
  return findHashed(secret, hashed, known).then((late) => judgeSecret(secret, known, late));
}

type Proving = Result<Proof, Refusal> | Promise<Result<Proof, Refusal>>;

function judgeSecret(secret: string, known: KnownClient, secretId: number | undefined): Result<Proof, Refusal> {
  const [client] = known.rows;
  if (!client) return refuse({ reason: 'client_unknown' });
  if (client.confidentialAt === null) {
    // Only an imported application has a secret although it is public: its programs were told to send it.
    return secretId === undefined ? refuse({ reason: 'client_secret_unexpected' }) : accept({ client, secretId });
  }
  // The mark cannot come from outside; for every other request this is one wrong secret among others.
  if (secret === STAND_IN_SECRET && known.playground?.clientId === client.id) return accept({ client, secretId: null });
  return secretId === undefined ? refuse({ reason: 'client_secret_wrong' }) : accept({ client, secretId });
}

/** A public client is taken at its word; a confidential one has to prove who it is. */
export function proveByNothing({ rows: [client] }: KnownClient): Result<Proof, Refusal> {
  if (!client) return refuse({ reason: 'client_unknown' });
  if (client.confidentialAt !== null) return refuse({ reason: 'client_secret_missing' });
  return accept({ client, secretId: null });
}

/**
 * Every kept digest is compared, so that the time tells neither which one fits nor whether the client exists. A secret
 * that has ended (SPEC D2) no longer fits.
 */
function findSecret(secret: string, { rows, world }: KnownClient): number | undefined {
  const now = world.now();
  let found: number | undefined;
  let compared = 0;
  for (const { secretId, digest, expiresAt } of rows) {
    if (secretId === null || digest === null) continue;
    compared += 1;
    if (isSecretOf(secret, digest) && (expiresAt === null || now < expiresAt)) found = secretId;
  }
  if (compared === 0) isSecretOf(secret, DIGEST_OF_NOTHING);
  return found;
}

/**
 * A secret that was imported as a bcrypt hash is compared off the event loop, behind the bounded queue of passwords;
 * soon after it has fitted it is kept as all others are.
 */
async function findHashed(
  secret: string,
  hashed: readonly CredentialRow[],
  { world }: KnownClient,
): Promise<number | undefined> {
  for (const { publicId, secretId, digest: kept } of hashed) {
    if (secretId === null || kept === null || !(await world.passwords.verify(secret, kept, `client ${publicId}`)))
      continue;
    const next = digest(secret);
    world.deferred.defer(`secret-digest:${secretId}`, world.now(), () => replaceDigest(secretId, kept, next));
    return secretId;
  }
  return undefined;
}
