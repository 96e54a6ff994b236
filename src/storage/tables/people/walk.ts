/**
 * Walks through the accounts for administrators, in one of three orders, a bounded stretch at a time: of each stretch
 * those are answered that fit. No index finds the middle of a word, so a search looks at every row of its stretch; the
 * next stretch is another statement, and other lists have their turn in between (docs/decisions/0058).
 */
import type { PeopleFilter, PeopleOrder } from '../../../protocol/people/people-search.ts';
import type { Database } from '../../database.ts';
import { sql } from '../../sql.ts';
import type { PersonRow } from './search.ts';

/** What is looked for, as patterns of `like`; null fits everybody. */
interface Sought {
  readonly filter: PeopleFilter | null;
  readonly nickname: string | null;
  readonly email: string;
  /** A name is kept as it was typed, so it is looked for in the ways in which names are written. */
  readonly names: readonly [asTyped: string, lower: string, upper: string, capital: string];
}

/** Where a stretch begins: behind this account, in the order of the walk. */
export interface Place {
  readonly createdAt: number;
  readonly nicknameKey: string;
  readonly id: number;
}

interface Stretch {
  readonly after: Place;
  /** So many rows are looked at. */
  readonly length: number;
  /** So many are answered. */
  readonly most: number;
}

interface Walked {
  readonly people: readonly PersonRow[];
  /**
   * The last account of the stretch, told by the same statement: whoever comes or goes between two would move it. Undefined
   * where the walk ends before it.
   */
  readonly end: Place | undefined;
}

export const FIRST: Readonly<Record<PeopleOrder, Place>> = {
  newest: { createdAt: Number.MAX_SAFE_INTEGER, nicknameKey: '', id: Number.MAX_SAFE_INTEGER },
  oldest: { createdAt: -1, nicknameKey: '', id: 0 },
  nickname: { createdAt: 0, nicknameKey: '', id: 0 },
};

export async function walkPeople(
  database: Database,
  order: PeopleOrder,
  sought: Sought,
  stretch: Stretch,
): Promise<Walked> {
  const walk = { newest: walkNewest, oldest: walkOldest, nickname: walkNicknames }[order];
  const rows = await walk(database, sought, stretch);
  return { people: rows.filter(({ isEnd }) => isEnd === 0), end: rows.find(({ isEnd }) => isEnd === 1) };
}

/** Where an account stands in every order; undefined for one that does not exist. */
export async function findPlace(database: Database, id: number): Promise<Place | undefined> {
  const rows = await database.read<Place>(sql`select id, created_at as "createdAt", nickname_key as "nicknameKey"
    from accounts where id = ${id} and deleted_at is null`);
  return rows[0];
}

/** The end of the stretch is a row of its own. */
type Answered = PersonRow & Place & { readonly isEnd: 0 | 1 };

type Walk = (database: Database, sought: Sought, stretch: Stretch) => Promise<readonly Answered[]>;

const walkNewest: Walk = (database, { filter, nickname, email, names }, { after, length, most }) =>
  database.list<Answered>(sql`select * from (select * from (select a.id, a.nickname, a.email, a.name,
      a.picture_digest as "pictureDigest", a.admin_at as "adminAt",
      a.created_at as "createdAt", a.online_at as "onlineAt", a.disabled_at as "disabledAt",
      a.signed_in_at as "signedInAt", a.nickname_key as "nicknameKey", 0 as "isEnd"
    from (select * from accounts where deleted_at is null and created_at <= ${after.createdAt}
        and (created_at < ${after.createdAt} or id < ${after.id})
      order by created_at desc, id desc limit ${length}) as a
    where case cast(${filter} as text) when 'administrators' then a.admin_at is not null
        when 'developers' then a.developer_at is not null when 'disabled' then a.disabled_at is not null
        when 'never' then a.signed_in_at is null
        when 'imported' then exists (select 1 from imported_accounts m where m.account_id = a.id) else 1 = 1 end
      and (cast(${nickname} as text) is null or a.nickname_key like ${nickname} escape '!'
        or a.email_key like ${email} escape '!' or a.name like ${names[0]} escape '!'
        or lower(a.name) like ${names[1]} escape '!' or a.name like ${names[2]} escape '!'
        or a.name like ${names[3]} escape '!')
    order by a.created_at desc, a.id desc limit ${most}) as found
    union all select id, nickname, email, name, picture_digest, admin_at, created_at, online_at, disabled_at, signed_in_at,
      nickname_key, 1 from (select * from accounts where deleted_at is null and created_at <= ${after.createdAt}
        and (created_at < ${after.createdAt} or id < ${after.id})
      order by created_at desc, id desc limit 1 offset ${length - 1}) as last) as answered
    order by "isEnd", "createdAt" desc, id desc`);

const walkOldest: Walk = (database, { filter, nickname, email, names }, { after, length, most }) =>
  database.list<Answered>(sql`select * from (select * from (select a.id, a.nickname, a.email, a.name,
      a.picture_digest as "pictureDigest", a.admin_at as "adminAt",
      a.created_at as "createdAt", a.online_at as "onlineAt", a.disabled_at as "disabledAt",
      a.signed_in_at as "signedInAt", a.nickname_key as "nicknameKey", 0 as "isEnd"
    from (select * from accounts where deleted_at is null and created_at >= ${after.createdAt}
        and (created_at > ${after.createdAt} or id > ${after.id})
      order by created_at, id limit ${length}) as a
    where case cast(${filter} as text) when 'administrators' then a.admin_at is not null
        when 'developers' then a.developer_at is not null when 'disabled' then a.disabled_at is not null
        when 'never' then a.signed_in_at is null
        when 'imported' then exists (select 1 from imported_accounts m where m.account_id = a.id) else 1 = 1 end
      and (cast(${nickname} as text) is null or a.nickname_key like ${nickname} escape '!'
        or a.email_key like ${email} escape '!' or a.name like ${names[0]} escape '!'
        or lower(a.name) like ${names[1]} escape '!' or a.name like ${names[2]} escape '!'
        or a.name like ${names[3]} escape '!')
    order by a.created_at, a.id limit ${most}) as found
    union all select id, nickname, email, name, picture_digest, admin_at, created_at, online_at, disabled_at, signed_in_at,
      nickname_key, 1 from (select * from accounts where deleted_at is null and created_at >= ${after.createdAt}
        and (created_at > ${after.createdAt} or id > ${after.id})
      order by created_at, id limit 1 offset ${length - 1}) as last) as answered
    order by "isEnd", "createdAt", id`);

const walkNicknames: Walk = (database, { filter, nickname, email, names }, { after, length, most }) =>
  database.list<Answered>(sql`select * from (select * from (select a.id, a.nickname, a.email, a.name,
      a.picture_digest as "pictureDigest", a.admin_at as "adminAt",
      a.created_at as "createdAt", a.online_at as "onlineAt", a.disabled_at as "disabledAt",
      a.signed_in_at as "signedInAt", a.nickname_key as "nicknameKey", 0 as "isEnd"
    from (select * from accounts where deleted_at is null and nickname_key collate "binary" > ${after.nicknameKey}
      order by nickname_key collate "binary" limit ${length}) as a
    where case cast(${filter} as text) when 'administrators' then a.admin_at is not null
        when 'developers' then a.developer_at is not null when 'disabled' then a.disabled_at is not null
        when 'never' then a.signed_in_at is null
        when 'imported' then exists (select 1 from imported_accounts m where m.account_id = a.id) else 1 = 1 end
      and (cast(${nickname} as text) is null or a.nickname_key like ${nickname} escape '!'
        or a.email_key like ${email} escape '!' or a.name like ${names[0]} escape '!'
        or lower(a.name) like ${names[1]} escape '!' or a.name like ${names[2]} escape '!'
        or a.name like ${names[3]} escape '!')
    order by a.nickname_key collate "binary" limit ${most}) as found
    union all select id, nickname, email, name, picture_digest, admin_at, created_at, online_at, disabled_at, signed_in_at,
      nickname_key, 1 from (select * from accounts where deleted_at is null and nickname_key collate "binary" > ${after.nicknameKey}
      order by nickname_key collate "binary" limit 1 offset ${length - 1}) as last) as answered
    order by "isEnd", "nicknameKey" collate "binary"`);
