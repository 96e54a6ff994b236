/** The table of refused requests: a bounded log without secrets, for the owner of the application. */
import { parseFacts } from '../../../protocol/refusals/facts.ts';
import type { RefusedRequest, RefusingEndpoint } from '../../../protocol/refusals/refused-request.ts';
import type { Database } from '../../database.ts';
import { type Sql, sql } from '../../sql.ts';
import { DAY_SECONDS, type SweepByIndex } from '../sweep.ts';

export interface RefusedRow {
  readonly id: number;
  readonly traceId: string;
  /** What `error_uri` carried; null where it carried none. */
  readonly shortTrace: string | null;
  readonly clientId: number | null;
  readonly accountId: number | null;
  readonly endpoint: RefusingEndpoint;
  readonly reason: string;
  readonly error: string;
  readonly at: number;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Lines of protocol/refusals/facts.ts. */
  readonly facts: string;
}

/** Never a reason for a batch to fail: what it reports matters more. */
export function insertRefused(row: RefusedRow): Sql {
  return sql`insert into refused_requests (id, trace_id, short_trace, client_id, account_id, endpoint, reason, error,
      happened_at, address, user_agent, facts)
    values (${row.id}, ${row.traceId}, ${row.shortTrace}, ${row.clientId}, ${row.accountId}, ${row.endpoint}, ${row.reason}, ${row.error},
      ${row.at}, ${row.address}, ${row.userAgent}, ${row.facts})
    on conflict do nothing`;
}

/** Null does not filter. */
export interface RefusedFilter {
  readonly endpoint: RefusingEndpoint | null;
  readonly error: string | null;
  readonly shortTrace?: string | null;
}

/** Newest first. */
export async function listRefused(
  database: Database,
  clientId: number,
  { endpoint, error, shortTrace = null }: RefusedFilter,
  slice: { readonly skip: number; readonly most: number },
): Promise<readonly RefusedRequest[]> {
  const rows =
    await database.list<RefusedRow>(sql`select id, trace_id as "traceId", short_trace as "shortTrace", client_id as "clientId",
      account_id as "accountId", endpoint, reason, error, happened_at as "at", address, user_agent as "userAgent", facts
    from refused_requests
    where client_id = ${clientId} and (cast(${endpoint} as text) is null or endpoint = ${endpoint})
      and (cast(${error} as text) is null or error = ${error})
      and (cast(${shortTrace} as text) is null or short_trace = ${shortTrace})
    order by id desc limit ${slice.most} offset ${slice.skip}`);
  return rows.map(requestOf);
}

/** Which endpoints and errors the log of an application has, for its filters. */
export function listRefusedKinds(
  database: Database,
  clientId: number,
): Promise<readonly { readonly endpoint: RefusingEndpoint; readonly error: string }[]> {
  return database.read(sql`select distinct endpoint, error from refused_requests where client_id = ${clientId}
    order by endpoint, error`);
}

export async function findRefused(
  database: Database,
  traceId: string,
): Promise<{ readonly request: RefusedRequest; readonly clientId: number | null } | undefined> {
  const [row] =
    await database.read<RefusedRow>(sql`select id, trace_id as "traceId", short_trace as "shortTrace", client_id as "clientId",
      account_id as "accountId", endpoint, reason, error, happened_at as "at", address, user_agent as "userAgent", facts
    from refused_requests where trace_id = ${traceId}`);
  return row && { request: requestOf(row), clientId: row.clientId };
}

/**
 * The newest request with this short trace among the applications of one owner, or (null) of everybody: another's
 * application cannot stand in front of it.
 */
export async function findByShortTrace(
  database: Database,
  shortTrace: string,
  ownerId: number | null,
): Promise<{ readonly traceId: string; readonly publicId: string } | undefined> {
  const rows = await database.read<{ traceId: string; publicId: string }>(sql`
    select r.trace_id as "traceId", c.public_id as "publicId"
    from refused_requests r join clients c on c.id = r.client_id
    where r.short_trace = ${shortTrace} and c.deleted_at is null
      and (cast(${ownerId} as bigint) is null or c.owner_id = ${ownerId})
    order by r.id desc limit 1`);
  return rows[0];
}

/** Undefined for a client that has been deleted. */
export async function findPublicId(database: Database, clientId: number): Promise<string | undefined> {
  const rows = await database.read<{ publicId: string }>(
    sql`select public_id as "publicId" from clients where id = ${clientId} and deleted_at is null`,
  );
  return rows[0]?.publicId;
}

/**
 * Removes so many requests of applications that this account owned and that are deleted: nobody can see them any more.
 */
export function dropRefusedOfDeleted(ownerId: number, step: number): Sql {
  return sql`delete from refused_requests where id in
    (select r.id from clients c join refused_requests r on r.client_id = c.id
      where c.owner_id = ${ownerId} and c.deleted_at is not null limit ${step})`;
}

/** Removes the oldest requests of one client beyond so many. */
export function trimRefusedOf(clientId: number, most: number, step: number): Sql {
  return sql`delete from refused_requests where id in
    (select id from refused_requests where client_id = ${clientId} order by id desc limit ${step} offset ${most})`;
}

/** The same for those that no client is known for. */
export function trimRefusedOfNobody(most: number, step: number): Sql {
  return sql`delete from refused_requests where id in
    (select id from refused_requests where client_id is null order by id desc limit ${step} offset ${most})`;
}

export function trimRefused(most: number, step: number): Sql {
  return sql`delete from refused_requests where id in
    (select id from refused_requests order by id desc limit ${step} offset ${most})`;
}

export const MOST_REFUSED = 100_000;
const KEPT_DAYS = 7;

export const sweepOldRefused: SweepByIndex = {
  table: 'refused_requests',
  ends: 'after seven days',
  step: ({ now, firstIdOf }, most) => sql`delete from refused_requests where id in
    (select id from refused_requests where id < ${firstIdOf(now - KEPT_DAYS * DAY_SECONDS)} order by id limit ${most})`,
};

export const sweepSurplusRefused: SweepByIndex = {
  table: 'refused_requests',
  // Instances that write at once may have exceeded the bound, though each of them keeps it.
  ends: 'beyond a hundred thousand, the oldest first',
  step: (_, most) => trimRefused(MOST_REFUSED, most),
};

function requestOf({ address, userAgent, facts, clientId: _, ...row }: RefusedRow): RefusedRequest {
  return { ...row, source: { address, userAgent }, facts: parseFacts(facts) };
}
