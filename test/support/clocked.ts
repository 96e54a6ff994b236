/** The whole service in this process, over HTTP, with a clock that the test moves: for ends that are a day away. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { createByOperator } from '../../src/accounts/operator.ts';
import { createApp } from '../../src/app.ts';
import { changeRequired } from '../../src/clients/permissions.ts';
import { registerClient } from '../../src/clients/register.ts';
import { loadSettings } from '../../src/config/load.ts';
import { withListeningPort } from '../../src/config.ts';
import { createCounters } from '../../src/counters.ts';
import { startServer } from '../../src/http/server/server.ts';
import { createLog } from '../../src/log.ts';
import { createPasswords } from '../../src/passwords/argon2.ts';
import { createDeferredWrites } from '../../src/storage/later/deferred-writes.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { createWorld, systemClock, type World } from '../../src/world.ts';
import { type Application, CALLBACK, PASSWORD, type User } from './actors.ts';
import { type Browser, openBrowser } from './browser-like.ts';
import { everyEngine } from './each-database.ts';
import { migratedDatabase } from './postgres.ts';
import './quick-hashing.ts';
import type { Engine } from './service.ts';
import { migratedFile } from './sqlite-template.ts';

export interface Clocked {
  readonly url: string;
  readonly world: World;
  /** Seconds by which the clock goes forward. */
  pass(seconds: number): void;
  createUser(nickname: string, isAdmin?: boolean): Promise<User>;
  createApplication(owner: User, input?: Wish): Promise<Application>;
  /** A browser in which this user is signed in. */
  signedIn(user: User): Promise<Browser>;
  /** What was noted off the request's path is written now. */
  flush(): Promise<void>;
}

export interface Wish {
  readonly name?: string;
  readonly scopes?: readonly string[];
  readonly required?: readonly string[];
  readonly redirectUri?: string;
}

const NOWHERE = { address: null, userAgent: null };
/** One after the other for each service: its server, then its database. */
const closing: (() => Promise<void>)[][] = [];
const directories: string[] = [];
/** A hook that fails half way does not wait for what it has begun to start; the end of the file does. */
const starting: Promise<Clocked>[] = [];

/** Runs one test on both engines, each with a service and a clock of its own. */
export function onMovedClock(body: (clocked: Clocked) => Promise<void>, env: Record<string, string> = {}) {
  return () => everyEngine(async (engine) => body(await startClocked(engine, env)));
}

export function startClocked(engine: Engine, env: Record<string, string> = {}): Promise<Clocked> {
  const clocked = start(engine, env);
  starting.push(clocked);
  return clocked;
}

async function start(engine: Engine, env: Record<string, string>): Promise<Clocked> {
  const loaded = loadSettings({ flags: { 'log-level': 'silent' }, env, readFile: () => '' });
  if (!loaded.ok) throw new Error(loaded.faults.join('\n'));
  const steps: (() => Promise<void>)[] = [];
  closing.push(steps);
  const database = await openDatabase(engine === 'sqlite' ? sqliteFile() : await migratedDatabase(), 4);
  steps.push(() => database.close());
  let offset = 0;
  const worldAt = (port: number): World => {
    const settings = withListeningPort(loaded.loaded.settings, port);
    return createWorld({
      settings,
      origins: loaded.loaded.origins,
      database,
      deferred: createDeferredWrites(database),
      passwords: createPasswords(),
      log: createLog(settings),
      counters: createCounters(settings.dangerNoRateLimits),
      now: () => systemClock() + offset,
    });
  };
  const { promise: opened, resolve: open } = Promise.withResolvers<World>();
  const listenerAt = (port: number) => {
    const made = worldAt(port);
    open(made);
    return createApp(made);
  };
  const server = await startServer({ host: '127.0.0.1', port: 0, listenerAt });
  steps.unshift(() => server.stop(0));
  const world = await opened;
  const { url } = world.settings;
  return {
    url,
    world,
    pass: (seconds) => {
      offset += seconds;
    },
    createUser: (nickname, isAdmin = false) => createUser(world, nickname, isAdmin),
    createApplication: (owner, input = {}) => createApplication(world, owner, input),
    signedIn: async (user) => {
      const browser = openBrowser(url);
      await browser.signIn(user);
      return browser;
    },
    flush: async () => {
      await Promise.all([world.deferred.flush(), world.activity.finish()]);
    },
  };
}

async function createUser(world: World, nickname: string, isAdmin: boolean): Promise<User> {
  const email = `${nickname}@example.org`;
  const made = await createByOperator(world, { nickname, email, password: PASSWORD }, isAdmin);
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  return { id: made.value.id, nickname, email, password: PASSWORD };
}

async function createApplication(world: World, owner: User, input: Wish): Promise<Application> {
  const actor = { id: owner.id, isAdmin: false, source: NOWHERE };
  const redirectUri = input.redirectUri ?? CALLBACK;
  const details = {
    name: input.name ?? 'Quill',
    description: '',
    homepageUrl: '',
    logoUrl: '',
    redirectUris: [redirectUri],
    scopes: input.scopes ?? ['profile', 'email'],
    isConfidential: true,
    sendsIssuer: true,
  };
  const made = await registerClient(world, { ownerId: owner.id, details, actor });
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  const { publicId, secret } = made.value;
  if (input.required) await changeRequired(world, { publicId, required: input.required }, actor);
  return { client_id: publicId, client_secret: secret ?? '', redirect_uris: [redirectUri] };
}

function sqliteFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-clocked-'));
  directories.push(directory);
  return migratedFile(join(directory, 'latchkey.db'));
}

after(async () => {
  await Promise.allSettled(starting);
  await Promise.all(
    closing.map(async (steps) => {
      for (const step of steps) await step();
    }),
  );
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});
