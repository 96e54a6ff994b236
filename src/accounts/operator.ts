/** What the operator does to accounts from the command line, without a password. */
import { withReason } from '../events/administering.ts';
import { report } from '../events/report.ts';
import { NOWHERE } from '../protocol/event.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import { disable, enable, type ListedAccount, listAccounts, remainsKnown } from '../storage/tables/people/accounts.ts';
import { endDeveloper, makeAdministrator, makeDeveloper } from '../storage/tables/people/search.ts';
import { endSignInsOf } from '../storage/tables/people/sessions.ts';
import { endConsentsOfAccount } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';
import type { Account } from './find.ts';
import { withdrawOffers } from './managed/offers.ts';
import { writesOfPassword } from './managed/password.ts';
import {
  examineGiven,
  findTaken,
  type GivenAccount,
  hashGiven,
  makeAccount,
  type NewAccountFaults,
} from './new-account.ts';
import { findNamed } from './people.ts';
import { listSessions } from './sessions.ts';
import { unlock } from './sign-in-limits.ts';
import { type MadeLink, makeSignInLink } from './sign-in-link.ts';

const BY_OPERATOR = 'by the operator';

export async function createByOperator(
  world: World,
  input: GivenAccount & { readonly isEmailVerified?: boolean | undefined },
  isAdmin: boolean,
): Promise<Result<{ readonly id: number; readonly nickname: string }, NewAccountFaults>> {
  const sound = examineGiven(world, input);
  if (!sound.ok) return sound;
  const passwordHash = await hashGiven(world, sound.value, NOWHERE);
  return await attempt(async () => {
    const taken = await findTaken(world, sound.value);
    if (taken) return refuse(taken);
    const { isEmailVerified } = input;
    const making = { passwordHash, isAdmin, isEmailVerified, source: NOWHERE, by: BY_OPERATOR };
    const account = makeAccount(world, sound.value, making);
    const written = await world.database.write(account.batch);
    return written ? accept({ id: account.id, nickname: account.nickname }) : stale;
  });
}

export type OperatorRefusal =
  | { readonly reason: 'unknown' }
  | { readonly reason: 'already' }
  | { readonly reason: 'disabled' }
  | { readonly reason: 'faulty'; readonly fault: FieldFault };

/** SPEC D28: sessions end and everything that was allowed is revoked, so that enabling brings no token back. */
export async function disableAccount(
  world: World,
  name: string,
  because: string | null = null,
): Promise<Result<Account, OperatorRefusal>> {
  return await attempt<Result<Account, OperatorRefusal>>(async () => {
    const account = await findNamed(world, name);
    if (!account) return refuse({ reason: 'unknown' });
    if (account.disabledAt !== null) return refuse({ reason: 'already' });
    const written = await world.database.write([
      disable(account.id, because, world.now()),
      ...endSignInsOf(account.id),
      ...endConsentsOfAccount(account.id, 'account_disabled', world.now()),
      ...(await withdrawOffers(world, account.id, { source: NOWHERE, detail: BY_OPERATOR })),
      report(world, NOWHERE, 'account.disabled', { accountId: account.id, detail: withReason(BY_OPERATOR, because) }),
    ]);
    return written ? accept(account) : stale;
  });
}

/**
 * Also unlocks: failed sign-ins are forgotten, even where the account was not disabled. A request that ran while the
 * account was disabled may have written a session or a consent; it was never usable, and is ended here.
 */
export async function enableAccount(
  world: World,
  name: string,
): Promise<Result<Account & { readonly wasDisabled: boolean }, OperatorRefusal>> {
  return await attempt<Result<Account & { readonly wasDisabled: boolean }, OperatorRefusal>>(async () => {
    const account = await findNamed(world, name);
    if (!account) return refuse({ reason: 'unknown' });
    const wasDisabled = account.disabledAt !== null;
    const enabled = [
      enable(account.id),
      ...endSignInsOf(account.id),
      ...endConsentsOfAccount(account.id, 'account_disabled', world.now()),
      report(world, NOWHERE, 'account.enabled', { accountId: account.id, detail: BY_OPERATOR }),
    ];
    const written = await world.database.write([...(wasDisabled ? enabled : []), ...unlock(account)]);
    return written ? accept({ ...account, wasDisabled }) : stale;
  });
}

/** Ends every session and a link that signs in; what was allowed to applications stays. Answers how many sessions. */
export async function signOutByOperator(
  world: World,
  name: string,
): Promise<Result<Account & { readonly sessionsEnded: number }, OperatorRefusal>> {
  return await attempt<Result<Account & { readonly sessionsEnded: number }, OperatorRefusal>>(async () => {
    const account = await findNamed(world, name);
    if (!account) return refuse({ reason: 'unknown' });
    const { length: sessionsEnded } = await listSessions(world, account.id);
    const written = await world.database.write([
      ...endSignInsOf(account.id),
      report(world, NOWHERE, 'account.signed_out_everywhere', { accountId: account.id, detail: BY_OPERATOR }),
    ]);
    return written ? accept({ ...account, sessionsEnded }) : stale;
  });
}

/** Gives an existing account the rights of an administrator. */
export async function makeAdministratorByOperator(
  world: World,
  name: string,
): Promise<Result<Account, OperatorRefusal>> {
  return await attempt<Result<Account, OperatorRefusal>>(async () => {
    const account = await findNamed(world, name);
    if (!account) return refuse({ reason: 'unknown' });
    if (account.adminAt !== null) return refuse({ reason: 'already' });
    if (account.disabledAt !== null) return refuse({ reason: 'disabled' });
    const written = await world.database.write([
      makeAdministrator(account.id, world.now()),
      report(world, NOWHERE, 'account.made_administrator', { accountId: account.id, detail: BY_OPERATOR }),
    ]);
    return written ? accept(account) : stale;
  });
}

/** Lets an account register applications where not everybody may, or no longer. */
export async function setDeveloperByOperator(
  world: World,
  name: string,
  isGiven: boolean,
): Promise<Result<Account, OperatorRefusal>> {
  return await attempt<Result<Account, OperatorRefusal>>(async () => {
    const account = await findNamed(world, name);
    if (!account) return refuse({ reason: 'unknown' });
    if ((account.developerAt !== null) === isGiven) return refuse({ reason: 'already' });
    const kind = isGiven ? 'account.made_developer' : 'account.developer_ended';
    const written = await world.database.write([
      isGiven ? makeDeveloper(account.id, world.now()) : endDeveloper(account.id),
      report(world, NOWHERE, kind, { accountId: account.id, detail: BY_OPERATOR }),
    ]);
    return written ? accept(account) : stale;
  });
}

interface PasswordSet {
  readonly account: Account;
  /** How many applications lost their access; null where it was kept. */
  readonly accessEnded: number | null;
}

export async function setPasswordByOperator(
  world: World,
  name: string,
  { password, keepsAccess }: { readonly password: string; readonly keepsAccess: boolean },
): Promise<Result<PasswordSet, OperatorRefusal>> {
  return await attempt<Result<PasswordSet, OperatorRefusal>>(async () => {
    const account = await findNamed(world, name);
    if (!account) return refuse({ reason: 'unknown' });
    const wish = { password, keepsAccess, source: NOWHERE, by: BY_OPERATOR };
    const made = await writesOfPassword(world, account, wish);
    if (!made.ok) return refuse({ reason: 'faulty', fault: made.refusal });
    const { writes, accessEnded } = made.value;
    const written = await world.database.write([remainsKnown(account.id), ...writes]);
    return written ? accept({ account, accessEnded }) : stale;
  });
}

/** Printed once; whoever runs the command hands it over. */
export async function makeLinkByOperator(
  world: World,
  name: string,
): Promise<Result<MadeLink & { readonly account: Account }, OperatorRefusal>> {
  return await attempt<Result<MadeLink & { readonly account: Account }, OperatorRefusal>>(async () => {
    const account = await findNamed(world, name);
    if (!account) return refuse({ reason: 'unknown' });
    if (account.disabledAt !== null) return refuse({ reason: 'disabled' });
    const link = await makeSignInLink(world, account.id);
    const about = { accountId: account.id, detail: BY_OPERATOR };
    const written = await world.database.write([
      ...link.writes,
      report(world, NOWHERE, 'account.sign_in_link_made', about),
    ]);
    return written ? accept({ ...link, account }) : stale;
  });
}

const LIST_PAGE = 500;

/** Every account that is not deleted, read a page at a time. */
export async function* everyAccount(world: World): AsyncGenerator<ListedAccount> {
  let after = { createdAt: -1, id: 0 };
  while (true) {
    const page = await listAccounts(world.database, after, LIST_PAGE);
    yield* page.filter((account) => account.deletedAt === null);
    const last = page.at(-1);
    if (!last || page.length < LIST_PAGE) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}
