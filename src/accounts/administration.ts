/** What an administrator does to somebody's account. Each act is an event in that account's part of the log. */

import { type ActingAdministrator, byWords, mayAdminister, remainsPowerful } from '../events/administering.ts';
import { report } from '../events/report.ts';
import type { EventKind } from '../protocol/event.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale, writeUnguarded } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { dropTransfersFrom } from '../storage/tables/clients/transfers.ts';
import { disable, enable, findAccount } from '../storage/tables/people/accounts.ts';
import { endSessionsOf } from '../storage/tables/people/sessions.ts';
import { endConsentsOfAccount } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';
import type { Account } from './find.ts';
import { unlock } from './sign-in-limits.ts';

export type Administrator = ActingAdministrator;

export type AdministrationRefusal =
  /** No such person, or no longer. */
  | 'unknown'
  /** Nothing to be done. */
  | 'already'
  /** Administrators cannot disable their own account, so that at least one is left. */
  | 'self'
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
  return act(world, by, id, (person) => {
    if (person.id === by.id) return 'self';
    if (person.disabledAt !== null) return 'already';
    const now = world.now();
    return [
      disable(id, because, now),
      endSessionsOf(id),
      ...endConsentsOfAccount(id, 'account_disabled', now),
      dropTransfersFrom(id),
      told(world, by, 'account.disabled', id),
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
      endSessionsOf(id),
      ...endConsentsOfAccount(id, 'account_disabled', world.now()),
      ...unlock(person),
      told(world, by, 'account.enabled', id),
    ];
  });
}

/** Ends every session of the account, also when administrators do it to their own; access of applications stays. */
export function signOutPerson(world: World, by: Administrator, id: number): Promise<Outcome> {
  return act(world, by, id, () => [endSessionsOf(id), told(world, by, 'account.signed_out_everywhere', id)]);
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

export type Outcome = Result<Account, AdministrationRefusal>;

export type Judged = AdministrationRefusal | readonly Sql[];

/** Both are read and judged anew for each attempt; the batch is guarded by what was read. */
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
    const written = await world.database.write([...remainsPowerful(by), ...batch]);
    return written === null ? stale : accept(person);
  });
}

export function told(world: World, by: Administrator, kind: EventKind, accountId: number): Sql {
  return report(world, by.source, kind, { accountId, detail: byWords(by) });
}
