/** What the operator ends from the command line: an account as a whole, or its rights as an administrator. */
import { report } from '../events/report.ts';
import { NOWHERE } from '../protocol/event.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import { deleteCredentialsOf } from '../storage/tables/people/credentials.ts';
import { findOtherAdministrator, remainsAdministrator, takeAdministration } from '../storage/tables/people/search.ts';
import type { World } from '../world.ts';
import { findPerson } from './administration.ts';
import { endAccount } from './deletion.ts';
import type { Account } from './find.ts';
import { findNamed } from './people.ts';

type EndingRefusal = 'unknown' | 'last_administrator' | 'no_administrator';

type Outcome = Result<Account, EndingRefusal>;

/** As the account's owner would do it, without the password (SPEC D28). By number: it was looked at before. */
export function deleteByOperator(world: World, id: number): Promise<Outcome> {
  return attempt<Outcome>(async () => {
    const account = await findPerson(world, id);
    if (!account) return refuse('unknown');
    const guard = await guardOf(world, account);
    if (!guard) return refuse('last_administrator');
    const ended = await endAccount(world, account, { source: NOWHERE, detail: 'by the operator' });
    const written = await world.database.write([...guard, deleteCredentialsOf(account.id), ...ended]);
    return written ? accept(account) : stale;
  });
}

export function removeAdministrator(world: World, name: string): Promise<Outcome> {
  return attempt<Outcome>(async () => {
    const account = await findNamed(world, name);
    if (!account) return refuse('unknown');
    if (account.adminAt === null) return refuse('no_administrator');
    const guard = await guardOf(world, account);
    if (!guard) return refuse('last_administrator');
    const written = await world.database.write([
      ...guard,
      takeAdministration(account.id),
      report(world, NOWHERE, 'account.administration_ended', { accountId: account.id, detail: 'by the operator' }),
    ]);
    return written ? accept(account) : stale;
  });
}

/** One administrator is always left, also when two are ended at once: undefined where there is no other one. */
async function guardOf(
  { database }: World,
  account: Account,
): Promise<readonly ReturnType<typeof remainsAdministrator>[] | undefined> {
  if (account.adminAt === null || account.disabledAt !== null) return [];
  const other = await findOtherAdministrator(database, account.id);
  return other === undefined ? undefined : [remainsAdministrator(other)];
}

/** Whoever has to be kept out at once may be the only one: then the operator is told what is left to do. */
export async function isAdministered({ database }: World): Promise<boolean> {
  return (await findOtherAdministrator(database, NOBODY)) !== undefined;
}

const NOBODY = 0;
