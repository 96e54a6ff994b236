/** Imports people from JSON lines: id, nickname, address, whether it is verified, and the hash of the password. */
import { findDoubledMember } from '../config/doubled-member.ts';
import { report as event } from '../events/report.ts';
import { NOWHERE } from '../protocol/event.ts';
import { canonicalHash, isNoHash } from '../protocol/imports/password-hash.ts';
import { type ForeignPerson, readPerson } from '../protocol/imports/person.ts';
import { readSince, readTime } from '../protocol/imports/values.ts';
import { attempt, stale } from '../storage/database.ts';
import { linesOf } from '../storage/foreign/json-lines.ts';
import { whyNoObject } from '../storage/foreign/other-forms.ts';
import { ROWS_AT_ONCE, UnfitSource } from '../storage/foreign/source.ts';
import { finishRun } from '../storage/tables/imports/runs.ts';
import type { World } from '../world.ts';
import type { Progress } from './doorkeeper/takeover.ts';
import { freeNames, type Handover, noHandover, toBeFreed } from './handing-on.ts';
import { holdImport } from './lease.ts';
import { bringPeople, markOf, noNames, type Pepper } from './people.ts';
import { ImportRefused } from './refused.ts';
import { emptyPeople, emptyTokens, type ImportReport } from './report.ts';

export const USERS = 'users';

interface UsersFile {
  readonly path: string;
  readonly pepper: Pepper;
  readonly progress: Progress;
}

export async function surveyUsers(world: World, file: UsersFile): Promise<ImportReport> {
  const looking = { isDry: true, importId: 0, renew: async () => {} };
  const handover = noHandover();
  const report = await walk(world, file, { ...looking, handover });
  const freed = await toBeFreed(world, handover, markOf);
  return freed ? await walk(world, file, { ...looking, handover: noHandover(freed) }) : report;
}

/** The whole file is read before anything is written. */
export async function importUsers(world: World, file: UsersFile): Promise<ImportReport> {
  const held = await holdImport(world, USERS);
  try {
    if (held.isUndoing)
      throw new ImportRefused('An undo of this import was begun and not finished: --undo finishes it.');
    const walking = { importId: held.importId, renew: () => held.renew() };
    const handover = noHandover();
    await walk(world, file, { ...walking, isDry: true, handover });
    await freeNames(world, handover, markOf);
    const report = await walk(world, file, { ...walking, isDry: false, handover });
    const detail = `${USERS}: ${report.people.added} people`;
    await attempt(async () => {
      const written = await world.database.write([
        finishRun(held.importId, held.lease, world.now()),
        event(world, NOWHERE, 'import.finished', { detail }),
      ]);
      return written === null ? stale : undefined;
    });
    return report;
  } finally {
    await held.release();
  }
}

interface Walk {
  readonly isDry: boolean;
  readonly importId: number;
  readonly renew: () => Promise<void>;
  readonly handover: Handover;
}

async function walk(world: World, file: UsersFile, { isDry, importId, renew, handover }: Walk): Promise<ImportReport> {
  const people = emptyPeople();
  const run = {
    world,
    importId,
    isDry,
    pepper: file.pepper,
    report: people,
    names: noNames(),
    handover,
    notTaken: new Set<number>(),
  };
  const numbers = new Set<number>();
  let chunk: ForeignPerson[] = [];
  const bring = async () => {
    await bringPeople(run, chunk);
    chunk = [];
    file.progress('people', numbers.size, isDry);
    await renew();
  };
  for await (const { number, text } of linesOf(file.path, (last) => parse(last) !== undefined)) {
    const person = readLine(file.path, number, text);
    if (numbers.has(person.id)) throw new UnfitSource(`Line ${number} of ${file.path} has the id ${person.id} again.`);
    numbers.add(person.id);
    chunk.push(person);
    if (chunk.length === ROWS_AT_ONCE) await bring();
  }
  await bring();
  return { kind: USERS, isDry, people, applications: [], tokens: emptyTokens() };
}

const COLUMNS = {
  id: 'id',
  nickname: 'nickname',
  email: 'address',
  password: 'hash',
  verified: 'verified',
  disabled: ['disabled'],
  name: 'name',
  locale: 'locale',
  created: 'created_at',
};

function readLine(path: string, number: number, text: string): ForeignPerson {
  const fail = (why: string): never => {
    throw new UnfitSource(`Line ${number} of ${path} ${why}. Nothing was imported.`);
  };
  const row = parse(text) ?? fail(`is not a JSON object: ${whyNoObject(text) ?? 'each person has a line of one'}`);
  const known = Object.values(COLUMNS).flat();
  const stranger = Object.keys(row).find((name) => !known.includes(name));
  if (stranger !== undefined)
    fail(`has ${JSON.stringify(stranger.slice(0, 40))}, which is none of ${known.join(', ')}`);
  const doubled = findDoubledMember(text)?.slice(1);
  if (doubled !== undefined) fail(`has ${doubled} more than once`);
  const nested = Object.keys(row).find((name) => typeof row[name] === 'object' && row[name] !== null);
  if (nested !== undefined) fail(`has a list or an object in ${nested}`);
  const values = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
  );
  // Programs that turn a table into lines write an empty text for what is not there, as of the other members.
  const hash = values.hash ?? '';
  if (!isNoHash(hash) && canonicalHash(hash) === undefined)
    fail('has a hash that is none of bcrypt, argon2, PBKDF2 and scrypt in a known spelling');
  // Of another service's table these are left out; here somebody would be unverified, or new, for a slip of the pen.
  if (readSince(values.verified) === undefined) fail('has in verified neither true, false nor a moment');
  if (readTime(values.created_at) === undefined) fail('has in created_at no moment');
  const person = readPerson(values, COLUMNS);
  if (person.ok) return person.value;
  return fail(
    person.refusal === 'id'
      ? `has no id that is a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`
      : 'has in disabled neither true, false nor a moment',
  );
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== 'object' || content === null || Array.isArray(content)) return undefined;
    return Object.fromEntries(Object.entries(content));
  } catch {
    // JSON has no other way to say so; the line may hold a hash and is not repeated.
    return undefined;
  }
}
