/** What workers do, by name: each act is done to the token core through its own functions, and to the model. */
import { findLive } from '../../src/accounts/find.ts';
import { createCounters } from '../../src/counters.ts';
import type { Log } from '../../src/log.ts';
import type { Passwords } from '../../src/passwords/argon2.ts';
import { NotNow } from '../../src/protocol/not-now.ts';
import { createDeferredWrites } from '../../src/storage/later/deferred-writes.ts';
import { createWorld, firstIdOf, type World } from '../../src/world.ts';
import * as model from '../model/model.ts';
import * as real from '../model/real.ts';
import type { Bench } from './scheduler.ts';

/** Codes and pairs have names, given by the act that brings them. Everything is Ada's and Quill's. */
export type Act =
  | { readonly act: 'authorize'; readonly gives: string }
  | { readonly act: 'exchange'; readonly code: string; readonly gives: string }
  | { readonly act: 'refresh'; readonly pair: string; readonly gives: string }
  | { readonly act: 'use'; readonly pair: string }
  | { readonly act: 'revoke'; readonly pair: string; readonly by: 'access' | 'refresh' }
  | { readonly act: 'withdraw' | 'disable' | 'enable' }
  | { readonly act: 'tick'; readonly seconds: number };

/** One after the other, as one client or one person does. */
export type Worker = readonly Act[];

export type Answer = 'ok' | 'refused' | 'unknown';

export interface Done {
  readonly act: Act;
  readonly worker: number;
  readonly answer: Answer;
  readonly detail: string;
  /** The moments of its first step and its last. */
  readonly from: number;
  readonly to: number;
  /** The second in which it began, and the one in which it ended. */
  readonly began: number;
  readonly ended: number;
}

/** The strings that were handed out, by name. */
export interface Secrets {
  readonly codes: Map<string, string>;
  readonly pairs: Map<string, { readonly access: string; readonly refresh: string }>;
}

export interface Place {
  readonly template: real.Template;
  readonly log: Log;
  readonly passwords: Passwords;
  readonly settings: World['settings'];
}

const QUIET = {
  add() {},
  wrote() {},
  flush: () => Promise.resolve(),
  finish: () => Promise.resolve(),
  dropped: 0,
  waiting: 0,
};

/** Numbers and randomness are counted, so that the same choices lead to the same strings. */
export function countedChance(phase: 'before' | 'during'): Pick<World, 'nextId' | 'randomBytes'> {
  let id = firstIdOf(real.FIRST_MOMENT + (phase === 'before' ? 60 : 120));
  let drawn = phase === 'before' ? 0 : 2 ** 31;
  return {
    nextId() {
      id += 1;
      return id;
    },
    randomBytes(count) {
      drawn += 1;
      const bytes = Buffer.alloc(count, 7);
      bytes.writeUInt32BE(drawn, 0);
      return bytes;
    },
  };
}

/** Each worker meets a process of its own: nothing is remembered in common but the database. */
export function worldOf(
  { log, passwords, settings }: Place,
  bench: Bench,
  worker: number,
  chance: Pick<World, 'nextId' | 'randomBytes'>,
): World {
  const database = bench.portOf(worker);
  const deferred = createDeferredWrites(database);
  const counters = createCounters(true);
  const now = () => bench.now;
  return {
    ...createWorld({ settings, database, deferred, passwords, log, counters, now }),
    ...chance,
    refusals: QUIET,
  };
}

/** Undefined where an earlier act of the worker did not bring what this one needs. */
export async function perform(
  act: Act,
  { place, bench, worker, secrets, world }: Performing,
): Promise<Done | undefined> {
  if (!hasWhatItNeeds(act, secrets)) return undefined;
  bench.begin(worker);
  const began = bench.now;
  const { answer, detail } = await answerTo(act, { place, bench, worker, secrets, world });
  return { act, worker, answer, detail, began, ended: bench.now, ...bench.end(worker) };
}

export interface Performing {
  readonly place: Place;
  readonly bench: Bench;
  readonly worker: number;
  readonly secrets: Secrets;
  readonly world: World;
}

async function answerTo(act: Act, performing: Performing): Promise<{ answer: Answer; detail: string }> {
  try {
    const answer = await performReally(act, performing);
    return answer === 'ok' ? { answer, detail: '' } : { answer: 'refused', detail: answer };
  } catch (error) {
    // The answer would be 503: it may have happened, or not. Every other error is a defect, and ends the run.
    if (error instanceof NotNow) return { answer: 'unknown', detail: '503' };
    throw error;
  }
}

const CLIENT = 0;
const USER = 0;
const PRESENTED = { which: 0, client: CLIENT };

async function performReally(act: Act, { place, bench, worker, secrets, world }: Performing): Promise<string> {
  const { template } = place;
  const code = 'code' in act ? secrets.codes.get(act.code) : undefined;
  const pair = 'pair' in act ? secrets.pairs.get(act.pair) : undefined;
  const core: real.Real = {
    template,
    file: '',
    world,
    now: bench.now,
    codes: code === undefined ? [] : [code],
    pairs: pair === undefined ? [] : [pair],
  };
  switch (act.act) {
    case 'authorize':
      // What the hallway does with the session: one that belongs to a disabled account is none.
      if (!(await findLive(world, template.people[USER]?.id ?? 0))) return 'signed out';
      await real.authorize(core, USER, CLIENT);
      secrets.codes.set(act.gives, core.codes.at(-1) ?? '');
      return 'ok';
    case 'exchange':
      return keep(secrets, act.gives, core, await real.exchangeCode(core, PRESENTED, true));
    case 'refresh':
      return keep(secrets, act.gives, core, await real.refresh(core, PRESENTED));
    case 'use':
      return await real.use(core, 0);
    case 'revoke':
      return await real.revoke(core, PRESENTED, act.by === 'access');
    case 'tick':
      await bench.tick(worker, act.seconds);
      return 'ok';
    default:
      if (act.act === 'withdraw') await real.withdraw(core, USER, CLIENT);
      else await (act.act === 'disable' ? real.disable : real.enable)(core, USER);
      return 'ok';
  }
}

function keep(secrets: Secrets, name: string, { pairs }: real.Real, answer: string): string {
  const fresh = pairs.at(-1);
  if (answer === 'ok' && fresh) secrets.pairs.set(name, fresh);
  return answer;
}

function hasWhatItNeeds(act: Act, { codes, pairs }: Secrets): boolean {
  if ('code' in act) return codes.has(act.code);
  return 'pair' in act ? pairs.has(act.pair) : true;
}

/** Where in the model's lists a named code or pair stands. */
export interface Named {
  readonly codes: Map<string, number>;
  readonly pairs: Map<string, number>;
}

export function performInModel(act: Act, state: model.Model, named: Named): Exclude<Answer, 'unknown'> {
  const answer = answerOfModel(act, state, named);
  if (answer === 'ok' && act.act === 'authorize') named.codes.set(act.gives, state.codes.length - 1);
  if (answer === 'ok' && (act.act === 'exchange' || act.act === 'refresh'))
    named.pairs.set(act.gives, state.pairs.length - 1);
  return answer === 'ok' ? 'ok' : 'refused';
}

function answerOfModel(act: Act, state: model.Model, { codes, pairs }: Named): model.Answer {
  const which = 'code' in act ? (codes.get(act.code) ?? -1) : 'pair' in act ? (pairs.get(act.pair) ?? -1) : -1;
  const presented = { which, client: CLIENT };
  switch (act.act) {
    case 'authorize':
      if (!model.mayAuthorize(state, USER, CLIENT)) return 'invalid_client';
      model.authorize(state, USER, CLIENT);
      return 'ok';
    case 'exchange':
      return model.exchange(state, presented, true);
    case 'refresh':
      return model.refresh(state, presented);
    case 'use':
      return model.use(state, which);
    case 'revoke':
      return model.revoke(state, presented);
    case 'withdraw':
      model.withdraw(state, USER, CLIENT);
      return 'ok';
    case 'disable':
      model.disable(state, USER);
      return 'ok';
    case 'enable':
      for (const user of state.users.slice(0, 1)) user.isDisabled = false;
      return 'ok';
    case 'tick':
      state.now += act.seconds;
      return 'ok';
  }
}

export function tell(act: Act): string {
  switch (act.act) {
    case 'exchange':
      return `exchange ${act.code} for ${act.gives}`;
    case 'refresh':
      return `refresh ${act.pair} for ${act.gives}`;
    case 'authorize':
      return `authorize for ${act.gives}`;
    case 'use':
      return `use ${act.pair}`;
    case 'revoke':
      return `revoke ${act.pair} by its ${act.by} token`;
    case 'tick':
      return `${act.seconds} seconds pass`;
    default:
      return act.act;
  }
}
