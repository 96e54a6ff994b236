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
  /** Null in rows from before, of clients that do not exist. */
  readonly clientId: number | null;
  /** True where it came with a secret, a code or a token of the client. */
  readonly isAuthentic: boolean;
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

/** As it is read: nobody asks which share it belongs to. */
type ReadRow = Omit<RefusedRow, 'isAuthentic'>;

/** Never a reason for a batch to fail: what it reports matters more. */
export function insertRefused(row: RefusedRow): Sql {
  return sql`insert into refused_requests (id, trace_id, short_trace, client_id, account_id, endpoint, reason, error,
      happened_at, authentic_at, address, user_agent, facts)
    values (${row.id}, ${row.traceId}, ${row.shortTrace}, ${row.clientId}, ${row.accountId}, ${row.endpoint}, ${row.reason}, ${row.error},
      ${row.at}, ${row.isAuthentic ? row.at : null}, ${row.address}, ${row.userAgent}, ${row.facts})
    on conflict do nothing`;
}

/** Null does not filter. */
interface RefusedFilter {
  readonly endpoint: RefusingEndpoint | null;
  readonly error: string | null;
  readonly shortTrace?: string | null;
  readonly reason?: string | null;
  /** Those with this error are left out. */
  readonly except?: string;
  /** Only records with a smaller number. */
  readonly below?: number | null;
}

/** Newest first. */
export async function listRefused(
  database: Database,
  clientId: number,
  { endpoint, error, shortTrace = null, reason = null, except = '', below }: RefusedFilter,
  slice: { readonly skip: number; readonly most: number },
): Promise<readonly RefusedRequest[]> {
  const rows =
    await database.list<ReadRow>(sql`select id, trace_id as "traceId", short_trace as "shortTrace", client_id as "clientId",
      account_id as "accountId", endpoint, reason, error, happened_at as "at", address, user_agent as "userAgent", facts
    from refused_requests
    where client_id = ${clientId} and id < ${below ?? Number.MAX_SAFE_INTEGER} and (cast(${endpoint} as text) is null or endpoint = ${endpoint})
      and (cast(${error} as text) is null or error = ${error}) and error <> ${except}
      and (cast(${reason} as text) is null or reason = ${reason})
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
    await database.list<ReadRow>(sql`select id, trace_id as "traceId", short_trace as "shortTrace", client_id as "clientId",
      account_id as "accountId", endpoint, reason, error, happened_at as "at", address, user_agent as "userAgent", facts
    from refused_requests where trace_id = ${traceId}`);
  return row && { request: requestOf(row), clientId: row.clientId };
}

/** A request as lists over several applications count it: without its facts, which may be long. */
interface OwnedRefusal extends Pick<RefusedRequest, 'id' | 'traceId' | 'endpoint' | 'reason' | 'error' | 'at'> {
  readonly publicId: string;
  readonly clientName: string;
}

/**
 * The newest requests with this short trace among the applications of one owner, or (null) of everybody: another's
 * application cannot stand in front of it.
 */
export function listByShortTrace(
  database: Database,
  shortTrace: string,
  { ownerId, most }: { readonly ownerId: number | null; readonly most: number },
): Promise<readonly OwnedRefusal[]> {
  return database.list<OwnedRefusal>(sql`
    select r.id, r.trace_id as "traceId", r.endpoint, r.reason, r.error, r.happened_at as "at",
      c.public_id as "publicId", c.name as "clientName"
    from refused_requests r join clients c on c.id = r.client_id
    where r.short_trace = ${shortTrace} and c.deleted_at is null
      and (cast(${ownerId} as bigint) is null or c.owner_id = ${ownerId})
    order by r.id desc limit ${most}`);
}

/** The newest requests of all applications of one owner, from this record number on; null for every error. */
export function listRefusedOfOwner(
  database: Database,
  ownerId: number,
  sought: { readonly error: string | null; readonly from: number; readonly most: number },
): Promise<readonly OwnedRefusal[]> {
  return database.list<OwnedRefusal>(sql`
    select r.id, r.trace_id as "traceId", r.endpoint, r.reason, r.error, r.happened_at as "at",
      c.public_id as "publicId", c.name as "clientName"
    from clients c join refused_requests r on r.client_id = c.id
    where c.owner_id = ${ownerId} and c.deleted_at is null and r.id >= ${sought.from}
      and (cast(${sought.error} as text) is null or r.error = ${sought.error})
    order by r.id desc limit ${sought.most}`);
}

/** How many there are from this record number on, counted up to `most`; those with this error are left out. */
export async function countRefusedOf(
  database: Database,
  clientId: number,
  { from, except, most }: { readonly from: number; readonly except: string; readonly most: number },
): Promise<number> {
  const rows = await database.list<{ count: number }>(sql`select count(*) as count from
    (select 1 as one from refused_requests where client_id = ${clientId} and id >= ${from} and error <> ${except}
      limit ${most}) as counted`);
  return rows[0]?.count ?? 0;
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

/**
 * Removes what one client has beyond so many authentic requests, and as many others. The newest of each reason stay
 * first, then the second newest, and so on; those of strangers are taken in turn by address as well. So whoever sends many
 * of a kind pushes out that kind.
 */
export function trimRefusedOf(clientId: number, most: number, step: number): readonly Sql[] {
  return [
    sql`delete from refused_requests where id in (select id from
      (select id, row_number() over (partition by reason order by id desc) as place
        from refused_requests where client_id = ${clientId} and authentic_at is not null) as placed
      order by place, id desc limit ${step} offset ${most})`,
    sql`delete from refused_requests where id in (select id from
      (select id, row_number() over (partition by reason, address order by id desc) as place
        from refused_requests where client_id = ${clientId} and authentic_at is null) as placed
      order by place, id desc limit ${step} offset ${most})`,
  ];
}

/** Of all clients together: so many authentic ones, and as many others, the newest. */
export function trimRefused(most: number, step: number): readonly Sql[] {
  return [trimAuthentic(most, step), trimOthers(most, step)];
}

function trimAuthentic(most: number, step: number): Sql {
  return sql`delete from refused_requests where id in
    (select id from refused_requests where authentic_at is not null order by id desc limit ${step} offset ${most})`;
}

function trimOthers(most: number, step: number): Sql {
  return sql`delete from refused_requests where id in
    (select id from refused_requests where authentic_at is null order by id desc limit ${step} offset ${most})`;
}

/** Authentic ones, and as many others. */
export const MOST_REFUSED_OF_A_KIND = 50_000;
const KEPT_DAYS = 7;

export const sweepOldRefused: SweepByIndex = {
  table: 'refused_requests',
  ends: 'after seven days',
  step: ({ now, firstIdOf }, most) => sql`delete from refused_requests where id in
    (select id from refused_requests where id < ${firstIdOf(now - KEPT_DAYS * DAY_SECONDS)} order by id limit ${most})`,
};

// Instances that write at once may have exceeded the bound, though each of them keeps it.

export const sweepSurplusAuthentic: SweepByIndex = {
  table: 'refused_requests',
  ends: 'beyond fifty thousand that came with a secret, a code or a token, the oldest first',
  step: (_, most) => trimAuthentic(MOST_REFUSED_OF_A_KIND, most),
};

export const sweepSurplusRefused: SweepByIndex = {
  table: 'refused_requests',
  ends: 'beyond fifty thousand others, the oldest first',
  step: (_, most) => trimOthers(MOST_REFUSED_OF_A_KIND, most),
};

function requestOf({ address, userAgent, facts, clientId: _, ...row }: ReadRow): RefusedRequest {
  return { ...row, source: { address, userAgent }, facts: parseFacts(facts) };
}
