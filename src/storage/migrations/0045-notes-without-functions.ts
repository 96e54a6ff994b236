/** On SQLite, what every token and every event runs through calls no function. */

/**
 * A function may fail, so SQLite keeps a copy of each page that a statement with triggers changes as soon as one of them calls
 * one, whether that trigger runs or not: a sixth of what its statements take for a refresh. These two notes are therefore
 * made of columns and operators alone.
 *
 * The end of a pair is the moment that its row names. Its note is called after the last place that was given and its own order among
 * those without a place: what got one changed the last place with it, so no name comes twice.
 *
 * Which groups a webhook is told of is a row for each word, kept by triggers of their own: `token.issued` is of the group
 * `token` since it lies between `token.` and `token/`, the next character.
 */
const noted = '(coalesce((select max(noted) from endings where place is null), 0) + 1)';

const isEnded = (column: string) => `(old.${column} is null and new.${column} is not null)`;

const wordsOf = (groups: string) => `json_each('[' || replace(json_quote(trim(${groups})), ' ', '","') || ']') as word`;

const rowsOfGroups = `delete from webhook_groups where webhook_id = new.id;
      insert into webhook_groups (webhook_id, name) select distinct new.id, word.value from ${wordsOf('new.groups')};`;

export const notesWithoutFunctions: readonly string[] = [
  'drop trigger pairs_pair_noted',
  `create trigger pairs_pair_noted after update of revoked_at, superseded_at, access_expires_at on pairs
    when ${isEnded('revoked_at')} or (new.resource_id is not null
      and (${isEnded('superseded_at')} or new.access_expires_at < old.access_expires_at)) begin
      insert into endings (id, noted, kind, subject, ended_at)
        select feed.last || '.' || ${noted}, ${noted}, 'pair', new.id,
          case when ${isEnded('revoked_at')} then new.revoked_at
            when ${isEnded('superseded_at')} then new.superseded_at else new.access_expires_at end
        from feed where feed.id = 1;
    end`,
  `create table webhook_groups (
    webhook_id bigint not null,
    name text not null,
    primary key (webhook_id, name)
  )`,
  `insert into webhook_groups (webhook_id, name)
    select distinct w.id, word.value from webhooks w, ${wordsOf('w.groups')}`,
  `create trigger webhooks_insert_grouped after insert on webhooks begin
      ${rowsOfGroups}
    end`,
  `create trigger webhooks_update_grouped after update of groups on webhooks begin
      ${rowsOfGroups}
    end`,
  `create trigger webhooks_delete_grouped after delete on webhooks begin
      delete from webhook_groups where webhook_id = old.id;
    end`,
  'drop trigger events_told',
  `create trigger events_told after insert on events
    when exists (select 1 from webhooks)
      and exists (select 1 from webhooks where off_at is null and client_key in (0, coalesce(new.client_id, 0)))
    begin
      insert into deliveries (id, webhook_id, subject, noted, event_id, kind, happened_at, account_id, client_id, family_id,
        detail, due_at, tries_since)
      select new.id || '.' || w.id, w.id, coalesce(new.client_id, 0) || ':' || coalesce(new.account_id, 0),
        coalesce((select max(noted) from deliveries), 0) + 1, new.id, new.kind, new.happened_at, new.account_id,
        new.client_id, new.family_id, new.detail, new.happened_at, new.happened_at
      from webhooks w
      where w.off_at is null and w.client_key in (0, coalesce(new.client_id, 0))
        and exists (select 1 from webhook_groups g
          where g.webhook_id = w.id and new.kind > g.name || '.' and new.kind < g.name || '/')
        and not exists (select 1 from moves where state = 'arriving');
    end`,
];
