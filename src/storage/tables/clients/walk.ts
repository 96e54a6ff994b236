/**
 * Walks through the applications for administrators, in one of three orders, a bounded stretch at a time, and answers
 * those of each stretch that fit (tables/people/walk.ts does the same for people).
 */
import type { ApplicationFilter, ApplicationOrder } from '../../../protocol/clients/application-search.ts';
import { MOST_COUNTED_IN_LIST } from '../../../protocol/counting.ts';
import type { Database } from '../../database.ts';
import { sql } from '../../sql.ts';

export interface AdministeredClient {
  readonly id: number;
  readonly publicId: string;
  readonly name: string;
  readonly ownerId: number;
  readonly ownerNickname: string;
  readonly createdAt: number;
  readonly tokenAt: number | null;
  readonly suspendedAt: number | null;
  readonly verifiedAt: number | null;
  readonly firstPartyAt: number | null;
  /** Accounts that allow it access now, counted up to MOST_COUNTED_IN_LIST. */
  readonly userCount: number;
  readonly waitingSince: number | null;
  readonly declinedBecause: string | null;
  /** Null where no logo was uploaded. */
  readonly logoDigest: string | null;
}

interface Sought {
  readonly filter: ApplicationFilter | null;
  /** A pattern of `like` for the folded name; null fits all. */
  readonly name: string | null;
  /** The same for the owner's nickname and address. */
  readonly owner: string;
  readonly email: string;
  readonly publicId: string;
  /** A consent that has ended by then is not counted among the users. */
  readonly now: number;
  /** What received no token since then is unused. */
  readonly unusedSince: number;
}

/** Where a stretch begins: behind this application, in the order of the walk. */
export interface ClientPlace {
  readonly id: number;
  readonly nameKey: string;
}

interface Stretch {
  readonly after: ClientPlace;
  /** So many rows are looked at. */
  readonly length: number;
  /** So many are answered. */
  readonly most: number;
}

interface Walked {
  readonly clients: readonly AdministeredClient[];
  /** The last application of the stretch, told by the same statement; undefined where the walk ends before it. */
  readonly end: ClientPlace | undefined;
}

export const FIRST_CLIENT: Readonly<Record<ApplicationOrder, ClientPlace>> = {
  newest: { id: Number.MAX_SAFE_INTEGER, nameKey: '' },
  oldest: { id: 0, nameKey: '' },
  name: { id: 0, nameKey: '' },
};

export async function walkClients(
  database: Database,
  order: ApplicationOrder,
  sought: Sought,
  stretch: Stretch,
): Promise<Walked> {
  const walk = { newest: walkNewest, oldest: walkOldest, name: walkNames }[order];
  const rows = await walk(database, sought, stretch);
  return { clients: rows.filter(({ isEnd }) => isEnd === 0), end: rows.find(({ isEnd }) => isEnd === 1) };
}

export async function findClientPlace(database: Database, id: number): Promise<ClientPlace | undefined> {
  const rows = await database.read<ClientPlace>(
    sql`select id, name_key as "nameKey" from clients where id = ${id} and deleted_at is null`,
  );
  return rows[0];
}

/** The end of the stretch is a row of its own. */
type Answered = AdministeredClient & ClientPlace & { readonly isEnd: 0 | 1 };

type Walk = (database: Database, sought: Sought, stretch: Stretch) => Promise<readonly Answered[]>;

const walkNewest: Walk = (
  database,
  { filter, name, owner, email, publicId, now, unusedSince },
  { after, length, most },
) =>
  database.list<Answered>(sql`select * from (select found.*,
      (select count(*) from (select one from (select 1 as one from consents k where k.client_id = found.id
          and k.revoked_at is null and k.ends_at is null limit ${MOST_COUNTED_IN_LIST}) as lasting
        union all select one from (select 1 as one from consents k where k.client_id = found.id
          and k.revoked_at is null and k.ends_at > ${now} limit ${MOST_COUNTED_IN_LIST}) as ending
        limit ${MOST_COUNTED_IN_LIST}) as counted) as "userCount",
      (select l.digest from logos l where l.client_id = found.id) as "logoDigest"
    from (select c.id, c.public_id as "publicId", c.name, c.owner_id as "ownerId",
      o.nickname as "ownerNickname", c.created_at as "createdAt", c.token_at as "tokenAt",
      c.suspended_at as "suspendedAt", c.verified_at as "verifiedAt", c.first_party_at as "firstPartyAt",
      c.waiting_since as "waitingSince", c.declined_because as "declinedBecause", c.name_key as "nameKey", 0 as "isEnd"
    from (select * from clients where deleted_at is null and id < ${after.id} order by id desc limit ${length}) as c
      join accounts o on o.id = c.owner_id
    where case cast(${filter} as text) when 'suspended' then c.suspended_at is not null
        when 'verified' then c.verified_at is not null when 'first_party' then c.first_party_at is not null
        when 'not_verified' then c.verified_at is null and c.first_party_at is null
        when 'waiting' then c.waiting_since is not null and c.declined_because is null
        when 'declined' then c.declined_because is not null
        when 'unused' then coalesce(c.token_at, c.created_at) < ${unusedSince} else 1 = 1 end
      and (cast(${name} as text) is null or c.name_key like ${name} escape '!' or c.public_id = ${publicId}
        or o.nickname_key like ${owner} escape '!' or o.email_key like ${email} escape '!')
    order by c.id desc limit ${most}) as found
    union all select id, public_id, name, owner_id, '', created_at, token_at, suspended_at, verified_at, first_party_at,
      waiting_since, declined_because, name_key, 1, 0, null
    from (select * from clients where deleted_at is null and id < ${after.id} order by id desc limit 1 offset ${length - 1}) as last) as answered
    order by "isEnd", id desc`);

const walkOldest: Walk = (
  database,
  { filter, name, owner, email, publicId, now, unusedSince },
  { after, length, most },
) =>
  database.list<Answered>(sql`select * from (select found.*,
      (select count(*) from (select one from (select 1 as one from consents k where k.client_id = found.id
          and k.revoked_at is null and k.ends_at is null limit ${MOST_COUNTED_IN_LIST}) as lasting
        union all select one from (select 1 as one from consents k where k.client_id = found.id
          and k.revoked_at is null and k.ends_at > ${now} limit ${MOST_COUNTED_IN_LIST}) as ending
        limit ${MOST_COUNTED_IN_LIST}) as counted) as "userCount",
      (select l.digest from logos l where l.client_id = found.id) as "logoDigest"
    from (select c.id, c.public_id as "publicId", c.name, c.owner_id as "ownerId",
      o.nickname as "ownerNickname", c.created_at as "createdAt", c.token_at as "tokenAt",
      c.suspended_at as "suspendedAt", c.verified_at as "verifiedAt", c.first_party_at as "firstPartyAt",
      c.waiting_since as "waitingSince", c.declined_because as "declinedBecause", c.name_key as "nameKey", 0 as "isEnd"
    from (select * from clients where deleted_at is null and id > ${after.id} order by id limit ${length}) as c
      join accounts o on o.id = c.owner_id
    where case cast(${filter} as text) when 'suspended' then c.suspended_at is not null
        when 'verified' then c.verified_at is not null when 'first_party' then c.first_party_at is not null
        when 'not_verified' then c.verified_at is null and c.first_party_at is null
        when 'waiting' then c.waiting_since is not null and c.declined_because is null
        when 'declined' then c.declined_because is not null
        when 'unused' then coalesce(c.token_at, c.created_at) < ${unusedSince} else 1 = 1 end
      and (cast(${name} as text) is null or c.name_key like ${name} escape '!' or c.public_id = ${publicId}
        or o.nickname_key like ${owner} escape '!' or o.email_key like ${email} escape '!')
    order by c.id limit ${most}) as found
    union all select id, public_id, name, owner_id, '', created_at, token_at, suspended_at, verified_at, first_party_at,
      waiting_since, declined_because, name_key, 1, 0, null
    from (select * from clients where deleted_at is null and id > ${after.id} order by id limit 1 offset ${length - 1}) as last) as answered
    order by "isEnd", id`);

const walkNames: Walk = (
  database,
  { filter, name, owner, email, publicId, now, unusedSince },
  { after, length, most },
) =>
  database.list<Answered>(sql`select * from (select found.*,
      (select count(*) from (select one from (select 1 as one from consents k where k.client_id = found.id
          and k.revoked_at is null and k.ends_at is null limit ${MOST_COUNTED_IN_LIST}) as lasting
        union all select one from (select 1 as one from consents k where k.client_id = found.id
          and k.revoked_at is null and k.ends_at > ${now} limit ${MOST_COUNTED_IN_LIST}) as ending
        limit ${MOST_COUNTED_IN_LIST}) as counted) as "userCount",
      (select l.digest from logos l where l.client_id = found.id) as "logoDigest"
    from (select c.id, c.public_id as "publicId", c.name, c.owner_id as "ownerId",
      o.nickname as "ownerNickname", c.created_at as "createdAt", c.token_at as "tokenAt",
      c.suspended_at as "suspendedAt", c.verified_at as "verifiedAt", c.first_party_at as "firstPartyAt",
      c.waiting_since as "waitingSince", c.declined_because as "declinedBecause", c.name_key as "nameKey", 0 as "isEnd"
    from (select * from clients where deleted_at is null and name_key collate "binary" >= ${after.nameKey}
        and (name_key collate "binary" > ${after.nameKey} or id > ${after.id})
      order by name_key collate "binary", id limit ${length}) as c
      join accounts o on o.id = c.owner_id
    where case cast(${filter} as text) when 'suspended' then c.suspended_at is not null
        when 'verified' then c.verified_at is not null when 'first_party' then c.first_party_at is not null
        when 'not_verified' then c.verified_at is null and c.first_party_at is null
        when 'waiting' then c.waiting_since is not null and c.declined_because is null
        when 'declined' then c.declined_because is not null
        when 'unused' then coalesce(c.token_at, c.created_at) < ${unusedSince} else 1 = 1 end
      and (cast(${name} as text) is null or c.name_key like ${name} escape '!' or c.public_id = ${publicId}
        or o.nickname_key like ${owner} escape '!' or o.email_key like ${email} escape '!')
    order by c.name_key collate "binary", c.id limit ${most}) as found
    union all select id, public_id, name, owner_id, '', created_at, token_at, suspended_at, verified_at, first_party_at,
      waiting_since, declined_because, name_key, 1, 0, null
    from (select * from clients where deleted_at is null and name_key collate "binary" >= ${after.nameKey}
        and (name_key collate "binary" > ${after.nameKey} or id > ${after.id})
      order by name_key collate "binary", id limit 1 offset ${length - 1}) as last) as answered
    order by "isEnd", "nameKey" collate "binary", id`);
