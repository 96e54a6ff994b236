/** No statement walks through a whole table that grows with use: the plan of every one, on both engines. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import postgres from 'postgres';
import { openDatabase } from '../src/storage/open.ts';
import { lateralText, numberedText } from '../src/storage/postgres/statement-text.ts';
import { composeGroup, shapeOf } from '../src/storage/postgres/write-groups.ts';
import type { Sql } from '../src/storage/sql.ts';
import { addressOf } from './storage/engines.ts';
import { aliasesOf, endedPassedBySqlite, type PostgresNode, walksOfPostgres, walksOfSqlite } from './support/plans.ts';
import { findStatements, type Statement } from './support/sql-statements.ts';

/** Tables with a handful of rows however long the service runs. */
const SMALL = new Set([
  'event_chain',
  'event_cursors',
  'backups',
  'feed',
  'filing',
  'migrations',
  'move_notes',
  'moves',
  'revisions',
  'setup_links',
  'sqlite_sequence',
]);

/** Statements that may walk, each with the reason why that is bounded or rare. */
const ALLOWED: Readonly<Record<string, string>> = {
  'tables/people/accounts.ts hasAdministrator': 'the index holds administrators only, and one row is enough',
  'tables/people/search.ts findOtherAdministrator': 'the index holds administrators only, and one row is enough',
  'tables/people/accounts.ts insertAccount':
    'SQLite looks for children only where a foreign key is broken already (OP_FkIfZero)',
  'tables/clients/clients.ts insertClient':
    'SQLite looks for children only where a foreign key is broken already (OP_FkIfZero)',
  'tables/imports/people.ts insertImportedAccount':
    'SQLite looks for children only where a foreign key is broken already (OP_FkIfZero)',
  'tables/imports/undo.ts removeClient': 'SQLite looks for children: what was imported is gone from there by then',
  'tables/imports/undo.ts removeAccounts': 'SQLite looks for children: what was imported is gone from there by then',
  'tables/clients/list.ts listLiveClients':
    'newest first, and ends after a page; PostgreSQL weighs this against the index by owner',
  'tables/clients/search.ts countScopes': 'newest first, and ends after so many rows',
  'tables/totals.ts countTotals': 'each count ends after so many rows, on the lane of lists',
  'tables/tokens/endings.ts readFeed': 'the index holds what has no place yet, and one row is enough',
  'tables/tokens/endings.ts givePlaces': 'the index holds what has no place yet, and ends after so many rows',
  'sweeps.ts invalidateBefore': 'once after a restore, while the service is stopped',
  'tables/moves.ts sweepMoveChanges':
    'lowest numbers first, and ends after so many rows; nothing where a move is under way',
  'tables/events/answered-requests.ts trimAnswered': 'this very statement keeps the table below a fixed number of rows',
  'tables/events/refused-requests.ts trimAuthentic': 'this very statement keeps the table below a fixed number of rows',
  'tables/events/refused-requests.ts trimOthers': 'this very statement keeps the table below a fixed number of rows',
};

/** Statements that may pass over rows that have ended, each with the reason why these are few. */
const PASSED: Readonly<Record<string, string>> = {
  'tables/clients/secrets.ts readCredentials': 'an application has one family of its own, and its ended ones are swept',
  'tables/imports/applications.ts findClientForImport': 'the same',
  'tables/tokens/consents-of-account.ts findFamily': 'a family has eleven hundred pairs at most',
  'sweeps.ts invalidateBefore': 'a family has eleven hundred pairs at most',
};

/** Statements that count rows of a table to their end, each with the reason why these are few. */
const COUNTED: Readonly<Record<string, string>> = {
  'tables/clients/list.ts countClientsOf': 'so many applications an account may have',
  'tables/clients/list.ts listLiveClients': 'so many redirect URIs an application may have',
  'tables/clients/list.ts searchLiveClients': 'so many redirect URIs an application may have',
  'tables/clients/transfers.ts acceptOffer': 'so many webhooks an application may have',
  'tables/resources/resources.ts countResources': 'MOST_RESOURCE_ROWS',
  'tables/tokens/pairs.ts countLive': 'so many pairs a slice of the sweep has',
  'tables/webhooks/waiting.ts countWaiting': 'webhooks that a limit has cut, under a name of their own',
};

const ROWS = 5000;
const statements = findStatements();

async function migrated(engine: 'sqlite' | 'postgres'): Promise<string> {
  const address = await addressOf(engine);
  await (await openDatabase(address, 1)).close();
  return address;
}

function isWalkAllowed({ name }: Statement): boolean {
  return name in ALLOWED;
}

test('every statement of the house is found', () => {
  const names = new Set(statements.map(({ name }) => name));

  for (const known of [
    'tokens/token-record.ts tokenStatement',
    'tokens/codes.ts redeemCode',
    'limits.ts spendOne',
    'tokens/pairs.ts endedPairs',
  ])
    assert.ok(names.has(`tables/${known}`), known);
  assert.ok(statements.length > 120, `${statements.length} statements`);
  const shaped = statements.filter(({ shape }) => shape !== undefined);
  assert.ok(shaped.length > 25, `${shaped.length} of them say what they are`);
});

test('no statement walks through a growing table on SQLite', async () => {
  const database = new DatabaseSync((await migrated('sqlite')).replace(/^sqlite:/, ''));
  const rows = database.prepare("select name from sqlite_master where type = 'table'").all();
  const growing = new Set(rows.map((row) => String(row.name)).filter((name) => !SMALL.has(name)));

  const faults = statements
    .filter((statement) => !isWalkAllowed(statement) && !statement.name.startsWith('postgres/'))
    .flatMap((statement) => {
      const text = statement.parts.join('?');
      const plan = database.prepare(`explain query plan ${text}`).all();
      const walks = walksOfSqlite(
        plan.map((row) => String(row.detail)),
        aliasesOf(text, growing),
      );
      return walks.map((walk) => `${statement.name}: ${walk}`);
    });
  database.close();

  assert.equal(faults.join('\n'), '');
});

test('no row that is inserted or changed makes SQLite build a table, as it does for a list in the condition of an index', async () => {
  const database = new DatabaseSync((await migrated('sqlite')).replace(/^sqlite:/, ''));
  const rows = statements.filter(({ shape, name }) => shape !== undefined && !name.startsWith('postgres/'));

  const builders = rows.filter(({ parts }) => {
    const program = database.prepare(`explain ${parts.join('?')}`).all();
    // Those of triggers follow, each from its own beginning; they build only where they have something to do.
    const end = program.findIndex(({ addr }, index) => index > 0 && addr === 0);
    return program.slice(0, end === -1 ? program.length : end).some(({ opcode }) => opcode === 'OpenEphemeral');
  });
  database.close();

  assert.ok(rows.length > 25, `${rows.length} statements`);
  assert.deepEqual(
    builders.map(({ name }) => name),
    [],
  );
});

/** What every token request writes. */
const OF_TOKENS = ['events/events.ts record', 'pairs.ts insertPair', 'renewPair', 'usePair', 'supersedePair'];

test('nothing that a token request writes calls a function in a trigger, for which SQLite would copy every page', async () => {
  const database = new DatabaseSync((await migrated('sqlite')).replace(/^sqlite:/, ''));
  const rows = statements.filter(({ name }) => OF_TOKENS.some((end) => name.endsWith(end)));

  const called = rows.flatMap(({ name, parts }) => {
    const program = database.prepare(`explain ${parts.join('?')}`).all();
    assert.ok(
      program.some(({ opcode }) => opcode === 'Program'),
      `${name} has no trigger`,
    );
    const calls = program.filter(({ opcode }) => opcode === 'Function' || opcode === 'PureFunc');
    return calls.map(({ p4 }) => `${name}: ${p4}`);
  });
  database.close();

  assert.equal(rows.length, OF_TOKENS.length, rows.map(({ name }) => name).join(', '));
  assert.deepEqual(called, []);
});

test('no statement counts a growing table to its end: it counts what a limit has cut', () => {
  const uncut = /count\([^)]*\)(?:(?!\bfrom\b)[\s\S])*?\bfrom(?!\s+\()/;
  const found = statements.filter(({ parts }) => uncut.test(parts.join('?'))).map(({ name }) => name);

  assert.deepEqual(found.sort(), Object.keys(COUNTED));
});

test('no list of what is live passes over what has ended, on SQLite', async () => {
  const database = new DatabaseSync((await migrated('sqlite')).replace(/^sqlite:/, ''));
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  const growing = new Set(tables.map((row) => String(row.name)).filter((name) => !SMALL.has(name)));
  const made = database.prepare("select name, sql from sqlite_master where type = 'index' and sql is not null").all();
  const indexes = new Map(made.map((row) => [String(row.name), String(row.sql)]));

  const faults = statements
    .filter(({ name }) => !name.startsWith('postgres/') && !(name in PASSED))
    .flatMap(({ name, parts }) => {
      const text = parts.join('?');
      const plan = database.prepare(`explain query plan ${text}`).all();
      const details = plan.map((row) => String(row.detail));
      const passed = endedPassedBySqlite(details, { text, names: aliasesOf(text, growing), indexes });
      return passed.map((each) => `${name}: ${each}`);
    });
  database.close();

  assert.equal(faults.join('\n'), '');
});

test('no statement walks through a growing table on PostgreSQL, alone or gathered with others', async () => {
  const client = postgres(await migrated('postgres'), { max: 1, onnotice: () => {} });
  const tables = await client<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
  const growing = new Set(tables.map(({ name }) => name).filter((name) => !SMALL.has(name)));
  for (const table of growing) await fillWithAnything(client, table);
  // What matters is that an index can be used, not what is cheapest for rows so few that all of them fit in memory.
  await client.unsafe(`analyze; set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off;
    set work_mem = '64kB'`);

  const faults: string[] = [];
  for (const statement of statements.filter((each) => !isWalkAllowed(each) && !each.name.startsWith('sqlite/'))) {
    for (const text of await formsOf(client, statement)) {
      const [row] = await client.unsafe<{ 'QUERY PLAN': readonly { Plan: PostgresNode }[] }[]>(
        `explain (generic_plan, format json) ${text}`,
      );
      for (const { Plan } of row?.['QUERY PLAN'] ?? [])
        for (const walk of walksOfPostgres(Plan, growing)) faults.push(`${statement.name}: ${walk}`);
    }
  }
  await client.end();

  assert.equal(faults.join('\n'), '');
});

/** Enough rows for the planner to prefer a search; what may be null is so nine times out of ten. */
async function fillWithAnything(client: postgres.Sql, table: string): Promise<void> {
  const columns = await client<{ name: string; type: string; isNullable: string }[]>`
    select column_name as name, data_type as type, is_nullable as "isNullable" from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`;
  const cells = columns.map(({ type, isNullable }) => {
    const cell = type === 'text' ? "'text ' || n" : 'n';
    return isNullable === 'YES' ? `case when n % 10 = 0 then ${cell} end` : cell;
  });
  await client.unsafe(`set session_replication_role = replica;
    insert into ${table} (${columns.map(({ name }) => name).join(', ')})
    select ${cells.join(', ')} from generate_series(1, ${ROWS}) n`);
}

/** A statement as it travels alone, and the forms in which it travels together with others. */
async function formsOf(client: postgres.Sql, { parts, shape }: Statement): Promise<readonly string[]> {
  const alone = numberedText(parts);
  await client.unsafe(`prepare asked as ${alone}`);
  const [row] = await client<{ types: string[] }[]>`
    select parameter_types::text[] as types from pg_prepared_statements where name = 'asked'`;
  await client.unsafe('deallocate asked');
  const values = (row?.types ?? []).map((type) => (type === 'text' ? 'x' : 1));
  const several = [0, 1].map(() => ({ text: parts, values, must: false, shape }));
  return [alone, ...togetherOf(several)];
}

function togetherOf(several: readonly Sql[]): readonly string[] {
  const [first] = several;
  if (first && /^\s*select/i.test(first.text[0] ?? ''))
    return [lateralText(several)].filter((text) => text !== undefined);
  const batches = several.map((statement) => [statement]);
  const shape = shapeOf(batches[0] ?? []);
  return shape === undefined ? [] : [composeGroup(shape, batches).text];
}

test('the condition of a change that may travel with others looks at no other row', () => {
  const faults = statements.filter(
    ({ shape }) => shape?.kind === 'change' && /\b(select|from)\b/.test([...shape.set, ...shape.where].join(' ')),
  );

  assert.deepEqual(
    faults.map(({ name }) => name),
    [],
  );
});

/** What counts or lists is read as a list, but for these, which are bounded by a few rows and asked for by hot paths. */
const LOOKUPS: Readonly<Record<string, string>> = {
  'tables/clients/removed-secrets.ts findKnownSecret': 'the secrets of one owner, of which there are a hundred or two',
  'tables/jobs.ts nextJobs': 'jobs that are due, along an index, a few at a time',
  'tables/jobs.ts hasJobs': 'one job is enough',
  'tables/people/credentials.ts listCredentials': 'an account has few',
  'tables/tokens/codes.ts countCodes': 'ends after a few rows of one consent',
  'tables/tokens/consents.ts hasUsers': 'one row is enough',
};

test('whatever counts rows, or lists as many as its caller wants, keeps no lookup waiting', () => {
  const many = /\b(?:count|sum|max)\(|\blimit ?$|\boffset\b|\bgroup by\b|\bunion\b/;
  const faults = statements.filter(
    ({ name, way, parts }) => way === 'read' && parts.some((part) => many.test(part.trimEnd())) && !(name in LOOKUPS),
  );

  assert.deepEqual(
    faults.map(({ name }) => name),
    [],
  );
  assert.ok(statements.filter(({ way }) => way === 'list').length > 20);
});

test('every allowed walk, passage and lookup belongs to a statement that exists', () => {
  const names = new Set(statements.map(({ name }) => name));

  assert.deepEqual(
    [...Object.keys(ALLOWED), ...Object.keys(PASSED), ...Object.keys(LOOKUPS)].filter((name) => !names.has(name)),
    [],
  );
});
