/** Webhooks, and deliveries: which event goes to which address, noted by the database in the transaction of the event. */

/**
 * `client_key` is the application whose events are told, 0 for all events. `slot` bounds how many there are of each.
 * `groups` has a space before and after each word. Secrets are kept as they are: whoever signs needs them (decision 0044).
 *
 * A delivery copies what it tells, so that the event may be swept. Its id is made of the numbers of both, and is the same
 * at every attempt. `subject` is what has to stay in order; `noted` orders the deliveries of one subject. `due_at` is when
 * somebody may take it: the moment it is to be sent, or, while somebody holds it, the end of the lease.
 */
const text = `
create table webhooks (
  id bigint primary key,
  client_key bigint not null,
  slot bigint not null,
  url text not null,
  groups text not null,
  secret text not null,
  secret_made_at bigint not null,
  former_secret text,
  former_until bigint,
  created_at bigint not null,
  updated_at bigint not null,
  off_at bigint,
  off_because text,
  failing_since bigint,
  delivered_at bigint,
  dropped bigint not null default 0
);
create unique index webhooks_by_client on webhooks (client_key, slot);
create index webhooks_live on webhooks (client_key) where off_at is null;

create table deliveries (
  id text primary key,
  webhook_id bigint not null,
  subject text not null,
  noted bigint not null,
  event_id bigint,
  kind text not null,
  happened_at bigint not null,
  account_id bigint,
  client_id bigint,
  family_id bigint,
  detail text,
  due_at bigint not null,
  tries_since bigint not null,
  attempts bigint not null default 0,
  lease text,
  attempted_at bigint,
  took_ms bigint,
  status bigint,
  answer text,
  done_at bigint,
  outcome text
);
create index deliveries_waiting on deliveries (webhook_id, due_at) where done_at is null;
create index deliveries_in_line on deliveries (webhook_id, subject, noted) where done_at is null;
create index deliveries_by_webhook on deliveries (webhook_id, noted);
create index deliveries_by_age on deliveries (happened_at)
`;

/** What both triggers insert; nothing in a database that a move fills, since that carries the deliveries over. */
const insertion = ({ group, isWanted, noted, now }: Record<'group' | 'isWanted' | 'noted' | 'now', string>) => `
  insert into deliveries (id, webhook_id, subject, noted, event_id, kind, happened_at, account_id, client_id, family_id,
    detail, due_at, tries_since)
  select new.id || '.' || w.id, w.id, coalesce(new.client_id, 0) || ':' || coalesce(new.account_id, 0), ${noted}, new.id,
    new.kind, new.happened_at, new.account_id, new.client_id, new.family_id, new.detail, ${now}, ${now}
  from webhooks w
  where w.off_at is null and w.client_key in (0, coalesce(new.client_id, 0)) and ${isWanted.replace('GROUP', group)}
    and not exists (select 1 from moves where state = 'arriving');`;

/** SQLite has one writer at a time, so what is counted stands in the order of commits. */
const sqlite = [
  'create index deliveries_by_note on deliveries (noted)',
  `create trigger events_told after insert on events
    when exists (select 1 from webhooks where off_at is null and client_key in (0, coalesce(new.client_id, 0)))
    begin ${insertion({
      group: "substr(new.kind, 1, instr(new.kind, '.') - 1)",
      isWanted: "instr(w.groups, ' ' || GROUP || ' ') > 0",
      noted: 'coalesce((select max(noted) from deliveries), 0) + 1',
      now: 'new.happened_at',
    })}
    end`,
];

const postgres = [
  `create function tell_event() returns trigger language plpgsql as $$ begin ${insertion({
    group: "split_part(new.kind, '.', 1)",
    isWanted: "strpos(w.groups, ' ' || GROUP || ' ') > 0",
    noted: '(extract(epoch from clock_timestamp()) * 1000000)::bigint',
    now: 'new.happened_at',
  })}
    return null;
  end $$`,
  'create trigger events_told after insert on events for each row execute function tell_event()',
];

export const webhooks = { text, sqlite, postgres };
