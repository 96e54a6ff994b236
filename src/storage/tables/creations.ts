/** The table of creations: what was answered to requests that carried an Idempotency-Key and to forms that make a secret, for a day. */
import type { Database } from '../database.ts';
import { insertRow, type Sql, sql } from '../sql.ts';
import type { SweepByIndex } from './sweep.ts';

export interface CreationRow {
  /** Of the sender and the key. */
  readonly digest: string;
  /** Digest of what was asked. */
  readonly request: string;
  readonly status: number;
  /** The address of what was created. */
  readonly location: string;
  /** The answer as JSON, without secrets; empty once whom it tells of was deleted. */
  readonly answer: string;
  readonly expiresAt: number;
}

interface NewCreation extends CreationRow {
  readonly accountId: number | null;
  readonly clientId: number | null;
}

export async function findCreation(database: Database, digest: string): Promise<CreationRow | undefined> {
  const rows = await database.read<CreationRow>(sql`select digest, request, status, location, answer,
      expires_at as "expiresAt" from creations where digest = ${digest}`);
  return rows[0];
}

/** Where the same key was used already, its unique key undoes the batch that creates something. */
export const insertCreation = insertRow('creations', (creation: NewCreation) => ({
  digest: creation.digest,
  request: creation.request,
  status: creation.status,
  location: creation.location,
  answer: creation.answer,
  account_id: creation.accountId,
  client_id: creation.clientId,
  expires_at: creation.expiresAt,
}));

/** The key stays spent. What was asked goes too: a name can be guessed from its digest. */
export function eraseCreationsOfAccount(accountId: number): Sql {
  return sql`update creations set request = '', answer = '' where account_id = ${accountId}`;
}

export function eraseCreationsOfClient(clientId: number): Sql {
  return sql`update creations set request = '', answer = '' where client_id = ${clientId}`;
}

/** One whose time is over does not stand in the way of the next, whatever the sweeper has done. */
export function dropEndedCreation(digest: string, now: number) {
  return sql`delete from creations where digest = ${digest} and expires_at <= ${now}`;
}

export const sweepCreations: SweepByIndex = {
  table: 'creations',
  ends: 'a day after the request',
  step: ({ now }, most) => sql`delete from creations where digest in
    (select digest from creations where expires_at <= ${now} order by expires_at limit ${most})`,
};
