/** What an administrator does to somebody's account. Each act is an event in that account's part of the log. */
import {
  type ActingAdministrator,
  byWords,
  mayAdminister,
  remainsPowerful,
  withReason,
} from '../events/administering.ts';
import { MOST_FIGURE } from '../events/figures.ts';
import { report } from '../events/report.ts';
import type { EventKind } from '../protocol/event.ts';
import type { Allowance } from '../protocol/limits.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { guardedBy } from '../storage/batch.ts';
import { attempt, stale, writeUnguarded } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { disable, enable, findAccount } from '../storage/tables/people/accounts.ts';
import { endSignInsOf } from '../storage/tables/people/sessions.ts';
import { endConsentsOfAccount } from '../storage/tables/tokens/consents.ts';
import { countTotals, type ServiceTotals } from '../storage/tables/totals.ts';
import type { World } from '../world.ts';
import type { Account } from './find.ts';
import { withdrawOffers } from './managed/offers.ts';
import { unlock } from './sign-in-limits.ts';
import { type MadeLink, makeSignInLink } from './sign-in-link.ts';

export type Administrator = ActingAdministrator;

export type AdministrationRefusal =
  /** No such person, or no longer. */
  | 'unknown'
  /** Nothing to be done. */
  | 'already'
  /** Administrators cannot disable their own account, so that at least one is left. */
  | 'self'
  /** The account is disabled: it has to be enabled first. */
  | 'disabled'
  /** The acting account is no longer an administrator. */
  | 'powerless'
  /** It has changed since the version that the act was meant for. */
  | 'stale';

/** Disabled people are found, deleted ones are not. */
export async function findPerson(world: World, id: number): Promise<Account | null> {
  const account = await findAccount(world.database, { id });
  return account && account.deletedAt === null ? account : null;
}

/**
 * SPEC D28: sessions end and everything that was allowed is revoked, so that enabling brings no token back. The reason is
 * told to the person, at sign-in.
 */
export function disablePerson(
  world: World,
  by: Administrator,
  { id, because }: { readonly id: number; readonly because: string | null },
): Promise<Outcome> {
  return act(world, by, id, async (person) => {
    if (person.id === by.id) return 'self';
    if (person.disabledAt !== null) return 'already';
    const now = world.now();
    return [
      disable(id, because, now),
      ...endSignInsOf(id),
      ...endConsentsOfAccount(id, 'account_disabled', now),
      ...(await withdrawOffers(world, id, { source: by.source, detail: byWords(by) })),
      told(world, by, 'account.disabled', id, because),
    ];
  });
}

/**
 * Also forgets failed sign-ins, which would lock the account. A request that ran while the account was disabled may
 * have written a session or a consent; it was never usable, and is ended here.
 */
export function enablePerson(world: World, by: Administrator, id: number): Promise<Outcome> {
  return act(world, by, id, (person) => {
    if (person.disabledAt === null) return 'already';
    return [
      enable(id),
      ...endSignInsOf(id),
      ...endConsentsOfAccount(id, 'account_disabled', world.now()),
      ...unlock(person),
      told(world, by, 'account.enabled', id),
    ];
  });
}

/** Ends every session of the account, also when administrators do it to their own; access of applications stays. */
export function signOutPerson(world: World, by: Administrator, id: number): Promise<Outcome> {
  return act(world, by, id, () => [...endSignInsOf(id), told(world, by, 'account.signed_out_everywhere', id)]);
}

/** Forgets failed sign-ins, which hold back whoever tries again. */
export function unlockPerson(world: World, by: Administrator, id: number): Promise<Outcome> {
  return act(world, by, id, (person) => [...unlock(person), told(world, by, 'account.unlocked', id)]);
}

/** The link is shown to the administrator once, who hands it to the person. */
export async function offerSignInLink(
  world: World,
  by: Administrator,
  id: number,
): Promise<Result<MadeLink & { readonly person: Account }, AdministrationRefusal>> {
  let link: MadeLink | undefined;
  const outcome = await act(world, by, id, async (person) => {
    if (person.disabledAt !== null) return 'disabled';
    link = await makeSignInLink(world, id);
    return [...link.writes, told(world, by, 'account.sign_in_link_made', id)];
  });
  if (!outcome.ok) return outcome;
  if (!link) throw new Error('What was written has a link.');
  return accept({ ...link, person: outcome.value });
}

/** Counted as far as the first page of administration counts. */
export function countPeople(world: World): Promise<ServiceTotals> {
  return countTotals(world.database, MOST_FIGURE);
}

/** More are not on one page. */
export const MOST_SELECTED = 100;

export type ManyAct = 'disable' | 'sign_out';

/** One after the other, each in a batch of its own: how many were changed. The acting account is left out. */
export async function actOnMany(
  world: World,
  by: Administrator,
  {
    act: what,
    ids,
    because,
  }: { readonly act: ManyAct; readonly ids: readonly number[]; readonly because: string | null },
): Promise<number> {
  let changed = 0;
  for (const id of ids.filter((each) => each !== by.id).slice(0, MOST_SELECTED)) {
    const outcome =
      what === 'disable' ? await disablePerson(world, by, { id, because }) : await signOutPerson(world, by, id);
    if (outcome.ok) changed += 1;
    else if (outcome.refusal === 'powerless') return changed;
  }
  return changed;
}

/** Within this time, the same administrator opening the same page again writes no further event. */
const VIEW = { most: 1, windowSeconds: 600 };

/** Looking at somebody's address, sessions and applications is recorded as well. */
export async function notePersonViewed(world: World, by: Administrator, id: number): Promise<void> {
  if (
    (by.id === id && !by.application) ||
    !world.counters.spendHere(`viewed:${by.application?.id ?? by.id}:${id}`, VIEW, world.now()).allowed
  )
    return;
  await writeUnguarded(world.database, () => [told(world, by, 'administration.person_viewed', id)]);
}

/** Files of one administrator, so that nobody keeps the lists busy. */
const EXPORTS = { most: 20, windowSeconds: 600 };

export function spendExport(world: World, by: Administrator): Allowance | Promise<Allowance> {
  return world.counters.spend(`export:${by.id}`, EXPORTS, world.now());
}

/** What left the service is known later. */
export async function noteExport(world: World, by: Administrator, what: string): Promise<void> {
  const about = { accountId: by.id, detail: what };
  await writeUnguarded(world.database, () => [report(world, by.source, 'administration.exported', about)]);
}

export type Outcome = Result<Account, AdministrationRefusal>;

export type Judged = AdministrationRefusal | readonly Sql[];

/** Both are read and judged anew for each attempt; the batch is guarded by what was read, also where somebody acts on oneself. */
export async function act(
  world: World,
  by: Administrator,
  id: number,
  batchFor: (person: Account) => Judged | Promise<Judged>,
): Promise<Outcome> {
  return await attempt<Outcome>(async () => {
    if (!(await mayAdminister(world, by))) return refuse('powerless');
    const person = await findPerson(world, id);
    if (!person) return refuse('unknown');
    const batch = await batchFor(person);
    if (typeof batch === 'string') return refuse(batch);
    const written = await world.database.write(guardedBy(remainsPowerful(by), batch));
    return written === null ? stale : accept(person);
  });
}

/**
 * For a batch that holds the person to what was read: a batch touches no row twice, so that an owner's own row is guarded
 * by that alone, where what was read is an administrator.
 */
export function guardsBeside(by: Administrator, person: Account): readonly Sql[] {
  const isOwn = person.id === by.id && person.adminAt !== null && person.disabledAt === null;
  return isOwn ? remainsPowerful(by).slice(1) : remainsPowerful(by);
}

export function told(
  world: World,
  by: Administrator,
  kind: EventKind,
  accountId: number,
  because: string | null = null,
): Sql {
  return report(world, by.source, kind, { accountId, detail: withReason(byWords(by), because) });
}
