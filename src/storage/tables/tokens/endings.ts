/** The table of endings, which the database fills by itself (migration 22), and the places that the feed gives them. */
import type { Database } from '../../database.ts';
import { changeRow, must, type Sql, set, sql, where } from '../../sql.ts';
import { dayBefore, type SweepByIndex } from '../sweep.ts';

type EndingKind = 'pair' | 'family' | 'consent' | 'narrowed' | 'client' | 'account' | 'resource';

export interface EndingRow {
  readonly place: number;
  readonly kind: EndingKind;
  /** The number of what ended. */
  readonly subject: number;
  readonly endedAt: number;
}

export interface FeedState {
  /** The last place that was given. */
  readonly last: number;
  /** The last place of those that are not kept any more. */
  readonly swept: number;
  /** How many notes wait for a place: none, or some. */
  readonly waiting: number;
}

export async function readFeed(database: Database): Promise<FeedState> {
  const rows = await database.list<FeedState>(sql`select feed.last as "last", feed.swept as "swept",
      (select count(*) from (select 1 as one from endings where place is null order by noted limit 1) as open) as "waiting"
    from feed where feed.id = 1`);
  return rows[0] ?? { last: 0, swept: 0, waiting: 0 };
}

/** So many get a place at a time. */
const PLACES_AT_ONCE = 200;

/**
 * Gives places to notes that others can see by now. The first statement is a guard: of several instances that do this at
 * once, one does. `above` is greater than the last place, whatever time it is here.
 */
export function givePlaces(last: number, above: number): readonly Sql[] {
  return [
    must(changeRow('feed', 1, set`last = ${above + PLACES_AT_ONCE}`, where`last = ${last}`)),
    sql`update endings set place = cast(${above} as bigint) + numbered.step
      from (select id, row_number() over (order by noted, id) as step from endings
        where place is null order by noted, id limit ${PLACES_AT_ONCE}) as numbered
      where endings.id = numbered.id and endings.place is null`,
  ];
}

/** A guard: the feed of a new database begins after every place that another one can have given before. */
export function beginFeed(above: number): Sql {
  return must(changeRow('feed', 1, set`last = ${above}, swept = ${above}`, where`last = 0`));
}

/** In the order of their places. */
export function readEndings(
  database: Database,
  { after, upTo, most }: { readonly after: number; readonly upTo: number; readonly most: number },
): Promise<readonly EndingRow[]> {
  return database.list<EndingRow>(sql`select place, kind, subject, ended_at as "endedAt" from endings
    where place > ${after} and place <= ${upTo} order by place limit ${most}`);
}

/** For whom an ending is read: a resource, and whether it takes tokens without one. */
interface Listening {
  readonly resourceId: number;
  readonly isPlain: boolean;
  /** Tokens that have expired by then are told of no more. */
  readonly now: number;
}

export interface EndedFamily {
  readonly id: number;
  /** With what the user has taken out of it. */
  readonly scope: string;
  /** 1 where tokens for the resource itself, by its audience, are among what ended; else 0. */
  readonly named: number;
}

interface Families extends Listening {
  readonly subject: number;
  readonly after: number;
  readonly most: number;
}

/** The family, if it has an unexpired token for the resource. That of a superseded pair had ended before, and that was told. */
export function familyFor(database: Database, { subject, resourceId, isPlain, now }: Families) {
  return database.read<EndedFamily>(sql`select f.id, f.scope || ' ' || f.removed_scope as "scope",
      case when exists (select 1 from pairs o where o.family_id = f.id and o.superseded_at is null and o.resource_id = ${resourceId}
        and o.access_expires_at > ${now}) then 1 else 0 end as "named"
    from families f where f.id = ${subject} and exists (select 1 from pairs p where p.family_id = f.id and p.superseded_at is null and p.access_expires_at > ${now}
      and (p.resource_id = ${resourceId} or (p.resource_id is null and cast(${isPlain ? 1 : 0} as bigint) = 1)))`);
}

/** The same for all that came from a consent, in the order of their numbers. */
export function familiesOfConsent(database: Database, { subject, after, most, ...listening }: Families) {
  const { resourceId, isPlain, now } = listening;
  return database.list<EndedFamily>(sql`select f.id, f.scope || ' ' || f.removed_scope as "scope",
      case when exists (select 1 from pairs o where o.family_id = f.id and o.superseded_at is null and o.resource_id = ${resourceId}
        and o.access_expires_at > ${now}) then 1 else 0 end as "named"
    from families f where f.consent_id = ${subject} and f.id > ${after}
      and exists (select 1 from pairs p where p.family_id = f.id and p.superseded_at is null and p.access_expires_at > ${now}
        and (p.resource_id = ${resourceId} or (p.resource_id is null and cast(${isPlain ? 1 : 0} as bigint) = 1)))
    order by f.id limit ${most}`);
}

/** The same for all that an account allowed. */
export function familiesOfAccount(database: Database, { subject, after, most, ...listening }: Families) {
  const { resourceId, isPlain, now } = listening;
  return database.list<EndedFamily>(sql`select f.id, f.scope || ' ' || f.removed_scope as "scope",
      case when exists (select 1 from pairs o where o.family_id = f.id and o.superseded_at is null and o.resource_id = ${resourceId}
        and o.access_expires_at > ${now}) then 1 else 0 end as "named"
    from consents k join families f on f.consent_id = k.id
    where k.account_id = ${subject} and f.id > ${after}
      and exists (select 1 from pairs p where p.family_id = f.id and p.superseded_at is null and p.access_expires_at > ${now}
        and (p.resource_id = ${resourceId} or (p.resource_id is null and cast(${isPlain ? 1 : 0} as bigint) = 1)))
    order by f.id limit ${most}`);
}

/** The family of a pair, if its access token is for the resource. */
export function familyOfPair(database: Database, { subject, resourceId, isPlain }: Families) {
  return database.read<EndedFamily>(sql`select f.id, f.scope || ' ' || f.removed_scope || ' ' || coalesce(p.scope, '') as "scope",
      case when p.resource_id is null then 0 else 1 end as "named"
    from pairs p join families f on f.id = p.family_id
    where p.id = ${subject}
      and (p.resource_id = ${resourceId} or (p.resource_id is null and cast(${isPlain ? 1 : 0} as bigint) = 1))`);
}

/** The client_id of an application that has, or had, access to the resource. */
export async function clientFor(
  database: Database,
  { subject, resourceId, isPlain }: Omit<Families, 'after' | 'most'>,
): Promise<string | undefined> {
  const rows = await database.read<{ publicId: string }>(sql`select c.public_id as "publicId" from clients c
    where c.id = ${subject} and (
      exists (select 1 from consents k where k.client_id = c.id
        and (k.resource_id = ${resourceId} or (k.resource_id is null and cast(${isPlain ? 1 : 0} as bigint) = 1)))
      or exists (select 1 from families f join pairs p on p.family_id = f.id
        where f.client_id = c.id and f.consent_id is null and p.superseded_at is null
          and (p.resource_id = ${resourceId} or (p.resource_id is null and cast(${isPlain ? 1 : 0} as bigint) = 1))))`);
  return rows[0]?.publicId;
}

/** In the order of places: what is kept is all that came after the last one that was removed. */
export const sweepOldEndings: SweepByIndex = {
  table: 'endings',
  ends: 'a day after they got their place in the feed',
  step: (at, most) => sql`delete from endings where id in
    (select id from endings where place <= ${at.firstIdOf(dayBefore(at))} order by place limit ${most})`,
};

export const MOST_ENDINGS = 100_000;

export const sweepSurplusEndings: SweepByIndex = {
  table: 'endings',
  ends: 'beyond a hundred thousand, the oldest first',
  step: (_, most) => sql`delete from endings where id in (select id from endings where place > 0
    order by place desc limit ${most} offset ${MOST_ENDINGS})`,
};
