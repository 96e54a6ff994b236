/** Requests that name themselves by an Idempotency-Key, or a form by its token, and create something once, however often they are sent. */
import { digest } from '../protocol/digest.ts';
import type { Sql } from '../storage/sql.ts';
import { type CreationRow, dropEndedCreation, findCreation, insertCreation } from '../storage/tables/creations.ts';
import type { World } from '../world.ts';

/** What an act that creates something needs to know: `note` belongs into its batch, and lets one of several happen. */
export interface Once<Made> {
  isDone(): Promise<boolean>;
  note(made: Made): Sql;
}

/** How long a key is remembered: longer than any client retries by itself. */
const KEPT_SECONDS = 86_400;

export interface NamedRequest {
  /** Who sent it: an account and an application. The same key of somebody else is another key. */
  readonly sender: string;
  readonly key: string;
  /** What was asked, without passwords and secrets: only its digest is kept. */
  readonly asked: string;
}

export interface Creation {
  readonly status: number;
  readonly location: string;
  /** As JSON, without secrets. */
  readonly answer: string;
  /** Whom the answer tells of: it is erased when that person or application is deleted. Null for neither. */
  readonly about: { readonly accountId: number } | { readonly clientId: number } | null;
}

/** `other` where the key was used for another request; `erased` where what it created was deleted. */
export async function findAnswered(
  world: World,
  named: NamedRequest,
): Promise<Omit<Creation, 'about'> | 'other' | 'erased' | undefined> {
  const known = await findKept(world, nameOf(named));
  if (!known) return undefined;
  if (known.answer === '') return 'erased';
  return known.request === digest(named.asked) ? known : 'other';
}

export function happensOnce<Made>(world: World, named: NamedRequest, creationOf: (made: Made) => Creation): Once<Made> {
  const name = nameOf(named);
  return {
    isDone: async () => (await findKept(world, name)) !== undefined,
    note(made) {
      const { about, ...answered } = creationOf(made);
      const expiresAt = world.now() + KEPT_SECONDS;
      const whom = { accountId: null, clientId: null, ...about };
      return insertCreation({ digest: name, request: digest(named.asked), ...answered, ...whom, expiresAt });
    },
  };
}

function nameOf({ sender, key }: NamedRequest): string {
  return digest(`${sender} ${key}`);
}

async function findKept(world: World, name: string): Promise<CreationRow | undefined> {
  const known = await findCreation(world.database, name);
  if (!known || known.expiresAt > world.now()) return known;
  await world.database.write([dropEndedCreation(name, world.now())]);
  return undefined;
}
