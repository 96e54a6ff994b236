/** The table of credentials: what an account proves itself with. A password is kept as its argon2id hash. */
import { foreignCost } from '../../../protocol/people/hash-cost.ts';
import type { Database } from '../../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';

export interface CredentialRow {
  readonly id: number;
  readonly accountId: number;
  /** Which way to sign in it belongs to (accounts/authentication/registry.ts). */
  readonly kind: string;
  /** What the way compares with: never the secret itself. */
  readonly secret: string;
  readonly createdAt: number;
}

/** A credential as it was when something was checked against it: once it is another, what was proved is void. */
export type CheckedCredential = Pick<CredentialRow, 'id' | 'accountId' | 'secret'>;

/** More than one person keeps, and few enough to be read at every sign-in. */
export const MOST_CREDENTIALS = 50;

export function listCredentials(database: Database, accountId: number): Promise<readonly CredentialRow[]> {
  return database.read<CredentialRow>(sql`select id, account_id as "accountId", kind, secret, created_at as "createdAt"
    from credentials where account_id = ${accountId} order by id limit ${MOST_CREDENTIALS}`);
}

/** Every failed sign-in pays each of these costs. More of them at once have never been seen in one service. */
const MOST_COSTS = 8;

/** A hash of each cost that is not today's: what accounts from elsewhere have until their owners sign in. */
export async function sampleForeignHashes(database: Database): Promise<readonly string[]> {
  const samples: string[] = [];
  for (let after = ''; samples.length < MOST_COSTS; ) {
    const [found] = await database.read<{ readonly cost: string; readonly secret: string }>(sql`select cost, secret
      from credentials where cost is not null and cost > ${after} order by cost limit 1`);
    if (!found) break;
    samples.push(found.secret);
    after = found.cost;
  }
  return samples;
}

export const insertCredential = insertRow('credentials', (credential: CredentialRow) => ({
  id: credential.id,
  account_id: credential.accountId,
  kind: credential.kind,
  secret: credential.secret,
  cost: foreignCost(credential.secret),
  created_at: credential.createdAt,
}));

/** A guard: notes the use of a credential that has not changed since it was checked. `next` is kept from now on. */
export function useCredential({ id, secret }: CheckedCredential, next: string, now: number): Sql {
  return must(
    changeRow(
      'credentials',
      id,
      set`secret = ${next}, cost = ${foreignCost(next)}, used_at = ${now}`,
      where`secret = ${secret}`,
    ),
  );
}

/** A guard like `useCredential`, where the owner chose something new. */
export function replaceCredential({ id, secret }: CheckedCredential, next: string, now: number): Sql {
  return must(
    changeRow(
      'credentials',
      id,
      set`secret = ${next}, cost = ${foreignCost(next)}, created_at = ${now}, used_at = ${now}`,
      where`secret = ${secret}`,
    ),
  );
}

/** Without a proof, for the operator: an account that has no password gets one. */
export function putPassword({ id, accountId, secret, createdAt }: Omit<CredentialRow, 'kind'>): Sql {
  return sql`insert into credentials (id, account_id, kind, secret, cost, created_at)
    values (${id}, ${accountId}, 'password', ${secret}, ${foreignCost(secret)}, ${createdAt})
    on conflict (account_id) where kind = 'password'
    do update set secret = excluded.secret, cost = excluded.cost, created_at = excluded.created_at, used_at = null`;
}

/** A guard like `useCredential`, where the credential ends. */
export function deleteCredential({ id, secret }: CheckedCredential): Sql {
  return must(sql`delete from credentials where id = ${id} and secret = ${secret}`);
}

export function deleteCredentialsOf(accountId: number): Sql {
  return sql`delete from credentials where account_id = ${accountId}`;
}

export function deleteOtherCredentials({ id, accountId }: CheckedCredential): Sql {
  return sql`delete from credentials where account_id = ${accountId} and id <> ${id}`;
}
