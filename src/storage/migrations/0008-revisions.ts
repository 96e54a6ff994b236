/** On SQLite, how often each of the tables that hot paths read has changed, counted by the database itself. */

/** What bearer checks, clients and browsers are looked up in. Tables that change without bearing on them are not counted. */
const COUNTED = [
  'accounts',
  'clients',
  'client_secrets',
  'consents',
  'families',
  'logos',
  'pairs',
  'redirect_uris',
  'sessions',
];

const ACTS = ['insert', 'update', 'delete'];

/** Triggers, so that a change counts whoever makes it: another instance, a command, or the operator's own SQL. */
export const revisions: readonly string[] = [
  'create table revisions (name text primary key, number integer not null) without rowid',
  ...COUNTED.map((table) => `insert into revisions (name, number) values ('${table}', 0)`),
  ...COUNTED.flatMap((table) =>
    ACTS.map(
      (act) => `create trigger ${table}_${act}_counted after ${act} on ${table} begin
        update revisions set number = number + 1 where name = '${table}';
      end`,
    ),
  ),
];
