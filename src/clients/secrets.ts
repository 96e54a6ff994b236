/** The secrets of an application: made and shown once, a second one beside the first, rotated, removed (SPEC D2). */
import { report } from '../events/report.ts';
import type { Once } from '../limits/once.ts';
import { type Overlap, overlapSeconds } from '../protocol/clients/secret-overlap.ts';
import { digest, isSecretOf } from '../protocol/digest.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { formatSecret, SECRET_RANDOM_BYTES } from '../protocol/tokens/token-string.ts';
import type { Sql } from '../storage/sql.ts';
import {
  rememberEndedSecrets,
  rememberSecrets,
  trimRemovedSecrets,
} from '../storage/tables/clients/removed-secrets.ts';
import {
  deleteEndedSecrets,
  deleteSecret,
  deleteSecretsOf,
  endSecret,
  insertSecret,
  listSecrets,
  readCredentials,
  type SecretRow,
} from '../storage/tables/clients/secrets.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient, actOnClient, type Judged } from './act.ts';
import type { Client } from './find.ts';

/**
 * `unknown`: deleted in the meantime, or not manageable by this account. `answered`: a request of the management API with
 * the same key was answered before. The page texts have words for the others.
 */
export type SecretRefusal = {
  readonly reason: 'unknown' | 'secret_of_public' | 'secrets_full' | 'secret_last' | 'answered';
};

/** Two, so that a new one can be deployed while the old one still works. */
export const MOST_SECRETS = 2;

export function secretsOf(client: Client, world: World): Promise<readonly SecretRow[]> {
  return listSecrets(world.database, client.id, world.now());
}

export interface Added {
  readonly client: Client;
  readonly secret: string;
  /** Whether it had none before. */
  readonly isFirst: boolean;
  /** As it is listed. */
  readonly row: Pick<SecretRow, 'id' | 'suffix' | 'createdAt'>;
}

/** Answers the secret, to be shown once. */
export async function addSecret(
  world: World,
  publicId: string,
  actor: Actor,
  once?: Once<Added>,
): Promise<Result<Added, SecretRefusal>> {
  // Two requests that both count one secret do not both add one: the second finds the version changed.
  const outcome = await actOnClient(world, { publicId, actor }, async (client): Promise<JudgedSecret<Added>> => {
    const before = await secretsOf(client, world);
    // Asked after what it may have written was read, so that a repetition is not refused for what the first one did.
    if (await once?.isDone()) return refusal('answered');
    if (!client.isConfidential) return refusal('secret_of_public');
    if (before.length >= MOST_SECRETS) return refusal('secrets_full');
    const secret = makeSecret(world, client.id, { by: actor });
    const added = { client, secret: secret.value, isFirst: before.length === 0, row: secret.row };
    return {
      batch: [
        ...clearEndedSecrets(client.id, world.now()),
        secret.insert,
        report(world, actor.source, 'application.secret_added', aboutClient(client, actor, secret.suffix)),
        ...(once ? [once.note(added)] : []),
      ],
      done: () => accept(added),
    };
  });
  return outcome ?? refuse({ reason: 'unknown' });
}

/** Succeeds also when the secret was removed before. */
export async function removeSecret(
  world: World,
  { publicId, secretId }: { readonly publicId: string; readonly secretId: number },
  actor: Actor,
): Promise<Result<null, SecretRefusal>> {
  const outcome = await actOnClient(world, { publicId, actor }, async (client): Promise<JudgedSecret<null>> => {
    const secrets = await secretsOf(client, world);
    const removed = secrets.find((secret) => secret.id === secretId);
    if (!removed) return { answer: accept(null) };
    // A secret with an end does not count: the application would be left without any.
    const isAnotherLeft = secrets.some((secret) => secret.id !== secretId && secret.expiresAt === null);
    if (!isAnotherLeft) return refusal('secret_last');
    const batch = [
      rememberSecrets(client.id, secretId, world.now()),
      deleteSecret(secretId, client.id),
      trimRemovedSecrets(client.id),
      report(world, actor.source, 'application.secret_removed', aboutClient(client, actor, removed.suffix)),
    ];
    return { batch, done: () => accept(null) };
  });
  return outcome ?? refuse({ reason: 'unknown' });
}

export interface Rotated {
  readonly client: Client;
  /** Shown once. */
  readonly secret: string;
  /** When those before it stop working; now, where there is no overlap. */
  readonly endsAt: number;
  readonly oldCount: number;
  /** The new one, as it is listed. */
  readonly row: Added['row'];
}

interface Rotation {
  readonly publicId: string;
  readonly overlap: Overlap;
  readonly once?: Once<Rotated> | undefined;
}

/** With an overlap there is room for one old secret; without, every old one goes. */
export async function rotateSecret(
  world: World,
  { publicId, overlap, once }: Rotation,
  actor: Actor,
): Promise<Result<Rotated, SecretRefusal>> {
  const outcome = await actOnClient(world, { publicId, actor }, async (client): Promise<JudgedSecret<Rotated>> => {
    const before = await secretsOf(client, world);
    if (await once?.isDone()) return refusal('answered');
    if (!client.isConfidential) return refusal('secret_of_public');
    const now = world.now();
    const endsAt = now + overlapSeconds(overlap);
    if (endsAt > now && before.length >= MOST_SECRETS) return refusal('secrets_full');
    const secret = makeSecret(world, client.id, { by: actor });
    const what = `${secret.suffix}; ${before.map(({ suffix }) => suffix).join(', ')} until ${new Date(endsAt * 1000).toISOString()}`;
    const rotated = { client, secret: secret.value, endsAt, oldCount: before.length, row: secret.row };
    const batch = [
      ...(endsAt > now ? outgoing(client.id, before, { endsAt, now }) : removalOfAll(client.id, now)),
      secret.insert,
      report(world, actor.source, 'application.secret_rotated', aboutClient(client, actor, what)),
      ...(once ? [once.note(rotated)] : []),
    ];
    return { batch, done: () => accept(rotated) };
  });
  return outcome ?? refuse({ reason: 'unknown' });
}

/** What is written where a secret that is given takes the place of all others. */
export function draftReplacement(world: World, client: Client, given: string, actor: Actor): readonly Sql[] {
  const secret = makeSecret(world, client.id, { by: actor, preset: given });
  return [
    ...removalOfAll(client.id, world.now()),
    secret.insert,
    report(world, actor.source, 'application.secret_rotated', aboutClient(client, actor, secret.suffix)),
  ];
}

/** Whether this is one of the secrets that work now. */
export async function isSecretNow(world: World, { publicId }: Client, given: string): Promise<boolean> {
  const now = world.now();
  const rows = await readCredentials(world.database, publicId);
  return rows.some(
    ({ digest: kept, expiresAt }) => kept !== null && (expiresAt ?? now + 1) > now && isSecretOf(given, kept),
  );
}

type JudgedSecret<T> = Judged<Result<T, SecretRefusal>>;

function refusal(reason: SecretRefusal['reason']): JudgedSecret<never> {
  return { answer: refuse({ reason }) };
}

/** A secret that ends earlier keeps its end. */
function outgoing(
  clientId: number,
  secrets: readonly SecretRow[],
  { endsAt, now }: { readonly endsAt: number; readonly now: number },
): readonly Sql[] {
  const longer = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > endsAt);
  return [...clearEndedSecrets(clientId, now), ...longer.map(({ id }) => endSecret(id, clientId, endsAt))];
}

export function removalOfAll(clientId: number, now: number): readonly Sql[] {
  return [rememberSecrets(clientId, null, now), deleteSecretsOf(clientId), trimRemovedSecrets(clientId)];
}

/** Expired secrets are remembered like removed ones, from the moment of their end. */
function clearEndedSecrets(clientId: number, now: number): readonly Sql[] {
  return [rememberEndedSecrets(clientId, now), deleteEndedSecrets(clientId, now)];
}

interface MadeSecret {
  /** For the answer that shows it; kept nowhere. */
  readonly value: string;
  readonly suffix: string;
  readonly row: Added['row'];
  readonly insert: Sql;
}

const SUFFIX_LENGTH = 4;

/** `preset` is the secret of an imported client, which its programs already know. */
export function makeSecret(
  world: World,
  clientId: number,
  { by, preset }: { readonly by: Actor; readonly preset?: string | undefined },
): MadeSecret {
  const value = preset ?? formatSecret(world.randomBytes(SECRET_RANDOM_BYTES));
  const suffix = suffixOf(value);
  const row = { id: world.nextId(), suffix, createdAt: world.now() };
  return { value, suffix, row, insert: insertSecret({ ...row, clientId, digest: digest(value), addedBy: by.id }) };
}

/** A short imported secret shows fewer: four characters of eight would be half of it. */
function suffixOf(secret: string): string {
  const shown = Math.min(SUFFIX_LENGTH, Math.floor(secret.length / 8));
  return secret.slice(secret.length - shown);
}
