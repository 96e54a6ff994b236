/**
 * A worker: a person with several applications that sign in, exchange, refresh, use and revoke, and sometimes do what
 * they should not: replay codes, present old refresh tokens, invent access tokens.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { formatToken, parseToken, RANDOM_BYTES } from '../../../src/protocol/tokens/token-string.ts';
import { type Actor, authorize, exchange, refresh, revoke, signIn, type Tokens, whoami } from '../acts.ts';
import type { Chance } from '../random.ts';
import type { Application } from './place.ts';

/** A code and the pairs that came of it, the oldest first. */
interface Held {
  readonly application: Application;
  readonly code: string;
  readonly pairs: Tokens[];
}

export interface Worker {
  readonly actor: Actor;
  readonly chance: Chance;
  readonly applications: readonly Application[];
  cookie: string;
  /** What it deals with at the moment. */
  readonly held: Held[];
  /** Everything it was ever given, for the probe at the end. */
  readonly given: { readonly application: Application; readonly tokens: Tokens }[];
}

const MOST_HELD = 12;
const RETRY_PAUSE_MS = 20;
const MOST_TRIES = 40;

export async function createWorker(
  actor: Actor,
  chance: Chance,
  applications: readonly Application[],
): Promise<Worker> {
  const { secret, operation } = await signIn(actor, applications, true);
  if (secret === undefined) throw new Error(`A worker could not sign in: ${operation.detail}`);
  return { actor, chance, applications, cookie: secret, held: [], given: [] };
}

/** What a worker does next, and how often among a hundred. */
const HABITS: readonly (readonly [share: number, act: (worker: Worker) => Promise<unknown>])[] = [
  [44, begin],
  [27, renew],
  [16, look],
  [5, end],
  [3, replay],
  [3, presentOld],
  [1, invent],
  [1, signInAgain],
];

export async function work(worker: Worker, restMs: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    let lot = worker.chance.next() * 100;
    const habit = HABITS.find(([share]) => {
      lot -= share;
      return lot < 0;
    });
    await (habit?.[1] ?? begin)(worker);
    if (restMs > 0) await pause(restMs);
  }
}

/** At the end everything that was ever acknowledged is presented once more. */
export async function probe(worker: Worker): Promise<void> {
  for (const { application, tokens } of worker.given) await whoami(worker.actor, tokens.access, application);
  for (const { application, pairs } of worker.held) {
    const last = pairs.at(-1);
    if (last) await refresh(worker.actor, last.refresh, application);
  }
}

async function begin(worker: Worker): Promise<void> {
  const application = worker.chance.pick(worker.applications);
  const code = (await insist(() => authorize(worker.actor, worker.cookie, application)))?.secret;
  if (code === undefined) return;
  // SECURITY-CASES §4.5: an exchange whose answer was lost is tried again with the same code.
  const answer = await insist(() => exchange(worker.actor, code, application));
  if (answer?.secret) hold(worker, { application, code, pairs: [] }, answer.secret);
}

function hold(worker: Worker, held: Held, tokens: Tokens): void {
  held.pairs.push(tokens);
  worker.given.push({ application: held.application, tokens });
  if (worker.held.includes(held)) return;
  if (worker.held.length >= MOST_HELD) worker.held.splice(worker.chance.below(MOST_HELD), 1);
  worker.held.push(held);
}

/** One in four refreshes from two places at once. */
async function renew(worker: Worker): Promise<void> {
  const held = someHeld(worker);
  const last = held?.pairs.at(-1);
  if (!held || !last) return await begin(worker);
  const times = worker.chance.below(4) === 0 ? 2 : 1;
  const answers = await Promise.all(
    Array.from({ length: times }, () => insist(() => refresh(worker.actor, last.refresh, held.application))),
  );
  for (const answer of answers) {
    if (answer?.secret) hold(worker, held, answer.secret);
    else if (answer?.operation.outcome === 'refused') drop(worker, held);
  }
}

async function look(worker: Worker): Promise<void> {
  const held = someHeld(worker);
  if (!held) return await begin(worker);
  const tokens = worker.chance.below(3) === 0 ? worker.chance.pick(held.pairs) : held.pairs.at(-1);
  if (tokens) await whoami(worker.actor, tokens.access, held.application);
}

async function end(worker: Worker): Promise<void> {
  const held = someHeld(worker);
  if (!held) return await begin(worker);
  const tokens = worker.chance.pick(held.pairs);
  await revoke(worker.actor, worker.chance.below(2) ? tokens.access : tokens.refresh, held.application);
  await whoami(worker.actor, tokens.access, held.application);
  drop(worker, held);
}

async function replay(worker: Worker): Promise<void> {
  const held = someHeld(worker);
  if (!held) return await begin(worker);
  await exchange(worker.actor, held.code, held.application);
  await look(worker);
}

async function presentOld(worker: Worker): Promise<void> {
  const held = someHeld(worker);
  const old = held?.pairs.at(-2);
  if (!held || !old) return await renew(worker);
  const { secret } = await refresh(worker.actor, old.refresh, held.application);
  if (secret) hold(worker, held, secret);
}

/** The number of a real token with other random bytes. */
async function invent(worker: Worker): Promise<void> {
  const held = someHeld(worker);
  const id = parseToken('access', held?.pairs.at(-1)?.access ?? '');
  if (!held || id === undefined) return await begin(worker);
  const invented = formatToken('access', id, Buffer.alloc(RANDOM_BYTES, worker.chance.below(256)));
  await whoami(worker.actor, invented, held.application);
}

async function signInAgain(worker: Worker): Promise<void> {
  const { secret } = await signIn(worker.actor, worker.applications, false);
  if (secret) worker.cookie = secret;
}

function someHeld({ held, chance }: Worker): Held | undefined {
  return held.length === 0 ? undefined : chance.pick(held);
}

function drop(worker: Worker, held: Held): void {
  const place = worker.held.indexOf(held);
  if (place >= 0) worker.held.splice(place, 1);
}

type Answered = { readonly operation: { readonly outcome: string } };

/** Tries again until there is an answer, as a client does whose connection breaks. */
async function insist<Answer extends Answered>(act: () => Promise<Answer>): Promise<Answer | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const answer = await act();
    const { outcome } = answer.operation;
    if (outcome === 'ok' || outcome === 'refused') return answer;
    await pause(RETRY_PAUSE_MS);
  }
  return undefined;
}
