/** Makes a client secret: the value that is shown once, and the row that will recognise it. */
import { digest } from '../protocol/digest.ts';
import { formatSecret, RANDOM_BYTES } from '../protocol/tokens/token-string.ts';
import type { Sql } from '../storage/sql.ts';
import { insertSecret } from '../storage/tables/clients/secrets.ts';
import type { World } from '../world.ts';
import type { Actor } from './actor.ts';

export interface MadeSecret {
  /** For the answer that shows it; kept nowhere. */
  readonly value: string;
  readonly suffix: string;
  readonly insert: Sql;
}

const SUFFIX_LENGTH = 4;

/** `preset` is the secret of an imported client, which its programs already know. */
export function makeSecret(
  world: World,
  clientId: number,
  { by, preset }: { readonly by: Actor; readonly preset?: string | undefined },
): MadeSecret {
  const value = preset ?? formatSecret(world.randomBytes(RANDOM_BYTES));
  const suffix = suffixOf(value);
  const row = { id: world.nextId(), clientId, digest: digest(value), suffix, createdAt: world.now(), addedBy: by.id };
  return { value, suffix, insert: insertSecret(row) };
}

/** Of a short imported secret less is shown: four characters of eight would be half of it. */
function suffixOf(secret: string): string {
  const shown = Math.min(SUFFIX_LENGTH, Math.floor(secret.length / 8));
  return secret.slice(secret.length - shown);
}
