/** The table of answered requests: the newest of each application, for its owner. */
import { type ActivityKind, type AnsweredRequest, ENDPOINT_OF } from '../../../protocol/activity.ts';
import type { Database } from '../../database.ts';
import { type Sql, sql } from '../../sql.ts';
import { DAY_SECONDS, type SweepByIndex } from '../sweep.ts';

export interface AnsweredRow {
  readonly id: number;
  readonly clientId: number;
  readonly kind: ActivityKind;
  readonly familyId: number | null;
  readonly count: number;
  readonly at: number;
  readonly milliseconds: number;
  readonly traceId: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}

export function insertAnswered(row: AnsweredRow): Sql {
  return sql`insert into answered_requests (id, client_id, endpoint, kind, family_id, answers, happened_at, milliseconds, trace_id,
      address, user_agent)
    values (${row.id}, ${row.clientId}, ${ENDPOINT_OF[row.kind]}, ${row.kind}, ${row.familyId}, ${row.count},
      ${row.at}, ${row.milliseconds}, ${row.traceId}, ${row.address}, ${row.userAgent})
    on conflict do nothing`;
}

/** Null does not filter. */
interface AnsweredFilter {
  readonly endpoint: string | null;
  readonly traceId: string | null;
}

/** Newest first, below this record number. */
export async function listAnswered(
  database: Database,
  clientId: number,
  { endpoint, traceId }: AnsweredFilter,
  slice: { readonly below: number; readonly most: number },
): Promise<readonly AnsweredRequest[]> {
  const rows = await database.list<Omit<AnsweredRow, 'clientId'>>(sql`
    select id, kind, family_id as "familyId", answers as "count", happened_at as "at", milliseconds,
      trace_id as "traceId", address, user_agent as "userAgent"
    from answered_requests
    where client_id = ${clientId} and id < ${slice.below} and (cast(${endpoint} as text) is null or endpoint = ${endpoint})
      and (cast(${traceId} as text) is null or trace_id = ${traceId})
    order by id desc limit ${slice.most}`);
  // A kind of a newer version is left out: there are no words for it here.
  return rows
    .filter((row) => Object.hasOwn(ENDPOINT_OF, row.kind))
    .map(({ address, userAgent, ...row }) => ({ ...row, source: { address, userAgent } }));
}

export async function listAnsweredKinds(database: Database, clientId: number): Promise<readonly ActivityKind[]> {
  const rows = await database.list<{ kind: ActivityKind }>(
    sql`select distinct kind from answered_requests where client_id = ${clientId}`,
  );
  return rows.map(({ kind }) => kind);
}

/** Removes what one client has beyond so many, the oldest first. */
export function trimAnsweredOf(clientId: number, most: number, step: number): Sql {
  return sql`delete from answered_requests where id in
    (select id from answered_requests where client_id = ${clientId} order by id desc limit ${step} offset ${most})`;
}

/** Removes so many requests of applications that this account owned and that are deleted. */
export function dropAnsweredOfDeleted(ownerId: number, step: number): Sql {
  return sql`delete from answered_requests where id in
    (select a.id from clients c join answered_requests a on a.client_id = c.id
      where c.owner_id = ${ownerId} and c.deleted_at is not null limit ${step})`;
}

/** Of one application. */
export const MOST_ANSWERED_OF_CLIENT = 500;
/** Of all applications together. */
export const MOST_ANSWERED = 50_000;
const KEPT_DAYS = 7;

export const sweepOldAnswered: SweepByIndex = {
  table: 'answered_requests',
  ends: 'after seven days',
  step: ({ now, firstIdOf }, most) => sql`delete from answered_requests where id in
    (select id from answered_requests where id < ${firstIdOf(now - KEPT_DAYS * DAY_SECONDS)} order by id limit ${most})`,
};

export const sweepSurplusAnswered: SweepByIndex = {
  table: 'answered_requests',
  ends: 'beyond fifty thousand, the oldest first',
  step: (_, most) => trimAnswered(most),
};

function trimAnswered(step: number): Sql {
  return sql`delete from answered_requests where id in
    (select id from answered_requests order by id desc limit ${step} offset ${MOST_ANSWERED})`;
}
