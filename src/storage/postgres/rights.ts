/**
 * Refuses a role that may not change the tables, before the first migration. Each is a transaction of its own: without this
 * the first few would be applied, and then neither the newer program nor the older one could use the database.
 */
import { Unusable } from '../database.ts';
import { migrations, pending, statementsOf } from '../migrations.ts';
import type { DriverClient } from './pool.ts';

interface Place {
  readonly role: string;
  readonly database: string;
  /** Where tables would be made; null where no schema of the search path is there. */
  readonly schema: string | null;
  readonly searchPath: string;
  readonly mayMake: boolean;
}

interface Foreign {
  readonly owner: string;
  readonly mayUse: boolean;
}

export async function refuseWithoutRights(client: DriverClient): Promise<void> {
  const [place] = await client<Place[]>`select current_user::text as "role", current_database()::text as "database",
    current_schema()::text as "schema", current_setting('search_path') as "searchPath",
    coalesce(has_schema_privilege(current_schema()::text, 'CREATE'), false) as "mayMake"`;
  if (!place) return;
  refusePlace(place);
  const foreign = await tablesOfOthers(client);
  if (foreign.length === 0) return;
  if (foreign.every(({ mayUse }) => mayUse) && !(await isOutdated(client))) return;
  throw new Unusable(wordsOf(place, [...new Set(foreign.map(({ owner }) => owner))]));
}

function refusePlace({ role, database, schema, searchPath, mayMake }: Place): void {
  if (schema === null)
    throw new Unusable(
      `The database ${database} has no schema of search_path (${searchPath}): make it, or name another one.`,
    );
  if (!mayMake)
    throw new Unusable(
      `The role ${role} may make no tables in the schema ${schema} of the database ${database}: make it the owner (alter database ${database} owner to ${role}).`,
    );
}

/** The tables and views of this service that belong to a role of which this one is no member. */
async function tablesOfOthers(client: DriverClient): Promise<readonly Foreign[]> {
  return await client<Foreign[]>`select pg_get_userbyid(relowner)::text as "owner",
      has_table_privilege(oid, 'SELECT') and has_table_privilege(oid, 'INSERT')
        and has_table_privilege(oid, 'UPDATE') and has_table_privilege(oid, 'DELETE') as "mayUse"
    from pg_class where relkind in ('r', 'v') and not pg_has_role(relowner, 'USAGE')
      and relnamespace = (select relnamespace from pg_class where oid = to_regclass('migrations'))
      and relname = any(string_to_array(${namesMade().join(' ')}, ' ')) order by relname`;
}

function namesMade(): readonly string[] {
  const statements = migrations.flatMap((migration) => [...statementsOf(migration), ...(migration.postgres ?? [])]);
  return ['migrations', ...statements.flatMap((text) => /^create (?:table|view) (\w+)/.exec(text)?.[1] ?? [])];
}

async function isOutdated(client: DriverClient): Promise<boolean> {
  const rows = await client<{ number: number }[]>`select number from migrations`;
  return pending(rows.map(({ number }) => number)).length > 0;
}

function wordsOf({ role, database }: Place, owners: readonly string[]): string {
  const them = owners.join(' and ');
  const use = owners.length === 1 ? 'Use that role, or make' : 'Make';
  return `The role ${role} does not own the tables of the database ${database}, and an update has to change them: they belong to ${them}. ${use} ${role} the owner (alter table … owner to ${role}; with a dump: pg_restore --no-owner --role=${role}).`;
}
