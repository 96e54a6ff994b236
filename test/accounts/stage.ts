/** Sets up a world of its own on each engine: a real database, a clock that is set, password checks that are counted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { byPassword } from '../../src/accounts/authentication/password.ts';
import { createByOperator } from '../../src/accounts/operator.ts';
import { findSignedIn, type SignedIn } from '../../src/accounts/sessions.ts';
import { signIn } from '../../src/accounts/sign-in.ts';
import { loadSettings } from '../../src/config/load.ts';
import { type Settings, withListeningPort } from '../../src/config.ts';
import { createCounters } from '../../src/counters.ts';
import { createLog } from '../../src/log.ts';
import { createPasswords, type Passwords } from '../../src/passwords/argon2.ts';
import type { EventKind, Source } from '../../src/protocol/event.ts';
import type { Database } from '../../src/storage/database.ts';
import { createDeferredWrites } from '../../src/storage/later/deferred-writes.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { FROM_THE_NEWEST, type LoggedEvent, readEvents } from '../../src/storage/tables/events/events.ts';
import { createWorld, type World } from '../../src/world.ts';
import { migratedDatabase } from '../support/postgres.ts';
import '../support/quick-hashing.ts';
import { migratedFile } from '../support/sqlite-template.ts';

export interface Stage {
  readonly world: World;
  /** Seconds by which the world's clock goes forward. */
  pass(seconds: number): void;
  /** How many argon2 computations have run so far. */
  hashes(): number;
  events(kind?: EventKind): Promise<readonly LoggedEvent[]>;
}

export const ENGINES = ['sqlite', 'postgres'] as const;
export const HOME: Source = { address: '192.0.2.10', userAgent: 'Test/1.0' };
export const ELSEWHERE: Source = { address: '198.51.100.7', userAgent: 'Other/2.0' };
export const PASSWORD = 'a lantern over the harbour';
export const OTHER_PASSWORD = 'seven herons on the quay';

const FIRST_MOMENT = 1_790_000_000;
const closing: (() => Promise<void>)[] = [];

export interface Person {
  readonly id: number;
  readonly nickname: string;
  readonly email: string;
}

export async function createPerson({ world }: Stage, nickname = 'Ada', isAdmin = false): Promise<Person> {
  const email = `${nickname}@example.org`;
  const made = await createByOperator(world, { nickname, email, password: PASSWORD }, isAdmin);
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  return { ...made.value, email };
}

/** Signs in and answers who the session says it is, with the value of its cookie. */
export async function signedIn(
  { world }: Stage,
  name: string,
  { source = HOME, password = PASSWORD } = {},
): Promise<SignedIn & { readonly value: string }> {
  const answer = await signIn(world, { name, presented: byPassword(password) }, { source, replaced: null });
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal));
  const value = answer.value.sessionValue;
  const who = await findSignedIn(world, value, source);
  if (!who) throw new Error('The new session is not live.');
  return { ...who, value };
}

/** The same act on both engines, each on an empty database. */
export function onEachEngine(body: (stage: Stage) => Promise<void>, changes: Partial<Settings> = {}) {
  return async () => {
    for (const engine of ENGINES) {
      try {
        await body(await setStage(engine, changes));
      } catch (error) {
        if (error instanceof Error) error.message = `on ${engine}: ${error.message}`;
        throw error;
      }
    }
  };
}

async function setStage(engine: (typeof ENGINES)[number], changes: Partial<Settings>): Promise<Stage> {
  const database = await openDatabase(engine === 'sqlite' ? sqliteFile() : await migratedDatabase(), 8);
  closing.push(() => database.close());
  const counted = countHashes(createPasswords());
  let now = FIRST_MOMENT;
  const settings = { ...defaults(), ...changes };
  const world = createWorld({
    settings,
    database,
    deferred: createDeferredWrites(database),
    passwords: counted.passwords,
    log: createLog(settings),
    counters: createCounters(settings.dangerNoRateLimits),
    now: () => now,
  });
  return {
    world,
    pass: (seconds) => {
      now += seconds;
    },
    hashes: counted.count,
    events: (kind) => eventsIn(database, kind),
  };
}

function sqliteFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-accounts-'));
  closing.unshift(async () => rmSync(directory, { recursive: true, force: true }));
  return migratedFile(join(directory, 'latchkey.db'));
}

function defaults(): Settings {
  const result = loadSettings({ flags: { 'log-level': 'silent' }, env: {}, readFile: () => '' });
  if (!result.ok) throw new Error(result.faults.join('\n'));
  return withListeningPort(result.loaded.settings, 3000);
}

/** The real thing, with a tally: a test asks whether the cost was paid, not how long it took. */
function countHashes(real: Passwords): { passwords: Passwords; count: () => number } {
  let tally = 0;
  const counting = <Arguments extends unknown[], Answer>(work: (...given: Arguments) => Answer) => {
    return (...given: Arguments): Answer => {
      tally += 1;
      return work(...given);
    };
  };
  const passwords = {
    hash: counting(real.hash),
    verify: counting(real.verify),
    verifyNothing: counting(real.verifyNothing),
    needsRehash: real.needsRehash,
    refuseIfBusy: real.refuseIfBusy,
    load: real.load,
  };
  return { passwords, count: () => tally };
}

function eventsIn(database: Database, kind: EventKind | undefined): Promise<readonly LoggedEvent[]> {
  const filter = { kinds: kind === undefined ? null : [kind], accountId: null, clientId: null, since: 0 };
  return readEvents(database, filter, { below: FROM_THE_NEWEST, most: 1000 });
}

after(async () => {
  for (const close of closing.toReversed()) await close();
});
