/** On SQLite events are filed by their accounts some hundred at a time; people's own events are read through a view. */

const COLUMNS = ['happened_at', 'kind', 'client_id', 'family_id', 'address', 'user_agent', 'detail', 'traceparent'];
const OTHERS = COLUMNS.map((column) => `e.${column}`).join(', ');

const upTo = '(select up_to from filing where id = 1)';

/**
 * An index by account has a page for each account that is active, and each event wrote one: as much as all else that a refresh
 * writes. Events of one account come close together, a consent, its code and the tokens for it, or one refresh after the other.
 *
 * So every 251st event, by its number, files all since the last that did; what is not filed yet is few rows at the end of the
 * table. One whose number is below that mark, because it commits late or a clock went back, is filed at once.
 */
const sqlite = [
  `create table filed_events (
    account_id bigint not null,
    event_id bigint not null,
    primary key (account_id, event_id)
  ) without rowid`,
  'create table filing (id integer primary key, up_to bigint not null)',
  `insert into filed_events (account_id, event_id)
    select account_id, id from events where account_id is not null order by account_id, id`,
  // Its entries are in the order in which they are filed, so it goes only now.
  'drop index events_by_account',
  'insert into filing (id, up_to) select 1, coalesce(max(id), 0) from events',
  `create trigger events_insert_filed after insert on events when new.id % 251 = 0 or new.id <= ${upTo} begin
      insert into filed_events (account_id, event_id)
        select new.account_id, new.id where new.account_id is not null and new.id <= ${upTo}
          and not exists (select 1 from filed_events where account_id = new.account_id and event_id = new.id);
      insert into filed_events (account_id, event_id)
        select account_id, id from events where id > ${upTo} and id <= new.id and account_id is not null;
      update filing set up_to = new.id where id = 1 and up_to < new.id;
    end`,
  `create trigger events_update_filed after update of id, account_id on events begin
      delete from filed_events where account_id = old.account_id and event_id = old.id;
      insert into filed_events (account_id, event_id)
        select new.account_id, new.id where new.account_id is not null and new.id <= ${upTo};
    end`,
  `create trigger events_delete_filed after delete on events begin
      delete from filed_events where account_id = old.account_id and event_id = old.id;
    end`,
  `create view events_of_accounts as
    select f.event_id as id, f.account_id as account_id, ${OTHERS}
      from filed_events f join events e on e.id = f.event_id
    union all
    select e.id as id, e.account_id as account_id, ${OTHERS}
      from events e where e.id > ${upTo} and e.account_id is not null`,
];

/** There an index is no page that every commit writes, and the view is the table. */
const postgres = [
  `create view events_of_accounts as
    select e.id, e.account_id, ${OTHERS} from events e where e.account_id is not null`,
];

export const filedEvents = { text: '', sqlite, postgres };
