/** The triggers by which a database that is being left notes which rows have changed: they exist only during a move. */
import type { MovedTable } from './moved-tables.ts';

const ACTS = ['insert', 'update', 'delete'] as const;
type Act = (typeof ACTS)[number];

/** By the name of each; SQLite keeps the text, and compares it when the file is opened (sqlite/schema.ts). */
export function sqliteTriggers(table: MovedTable): readonly { readonly name: string; readonly text: string }[] {
  return ACTS.map((act) => {
    const name = `move_${table.name}_${act}`;
    return {
      name,
      text: `create trigger ${name} after ${act} on ${table.name} ${WHEN} begin ${bodyOf(table, act)} end`,
    };
  });
}

/** A move that nobody goes on with stops noting by itself, once it has lapsed. */
const WHEN = "when exists (select 1 from moves where state = 'leaving')";

function bodyOf(table: MovedTable, act: Act): string {
  const of = (row: 'old' | 'new') =>
    `json_array(${table.key.map((name) => `cast(${row}.${name} as text)`).join(', ')})`;
  const note = (key: string) => `insert into move_changes (table_name, key) values ('${table.name}', ${key});`;
  if (act === 'insert') return note(of('new'));
  if (act === 'delete') return note(of('old'));
  const renamed = `insert into move_changes (table_name, key) select '${table.name}', ${of('new')}
    where ${of('new')} <> ${of('old')};`;
  return `${note(of('old'))} ${renamed}`;
}

/** One statement each. The function has the name of the trigger, and takes it along when it is dropped. */
export function postgresTriggers(table: MovedTable): readonly string[] {
  const of = (row: 'old' | 'new') =>
    `json_build_array(${table.key.map((name) => `${row}.${name}::text`).join(', ')})::text`;
  const note = (key: string) => `insert into move_changes (table_name, key) values ('${table.name}', ${key});`;
  return [
    dropPostgresTrigger(table),
    `create function move_${table.name}() returns trigger language plpgsql as $body$ begin
      if not exists (select 1 from moves where state = 'leaving') then return null; end if;
      if tg_op = 'INSERT' then ${note(of('new'))} return null; end if;
      ${note(of('old'))}
      if tg_op = 'UPDATE' then
        if ${of('new')} <> ${of('old')} then ${note(of('new'))} end if;
      end if;
      return null;
    end $body$`,
    `create trigger move_${table.name} after insert or update or delete on ${table.name}
      for each row execute function move_${table.name}()`,
  ];
}

export function dropPostgresTrigger(table: MovedTable): string {
  return `drop function if exists move_${table.name}() cascade`;
}
