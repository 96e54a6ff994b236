/** A new password without the old one: as the operator sets it, and an application that manages the service. */
import { byWords, mayAdminister } from '../../events/administering.ts';
import { report } from '../../events/report.ts';
import type { Source } from '../../protocol/event.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { examinePassword } from '../../protocol/people/password-rule.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { attempt, stale } from '../../storage/database.ts';
import type { Sql } from '../../storage/sql.ts';
import { putPassword } from '../../storage/tables/people/credentials.ts';
import { remainsSeen } from '../../storage/tables/people/seen.ts';
import { endSignInsOf } from '../../storage/tables/people/sessions.ts';
import type { World } from '../../world.ts';
import { type AdministrationRefusal, type Administrator, findPerson, guardsBeside } from '../administration.ts';
import { hashPassword } from '../authentication/password.ts';
import { endAllAccess } from '../authorizations.ts';
import type { Account } from '../find.ts';
import { versionOf } from '../managed.ts';
import { unlock } from '../sign-in-limits.ts';
import { withdrawOffers } from './offers.ts';

interface NewPassword {
  readonly password: string;
  readonly keepsAccess: boolean;
}

interface PasswordWrites {
  readonly writes: readonly Sql[];
  /** How many applications lose their access; null where it is kept. */
  readonly accessEnded: number | null;
}

/** Whoever has to ask for a new password may have lost the old one to an intruder, who may have let applications in. */
export async function writesOfPassword(
  world: World,
  account: Account,
  { password, keepsAccess, source, by }: NewPassword & { readonly source: Source; readonly by: string },
): Promise<Result<PasswordWrites, FieldFault>> {
  const sound = examinePassword(password, { ...account, serviceName: world.settings.name });
  if (!sound.ok) return sound;
  const secret = await hashPassword(world, sound.value, source);
  const { id } = account;
  const access = keepsAccess ? undefined : await endAllAccess(world, id, source, 'revoked_by_operator', by);
  const writes = [
    putPassword({ id: world.nextId(), accountId: id, secret, createdAt: world.now() }),
    ...endSignInsOf(id),
    ...unlock(account),
    ...(access?.writes ?? []),
    ...(keepsAccess ? [] : await withdrawOffers(world, id, { source, detail: `with the password, ${by}` })),
    report(world, source, 'account.password_changed', { accountId: id, detail: by }),
  ];
  return accept({ writes, accessEnded: access?.count ?? null });
}

interface PersonPassword extends NewPassword {
  readonly id: number;
  readonly isFor: (version: string) => boolean;
}

type PasswordRefusal = AdministrationRefusal | { readonly fault: FieldFault };

type Outcome = Result<number, PasswordRefusal>;

/** For the account as it was read. Answers how many applications lost their access. */
export async function setPersonPassword(
  world: World,
  by: Administrator,
  { id, isFor, password, keepsAccess }: PersonPassword,
): Promise<Outcome> {
  return await attempt<Outcome>(async () => {
    if (!(await mayAdminister(world, by))) return refuse('powerless');
    const person = await findPerson(world, id);
    if (!person) return refuse('unknown');
    if (!isFor(versionOf(person))) return refuse('stale');
    const wish = { password, keepsAccess, source: by.source, by: byWords(by) };
    const made = await writesOfPassword(world, person, wish);
    if (!made.ok) return refuse({ fault: made.refusal });
    const { writes, accessEnded } = made.value;
    const written = await world.database.write([...guardsBeside(by, person), remainsSeen(person), ...writes]);
    return written === null ? stale : accept(accessEnded ?? 0);
  });
}
