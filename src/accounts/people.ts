/** Finds people for administrators: by nickname, e-mail address or number; or the newest, page by page. */
import { emailKey, nicknameKey } from '../protocol/people/account-rules.ts';
import { findPeople, listPeople, type PersonRow } from '../storage/tables/people/search.ts';
import type { World } from '../world.ts';
import { findPerson } from './administration.ts';
import { type Account, findByName } from './find.ts';

export type { PersonRow } from '../storage/tables/people/search.ts';

interface PeoplePage {
  readonly people: readonly PersonRow[];
  /** True when more fit than are shown. */
  readonly hasMore: boolean;
}

const PAGE = 25;
const LONGEST_TYPED = 254;
const FROM_THE_NEWEST = { createdAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** Beginnings of nicknames and of addresses fit, and whole numbers. */
export async function searchPeople(world: World, typed: string): Promise<PeoplePage> {
  const words = typed.slice(0, LONGEST_TYPED);
  const search = { id: numberIn(words), nicknameKey: nicknameKey(words), emailKey: emailKey(words) };
  return pageOf(await findPeople(world.database, search, PAGE + 1));
}

/** Newest first; `before` is the number of the last account on the page before. Null when that account is unknown. */
export async function newestPeople(world: World, before: number | null): Promise<PeoplePage | null> {
  const last = before === null ? FROM_THE_NEWEST : await findPerson(world, before);
  return last && pageOf(await listPeople(world.database, last, PAGE + 1));
}

/** The account that a nickname, an address or a number names exactly. */
export async function findNamed(world: World, typed: string): Promise<Account | null> {
  const named = await findByName(world, typed);
  const id = numberIn(typed);
  return named ?? (id === null ? null : await findPerson(world, id));
}

/** Account numbers have 32 bits. */
function numberIn(typed: string): number | null {
  return /^[1-9]\d{0,9}$/.test(typed.trim()) ? Number(typed.trim()) : null;
}

function pageOf(found: readonly PersonRow[]): PeoplePage {
  return { people: found.slice(0, PAGE), hasMore: found.length > PAGE };
}
