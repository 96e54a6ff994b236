/**
 * What ends tokens, noted by the database itself in the transaction that ends them: one place, whoever writes it, a
 * command or the operator's own SQL included. The revocation feed (SPEC D79) is read from it.
 */

/**
 * `subject` is the number of what ended: a pair, a family, a consent, an application, an account or a resource. `noted`
 * orders notes that have no place yet. `place` is given afterwards, when the note can be seen by others: so nothing that
 * commits late gets a place before one that was told. `feed` has one row: the last place that was given, and the last one
 * whose note was removed.
 */
const text = `
create table endings (
  id text primary key,
  place bigint,
  noted bigint not null,
  kind text not null,
  subject bigint not null,
  ended_at bigint not null
);
create index endings_by_place on endings (place);
create index endings_without_place on endings (noted, id) where place is null;

create index consents_by_account on consents (account_id);

create table feed (
  id bigint primary key,
  last bigint not null,
  swept bigint not null
);
insert into feed (id, last, swept) values (1, 0, 0)
`;

interface Ending {
  readonly kind: string;
  readonly table: string;
  readonly columns: string;
  readonly when: string;
}

const ended = (column: string) => `(old.${column} is null and new.${column} is not null)`;

/**
 * An end that was set when access was given is told with the token, so its coming is no news. A pair that is replaced by
 * a refresh is noted where it is for a resource; a revoked one always.
 */
const ENDINGS: readonly Ending[] = [
  { kind: 'family', table: 'families', columns: 'revoked_at', when: ended('revoked_at') },
  {
    kind: 'consent',
    table: 'consents',
    columns: 'revoked_at',
    when: `${ended('revoked_at')} and coalesce(new.revoked_because, '') <> 'ended'`,
  },
  {
    kind: 'narrowed',
    table: 'consents',
    columns: 'scope, ends_at',
    when: `length(new.scope) < length(old.scope)
      or (new.ends_at is not null and (old.ends_at is null or new.ends_at < old.ends_at))`,
  },
  {
    kind: 'client',
    table: 'clients',
    columns: 'deleted_at, suspended_at',
    when: `${ended('deleted_at')} or ${ended('suspended_at')}`,
  },
  {
    kind: 'account',
    table: 'accounts',
    columns: 'disabled_at, deleted_at',
    when: `${ended('disabled_at')} or ${ended('deleted_at')}`,
  },
  {
    kind: 'pair',
    table: 'pairs',
    columns: 'revoked_at, superseded_at, access_expires_at',
    when: `${ended('revoked_at')} or (new.resource_id is not null
      and (${ended('superseded_at')} or new.access_expires_at < old.access_expires_at))`,
  },
  {
    kind: 'resource',
    table: 'resources',
    columns: 'scope, plain_at, deleted_at',
    when: `new.scope <> old.scope or (old.plain_at is not null and new.plain_at is null) or ${ended('deleted_at')}`,
  },
];

/** SQLite has one writer at a time, so notes counted in the order of their making stand in the order of commits. */
const sqlite = [
  ...ENDINGS.map(
    ({ kind, table, columns, when }) => `create trigger ${table}_${kind}_noted after update of ${columns} on ${table}
    when ${when} begin
      insert into endings (id, noted, kind, subject, ended_at) values (lower(hex(randomblob(16))),
        coalesce((select max(noted) from endings where place is null), 0) + 1, '${kind}', new.id,
        cast(strftime('%s', 'now') as integer));
    end`,
  ),
  `create trigger endings_swept after delete on endings begin
    update feed set swept = max(swept, coalesce(old.place, last)) where id = 1;
  end`,
];

const postgres = [
  `create function note_ending() returns trigger language plpgsql as $$ begin
    insert into endings (id, noted, kind, subject, ended_at) values (gen_random_uuid()::text,
      (extract(epoch from clock_timestamp()) * 1000000)::bigint, tg_argv[0], new.id,
      extract(epoch from clock_timestamp())::bigint);
    return null;
  end $$`,
  ...ENDINGS.map(
    ({ kind, table, columns, when }) => `create trigger ${table}_${kind}_noted after update of ${columns} on ${table}
      for each row when (${when}) execute function note_ending('${kind}')`,
  ),
  `create function note_swept() returns trigger language plpgsql as $$ begin
    update feed set swept = greatest(swept, (select max(coalesce(place, feed.last)) from gone)) where id = 1;
    return null;
  end $$`,
  `create trigger endings_swept after delete on endings referencing old table as gone
    for each statement execute function note_swept()`,
];

export const endings = { text, sqlite, postgres };
