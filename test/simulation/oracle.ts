/**
 * Judges a schedule that is over: is there an order of its acts, one after the other, in which the model would have
 * given the same answers and the same tokens would live at the end? And do history and rows agree?
 */
import { digest } from '../../src/protocol/digest.ts';
import { introspect } from '../../src/tokens/introspect.ts';
import type { World } from '../../src/world.ts';
import { checkHistory } from '../faults/checking/checker.ts';
import type { Kind, Operation } from '../faults/checking/history.ts';
import { checkRows } from '../faults/checking/rows-check.ts';
import * as model from '../model/model.ts';
import { FIRST_MOMENT, TERMS } from '../model/real.ts';
import { type Done, type Named, type Place, performInModel, type Secrets, tell } from './acts.ts';
import type { Memory } from './memory.ts';
import { readRowsOf } from './rows-now.ts';

/** Which tokens live, by the names of their pairs: what a protected request or a refresh would find. */
export type Alive = ReadonlyMap<string, { readonly access: boolean; readonly refresh: boolean }>;

export interface Over {
  /** Everything that was done before the workers began, and by them, in the order of their ends. */
  readonly done: readonly Done[];
  readonly secrets: Secrets;
  readonly alive: Alive;
}

export function judge(memory: Memory, place: Place, over: Over): readonly string[] {
  const unexplained = isExplained(over) ? [] : ['no order of the acts explains the answers and what lives at the end'];
  return [...unexplained, ...histories(memory, place, over)];
}

/** Asking is not using (SPEC D5), so everything can be asked for. */
export async function findAlive(world: World, { pairs }: Secrets, clientId: number): Promise<Alive> {
  const alive = new Map<string, { access: boolean; refresh: boolean }>();
  for (const [name, { access, refresh }] of pairs) {
    const isActive = async (token: string) => (await introspect(world, token, clientId)).active === true;
    alive.set(name, { access: await isActive(access), refresh: await isActive(refresh) });
  }
  return alive;
}

/**
 * An act takes effect at one moment of its span, and judges by the time of one moment of its span, which may be an earlier
 * one: a write that was held up says when it was asked for. An act whose outcome nobody knows has happened, or not.
 */
interface Placed {
  readonly done: Done;
  readonly happened: boolean;
  /** The second by which it judged. */
  readonly at: number;
}

function isExplained(over: Over): boolean {
  return extend([], over.done, over);
}

/** Tries every order that keeps what ended before something else began before it. */
function extend(placed: readonly Placed[], left: readonly Done[], over: Over): boolean {
  if (left.length === 0) return fits(placed, over.alive);
  for (const next of left) {
    if (left.some((other) => other !== next && other.to < next.from)) continue;
    const rest = left.filter((other) => other !== next);
    for (const way of waysOf(next, over.done)) {
      const longer = [...placed, { done: next, ...way }];
      if (replay(longer) && extend(longer, rest, over)) return true;
    }
  }
  return false;
}

function waysOf({ began, ended, answer }: Done, all: readonly Done[]): readonly Omit<Placed, 'done'>[] {
  const seconds = new Set(all.flatMap((each) => [each.began, each.ended]));
  const within = [...seconds].filter((second) => second >= began && second <= ended);
  const happened = within.map((at) => ({ at, happened: true }));
  return answer === 'unknown' ? [...happened, { at: began, happened: false }] : happened;
}

/** Undefined when the model answers otherwise. */
function replay(placed: readonly Placed[]): { state: model.Model; named: Named } | undefined {
  const state = model.createModel(TERMS, FIRST_MOMENT);
  const named: Named = { codes: new Map(), pairs: new Map() };
  for (const { done, happened, at } of placed) {
    if (!happened) continue;
    const { now } = state;
    if (done.act.act !== 'tick') state.now = at;
    const answer = performInModel(done.act, state, named);
    if (done.act.act !== 'tick') state.now = now;
    if (done.answer !== 'unknown' && answer !== done.answer) return undefined;
  }
  return { state, named };
}

function fits(placed: readonly Placed[], alive: Alive): boolean {
  const told = replay(placed);
  if (!told) return false;
  const { state, named } = told;
  return [...alive].every(([name, { access, refresh }]) => {
    const which = named.pairs.get(name) ?? -1;
    // On copies: the model can only be asked by doing.
    const used = model.use(structuredClone(state), which) === 'ok';
    const renewed = model.refresh(structuredClone(state), { which, client: 0 }) === 'ok';
    return used === access && renewed === refresh;
  });
}

const KINDS: Readonly<Record<string, Kind>> = {
  authorize: 'authorize',
  exchange: 'exchange',
  refresh: 'refresh',
  use: 'whoami',
  revoke: 'revoke',
};

/** The checker of test/faults and its rules, where it knows every act of the scene. */
function histories(memory: Memory, place: Place, { done, secrets }: Over): readonly string[] {
  const isKnown = done.every(({ act }) => act.act in KINDS || act.act === 'tick');
  if (!isKnown) return [];
  const history = done.flatMap((each, index) => asOperation(each, index, place, secrets));
  const rules = { leewaySeconds: TERMS.leewaySeconds, codeSeconds: TERMS.codeSeconds };
  const found = [...checkHistory(history, rules), ...checkRows(readRowsOf(memory), history, rules)];
  return found.map(({ kind, where, says }) => `${kind}: ${where}: ${says}`);
}

function asOperation(
  { act, answer, detail, from, to, began, ended }: Done,
  index: number,
  { template }: Place,
  { codes, pairs }: Secrets,
): readonly Operation[] {
  const kind = KINDS[act.act];
  if (kind === undefined) return [];
  const account = template.people[0]?.id ?? 0;
  const pair = 'pair' in act ? pairs.get(act.pair) : undefined;
  const isByAccess = act.act === 'use' || (act.act === 'revoke' && act.by === 'access');
  const presented = 'code' in act ? (codes.get(act.code) ?? '') : ((isByAccess ? pair?.access : pair?.refresh) ?? '');
  return [
    {
      id: `${index} (${tell(act)})`,
      kind,
      presented: presented === '' ? '' : digest(presented),
      account,
      client: template.applications[0]?.clientId ?? '',
      instance: 'simulated',
      // Moments are far less than a second apart, and no two are one.
      invokedAt: began * 1000 + from,
      completedAt: ended * 1000 + to + 0.5,
      outcome: answer,
      detail,
      isSettled: true,
      issued: answer === 'ok' && 'gives' in act ? issuedBy(act.gives, { codes, pairs }) : {},
      seenAccount: kind === 'whoami' && answer === 'ok' ? account : null,
    },
  ];
}

function issuedBy(name: string, { codes, pairs }: Secrets): Operation['issued'] {
  const code = codes.get(name);
  if (code !== undefined) return { code: digest(code) };
  const { access = '', refresh = '' } = pairs.get(name) ?? {};
  return { access: digest(access), refresh: digest(refresh) };
}
