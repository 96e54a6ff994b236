/** On PostgreSQL, webhooks are looked for once for all events of a statement, since refreshes travel many to a statement. */

/**
 * What it notes is what the trigger of migration 25 noted for each row. `noted` follows the order in which the rows were
 * inserted and differs within the statement: deliveries of one subject are sent by it, and pages go on below it.
 */
export const eventsToldTogether: readonly string[] = [
  'drop trigger events_told on events',
  'drop function tell_event()',
  `create function tell_events() returns trigger language plpgsql as $$
  declare
    began bigint := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  begin
    if not exists (select 1 from webhooks where off_at is null) then return null; end if;
    insert into deliveries (id, webhook_id, subject, noted, event_id, kind, happened_at, account_id, client_id, family_id,
      detail, due_at, tries_since)
    select e.id || '.' || w.id, w.id, coalesce(e.client_id, 0) || ':' || coalesce(e.account_id, 0),
      began + e.place, e.id, e.kind, e.happened_at, e.account_id, e.client_id, e.family_id, e.detail, e.happened_at,
      e.happened_at
    from (select *, row_number() over () as place from inserted) as e
    join webhooks w on w.off_at is null and w.client_key in (0, coalesce(e.client_id, 0))
      and strpos(w.groups, ' ' || split_part(e.kind, '.', 1) || ' ') > 0
    where not exists (select 1 from moves where state = 'arriving');
    return null;
  end $$`,
  `create trigger events_told after insert on events referencing new table as inserted
    for each statement execute function tell_events()`,
];
