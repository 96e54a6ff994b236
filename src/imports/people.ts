/** Brings people over: new ones with their password hashes, and what changed at the source about those brought before. */
import { isForeignHash, PEPPERED } from '../passwords/foreign.ts';
import { digest } from '../protocol/digest.ts';
import { type ForeignPerson, nameOf, type PersonNames, type Taken } from '../protocol/imports/person.ts';
import { emailKey, nicknameKey, nicknameSkeleton } from '../protocol/people/account-rules.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import {
  changeImportedAccount,
  type FoundAccount,
  findImportedAccount,
  type ImportedPerson,
  insertImportedAccount,
  markImportedAccount,
  remarkAccount,
} from '../storage/tables/imports/people.ts';
import { findAccounts } from '../storage/tables/people/accounts.ts';
import { insertCredential, putPassword } from '../storage/tables/people/credentials.ts';
import { findSkeletonHolder } from '../storage/tables/people/skeletons.ts';
import type { World } from '../world.ts';
import { type Handover, noteHandover } from './handing-on.ts';
import { ImportRefused } from './refused.ts';
import { notePerson, type PeopleReport, tellPerson } from './report.ts';

/** Whether the source put a pepper behind passwords: without a word about it, what was brought with one is not undone. */
export type Pepper = 'named' | 'none' | 'unsaid';

interface PeopleRun {
  readonly world: World;
  readonly importId: number;
  readonly isDry: boolean;
  readonly pepper: Pepper;
  readonly report: PeopleReport;
  /** The names that this run has given; those of the database are asked for besides. */
  readonly names: GivenNames;
  readonly handover: Handover;
  /** Is told the numbers of those who are not taken: the accounts that have them here are somebody else's, or deleted. */
  readonly notTaken: Set<number>;
}

/** By their keys, with the number of whom each was given to. */
interface GivenNames {
  readonly nicknames: Map<string, number>;
  readonly skeletons: Map<string, number>;
  readonly emails: Map<string, number>;
}

export function noNames(): GivenNames {
  return { nicknames: new Map(), skeletons: new Map(), emails: new Map() };
}

/** One after the other, since each may take a name that the next one wants; they are written together. */
export async function bringPeople(run: PeopleRun, people: readonly ForeignPerson[]): Promise<void> {
  const known = await Promise.all(people.map((person) => knownAbout(run.world, person)));
  const judged: Judged[] = [];
  for (const [index, person] of people.entries()) judged.push(await judge(run, person, known[index] ?? UNKNOWN));
  const written = run.isDry ? [] : await Promise.all(judged.map(({ batch }) => write(run, batch)));
  for (const [index, person] of people.entries()) {
    // A number or a name was taken by the running service in this very moment.
    if (written[index] === null) await bringAgain(run, person);
    else judged[index]?.count();
  }
}

function write({ world }: PeopleRun, batch: readonly Sql[]): ReturnType<World['database']['write']> {
  return batch.length === 0 ? Promise.resolve([]) : world.database.write(batch);
}

async function bringAgain(run: PeopleRun, person: ForeignPerson): Promise<void> {
  await attempt(async () => {
    const { batch, count } = await judge(run, person, await knownAbout(run.world, person));
    if ((await write(run, batch)) === null) return stale;
    count();
  });
}

interface Known {
  readonly found: FoundAccount | undefined;
  /** The accounts that have the names which the person wants. */
  readonly holders: Readonly<Record<'nickname' | 'skeleton' | 'email', readonly number[]>>;
}

const UNKNOWN: Known = { found: undefined, holders: { nickname: [], skeleton: [], email: [] } };

async function knownAbout({ database }: World, { id, nickname, email }: ForeignPerson): Promise<Known> {
  const keys = { id, nicknameKey: nicknameKey(nickname), emailKey: emailKey(email) };
  const [found, accounts, alike] = await Promise.all([
    findImportedAccount(database, id),
    findAccounts(database, keys),
    findSkeletonHolder(database, nicknameSkeleton(nickname)),
  ]);
  const holders = {
    nickname: accounts.filter((account) => nicknameKey(account.nickname) === keys.nicknameKey).map((one) => one.id),
    skeleton: alike === undefined ? [] : [alike],
    email: accounts.filter((account) => emailKey(account.email) === keys.emailKey).map((one) => one.id),
  };
  return { found, holders };
}

interface Judged {
  readonly batch: readonly Sql[];
  /** To be called once it is written. */
  readonly count: () => void;
}

async function judge(run: PeopleRun, person: ForeignPerson, { found, holders }: Known): Promise<Judged> {
  const { report, world } = run;
  // The mark of an account that was deleted is swept.
  if (found && found.deletedAt !== null) return refusePerson(run, person, 'deleted_here');
  if (found && found.mark === null) return refusePerson(run, person, 'exists_here');
  if (found && markOf(found) !== found.mark) return nothing(() => count(report, 'changedHere'));
  const named = await chooseNames(run, person, holders);
  if (run.isDry) noteHandover(run.handover, person.id, { found, holders, named });
  const hash = keptHash(run, person) ?? found?.secret ?? null;
  if (run.pepper === 'unsaid' && found?.secret === `${PEPPERED}${hash}`) throw new ImportRefused(PEPPER_MISSING);
  const row = rowOf(person, named, world.now());
  const next = markOf({ ...row, secret: hash });
  const told = (what: Figure) => () => {
    count(report, what);
    tellPerson(report, person, named, hash);
  };
  if (!found) return { batch: insertion(run, row, hash, next), count: told('added') };
  if (next === found.mark) return nothing(told('unchanged'));
  return { batch: change(run, { row, hash, next }, found), count: told('changed') };
}

const PEPPER_MISSING =
  'Passwords were brought with a pepper before, and this run has none: nobody could sign in any more. Name it again with --pepper-file FILE; where the source has none, --no-pepper says so. Nothing was changed.';

type Figure = 'added' | 'changed' | 'unchanged' | 'changedHere' | 'refused';

function count(report: PeopleReport, figure: Figure): void {
  report[figure] += 1;
}

function nothing(counting: () => void): Judged {
  return { batch: [], count: counting };
}

/** A nickname that had to be made may be somebody's, too: then the next one is tried. */
async function chooseNames(run: PeopleRun, person: ForeignPerson, holders: Known['holders']): Promise<PersonNames> {
  const { names, world } = run;
  const { freed } = run.handover;
  const others = (what: keyof Known['holders']) =>
    holders[what].some((id) => id !== person.id && !freed[what === 'email' ? what : 'nickname'].has(id));
  const blocked = new Set(others('nickname') ? [nicknameKey(person.nickname)] : []);
  const taken: Taken = {
    nickname: (key) => blocked.has(key) || isGiven(names.nicknames, key, person),
    skeleton: (text) => isGiven(names.skeletons, text, person) || others('skeleton'),
    email: (key) => isGiven(names.emails, key, person) || others('email'),
  };
  let named = nameOf(person, taken);
  while (named.renamed !== null && !blocked.has(named.nicknameKey)) {
    const found = await findAccounts(world.database, { id: person.id, nicknameKey: named.nicknameKey, emailKey: '' });
    if (!found.some((account) => account.id !== person.id)) break;
    blocked.add(named.nicknameKey);
    named = nameOf(person, taken);
  }
  names.nicknames.set(named.nicknameKey, person.id);
  names.emails.set(named.emailKey, person.id);
  if (named.nicknameSkeleton !== null) names.skeletons.set(named.nicknameSkeleton, person.id);
  return named;
}

function isGiven(names: ReadonlyMap<string, number>, key: string, { id }: ForeignPerson): boolean {
  return (names.get(key) ?? id) !== id;
}

function refusePerson(
  { report, notTaken }: PeopleRun,
  { id }: ForeignPerson,
  why: 'exists_here' | 'deleted_here',
): Judged {
  notTaken.add(id);
  return nothing(() => {
    count(report, 'refused');
    notePerson(report, { id, kind: 'refused', why, nickname: '' });
  });
}

function keptHash({ pepper }: PeopleRun, { hash }: ForeignPerson): string | null {
  if (hash === null || !isForeignHash(hash)) return null;
  return pepper === 'named' && hash.startsWith('$2') ? PEPPERED + hash : hash;
}

function rowOf(person: ForeignPerson, named: PersonNames, now: number): ImportedPerson {
  const createdAt = Math.min(person.createdAt ?? now, now);
  return {
    id: person.id,
    nickname: named.nickname,
    nicknameKey: named.nicknameKey,
    nicknameSkeleton: named.nicknameSkeleton,
    email: named.email,
    emailKey: named.emailKey,
    emailVerifiedAt: named.withoutEmail === null ? person.verifiedAt : null,
    name: person.name,
    locale: person.locale,
    createdAt,
    onlineAt: Math.max(createdAt, Math.min(person.onlineAt ?? createdAt, now)),
    disabledAt: person.disabledAt,
  };
}

/** What an import writes about a person, and what it compares with at the next run. */
export function markOf(account: Omit<FoundAccount, 'mark' | 'credentialId' | 'deletedAt'>): string {
  const { nickname, email, emailVerifiedAt, name, locale, disabledAt, secret } = account;
  const facts = [nickname, email, emailVerifiedAt !== null, name, locale, disabledAt !== null, secret];
  return digest(JSON.stringify(facts));
}

function insertion(
  { world, importId }: PeopleRun,
  row: ImportedPerson,
  hash: string | null,
  mark: string,
): readonly Sql[] {
  return [
    insertImportedAccount(row),
    ...(hash === null ? [] : [insertCredential(credentialOf(world, row, hash))]),
    markImportedAccount({ accountId: row.id, importId, digest: mark }),
  ];
}

function change(
  { world }: PeopleRun,
  { row, hash, next }: { readonly row: ImportedPerson; readonly hash: string | null; readonly next: string },
  found: FoundAccount,
): readonly Sql[] {
  return [
    changeImportedAccount(row, found),
    ...(hash === null || hash === found.secret ? [] : [putPassword(credentialOf(world, row, hash))]),
    remarkAccount(row.id, found.mark ?? '', next),
  ];
}

function credentialOf(world: World, { id, createdAt }: ImportedPerson, hash: string) {
  return { id: world.nextId(), accountId: id, kind: 'password', secret: hash, createdAt };
}
