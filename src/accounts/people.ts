/** Finds people for administrators: by any part of a name, by filter and order, page by page, and all of them for a file. */
import { emailKey, nicknameKey, readAccountNumber } from '../protocol/people/account-rules.ts';
import type { PeopleFilter, PeopleOrder } from '../protocol/people/people-search.ts';
import { findAccount } from '../storage/tables/people/accounts.ts';
import type { PersonRow } from '../storage/tables/people/search.ts';
import { FIRST, findPlace, type Place, walkPeople } from '../storage/tables/people/walk.ts';
import type { World } from '../world.ts';
import { type Account, findByName } from './find.ts';

export type { PersonRow } from '../storage/tables/people/search.ts';

export interface PeopleSearch {
  /** Any part of a nickname, an address or a name; empty fits everybody. */
  readonly words: string;
  readonly filter: PeopleFilter | null;
  readonly order: PeopleOrder;
}

interface PeoplePage {
  readonly people: readonly PersonRow[];
  /** The account behind which the next page begins; null at the end. */
  readonly next: number | null;
  /** How many were looked at, where the search ended before the page was full; else null. */
  readonly lookedAt: number | null;
}

const PAGE = 25;
/** Rows that one statement looks at: a few milliseconds. */
const STRETCH = 2000;
/** 100 000 rows for one page; the next page goes on behind them. */
const MOST_STRETCHES = 50;
const LONGEST_TYPED = 254;

/** `after` is the number of an account; null for the first page. Answers null when there is no such account. */
export async function searchPeople(
  world: World,
  search: PeopleSearch,
  after: number | null,
): Promise<PeoplePage | null> {
  const place = after === null ? FIRST[search.order] : await findPlace(world.database, after);
  if (!place) return null;
  const page = await walk(world, search, place);
  if (after !== null || search.words === '') return page;
  // Whoever is named exactly comes first, however far the walk would have to go to meet them.
  const exact = await findNamed(world, search.words);
  if (!exact || search.filter !== null || page.people.some(({ id }) => id === exact.id)) return page;
  return { ...page, people: [exact, ...page.people] };
}

async function walk(world: World, search: PeopleSearch, from: Place): Promise<PeoplePage> {
  const sought = soughtBy(search);
  const people: PersonRow[] = [];
  let after = from;
  for (let stretch = 1; stretch <= MOST_STRETCHES; stretch += 1) {
    const bounds = { after, length: STRETCH, most: PAGE + 1 - people.length };
    const walked = await walkPeople(world.database, search.order, sought, bounds);
    people.push(...walked.people);
    if (people.length > PAGE) {
      const shown = people.slice(0, PAGE);
      return { people: shown, next: shown.at(-1)?.id ?? null, lookedAt: null };
    }
    if (!walked.end) return { people, next: null, lookedAt: null };
    after = walked.end;
  }
  return { people, next: after.id, lookedAt: STRETCH * MOST_STRETCHES };
}

/** Everybody who fits, a stretch at a time, for a file: no more than one stretch is in memory. */
export async function* everyPerson(world: World, search: PeopleSearch): AsyncGenerator<readonly PersonRow[]> {
  const sought = soughtBy(search);
  let after: Place | undefined = FIRST[search.order];
  while (after !== undefined) {
    const bounds = { after, length: FILE_STRETCH, most: FILE_STRETCH };
    const { people, end } = await walkPeople(world.database, search.order, sought, bounds);
    yield people;
    after = end;
  }
}

/** Every row of it may fit, and is then held and written at once. */
const FILE_STRETCH = 500;

/**
 * The account that a number, a nickname or an address names exactly. The number of an account, a deleted one too, means no
 * other, whatever others call themselves: people choose nicknames, nobody chooses a number.
 */
export async function findNamed(world: World, typed: string): Promise<Account | null> {
  const id = readAccountNumber(nicknameKey(typed));
  const numbered = id === undefined ? undefined : await findAccount(world.database, { id });
  if (numbered) return numbered.deletedAt === null ? numbered : null;
  return await findByName(world, typed);
}

/** What `findNamed` finds this account by, also where it has digits alone for a nickname, and those are another's number. */
export async function nameOf(world: World, { id, nickname }: Pick<Account, 'id' | 'nickname'>): Promise<string> {
  if (readAccountNumber(nicknameKey(nickname)) === undefined) return nickname;
  const named = await findNamed(world, nickname);
  return named?.id === id ? nickname : String(id);
}

function soughtBy({ words, filter }: PeopleSearch) {
  const typed = words.slice(0, LONGEST_TYPED);
  const lower = typed.toLowerCase();
  const capital = lower.slice(0, 1).toUpperCase() + lower.slice(1);
  const names = [pattern(typed), pattern(lower), pattern(typed.toUpperCase()), pattern(capital)] as const;
  const nickname = typed === '' ? null : pattern(nicknameKey(typed));
  return { filter, nickname, email: pattern(emailKey(typed)), names };
}

function pattern(words: string): string {
  return `%${words.replace(/[!%_]/g, '!$&')}%`;
}
