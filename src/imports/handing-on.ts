/**
 * Names that go from one imported person to another: exchanged, passed along, or those of an account that was deleted at the
 * source and made anew there. Whoever gives one up has it here until the run comes to them, so it is freed before anybody
 * is brought; else the last run before a switch would leave people without their address.
 */
import type { PersonNames } from '../protocol/imports/person.ts';
import { emailKey, nicknameKey } from '../protocol/people/account-rules.ts';
import { attempt, stale } from '../storage/database.ts';
import {
  type FoundAccount,
  findImportedAccount,
  freeEmail,
  freeNickname,
  remarkAccount,
} from '../storage/tables/imports/people.ts';
import { findAccounts } from '../storage/tables/people/accounts.ts';
import type { World } from '../world.ts';

const HANDED_ON = ['nickname', 'email'] as const;
type HandedOn = (typeof HANDED_ON)[number];

/** By the numbers of accounts. */
export interface Handover {
  /** Who has here what somebody else has at the source. */
  readonly wanted: Readonly<Record<HandedOn, Set<number>>>;
  /** Those whose nickname somebody wants who is new here. */
  readonly wantedAnew: Set<number>;
  /** Who has another one at the source by now. */
  readonly left: Readonly<Record<HandedOn, Set<number>>>;
  /** Who is gone from the source. */
  readonly gone: Set<number>;
  /** Who is taken for having given it up: a dry run writes nothing. */
  readonly freed: Readonly<Record<HandedOn, ReadonlySet<number>>>;
}

const NOBODY: Handover['freed'] = { nickname: new Set(), email: new Set() };

export function noHandover(freed: Handover['freed'] = NOBODY): Handover {
  const nobody = () => ({ nickname: new Set<number>(), email: new Set<number>() });
  return { wanted: nobody(), wantedAnew: new Set(), left: nobody(), gone: new Set(), freed };
}

interface Naming {
  readonly found: FoundAccount | undefined;
  /** The accounts that have the names which the person wants. */
  readonly holders: Readonly<Record<HandedOn, readonly number[]>>;
  readonly named: Pick<PersonNames, 'nicknameKey' | 'emailKey'>;
}

/** Of each person who is judged, before anybody is brought. */
export function noteHandover(handover: Handover, id: number, { found, holders, named }: Naming): void {
  if (!found) for (const holder of holders.nickname) handover.wantedAnew.add(holder);
  for (const what of HANDED_ON) {
    for (const holder of holders[what]) if (holder !== id) handover.wanted[what].add(holder);
    const key = what === 'nickname' ? 'nicknameKey' : 'emailKey';
    if (found && found[key] !== named[key]) handover.left[what].add(id);
  }
}

type MarkOf = (account: FoundAccount) => string;

/**
 * Whose names are to be freed; undefined where nothing is handed on. What was changed here is not the import's to give. Whoever
 * is gone may be back in the next run, and gives the nickname to nobody who has another one here already.
 */
export async function toBeFreed(
  world: World,
  { wanted, wantedAnew, left, gone }: Handover,
  markOf: MarkOf,
): Promise<Handover['freed'] | undefined> {
  const freed = {
    nickname: wanted.nickname.intersection(left.nickname).union(wantedAnew.intersection(gone)),
    email: wanted.email.intersection(left.email.union(gone)),
  };
  for (const what of HANDED_ON)
    for (const id of [...freed[what]]) if (!(await isOurs(world, id, markOf))) freed[what].delete(id);
  return freed.nickname.size + freed.email.size === 0 ? undefined : freed;
}

async function isOurs({ database }: World, id: number, markOf: MarkOf): Promise<boolean> {
  const found = await findImportedAccount(database, id);
  return found !== undefined && found.mark !== null && markOf(found) === found.mark;
}

/** Gives accounts names that nobody has, until the run comes to them. Interrupted, the next run gives them theirs. */
export async function freeNames(world: World, handover: Handover, markOf: MarkOf): Promise<void> {
  const freed = await toBeFreed(world, handover, markOf);
  for (const what of HANDED_ON) {
    for (const id of freed?.[what] ?? []) await attempt(() => freeOnce(world, { id, what, markOf }));
  }
}

interface Freeing {
  readonly id: number;
  readonly what: HandedOn;
  readonly markOf: MarkOf;
}

async function freeOnce(world: World, { id, what, markOf }: Freeing): Promise<typeof stale | undefined> {
  const found = await findImportedAccount(world.database, id);
  // Changed here in this moment: then it is no longer the import's.
  if (!found || found.mark === null || markOf(found) !== found.mark) return undefined;
  const text = what === 'nickname' ? await nicknameOfNobody(world, id) : `user-${id}@imported.invalid`;
  const key = what === 'nickname' ? nicknameKey(text) : emailKey(text);
  const gone = what === 'nickname' ? { nickname: text } : { email: text, emailVerifiedAt: null };
  const written = await world.database.write([
    what === 'nickname' ? freeNickname(found, { text, key }) : freeEmail(found, { text, key }),
    remarkAccount(id, found.mark, markOf({ ...found, ...gone })),
  ]);
  return written === null ? stale : undefined;
}

async function nicknameOfNobody({ database }: World, id: number): Promise<string> {
  for (let count = 0; ; count += 1) {
    const text = count === 0 ? `imported-${id}` : `imported-${id}-${count}`;
    const found = await findAccounts(database, { nicknameKey: nicknameKey(text) });
    if (found.length === 0) return text;
  }
}
