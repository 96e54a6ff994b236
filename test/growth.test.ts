/** Proves that nothing grows unnoticed: every table and everything kept in memory is in the inventory of src/growth. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEMORY } from '../src/growth/memory.ts';
import { TABLES } from '../src/growth/tables.ts';
import { sql } from '../src/storage/sql.ts';
import { OF_SQLITE } from './faults/checking/growth-check.ts';
import { addressOf, openAt } from './storage/engines.ts';
import { containersIn } from './support/containers.ts';
import { everyEngine } from './support/each-database.ts';
import { readProject } from './support/source-files.ts';

const source = readProject().filter(({ path }) => path.startsWith('src/') && path.endsWith('.ts'));

/** What is filled within one call and gone with it: a request, a command, a migration, one group of writes. */
const LOCAL: ReadonlySet<string> = new Set([
  'src/cli/sweep.ts removed',
  'src/http/inside.ts found',
  'src/http/server/closing.ts ownConnections',
  'src/imports/doorkeeper/applications.ts findings',
  'src/imports/doorkeeper/applications.ts gone',
  'src/imports/doorkeeper/applications.ts publicIds',
  'src/imports/doorkeeper/bring-tokens.ts waveOf',
  'src/imports/doorkeeper/bring-tokens.ts waves',
  'src/imports/doorkeeper/consents.ts scope',
  'src/imports/doorkeeper/consents.ts wanted',
  'src/imports/doorkeeper/tables.ts columns',
  'src/imports/doorkeeper/tables.ts wished',
  'src/imports/doorkeeper/tokens.ts ended',
  'src/imports/doorkeeper/tokens.ts live',
  'src/imports/handing-on.ts wantedAnew',
  'src/imports/people.ts blocked',
  'src/imports/people.ts emails',
  'src/imports/people.ts judged',
  'src/imports/people.ts nicknames',
  'src/imports/people.ts skeletons',
  'src/imports/report.ts notes',
  'src/imports/users-file.ts chunk',
  'src/imports/users-file.ts numbers',
  'src/metrics.ts lines',
  'src/outbound/call.ts chunks',
  'src/storage/foreign/json-lines.ts chunk',
  'src/storage/foreign/json-lines.ts has',
  'src/storage/foreign/sqlite-source.ts chunk',
  'src/storage/made-file.ts missing',
  'src/storage/move/open-ends.ts opened',
  'src/storage/move/sqlite-session.ts statements',
  'src/storage/postgres/write-groups.ts columns',
  'src/storage/postgres/writes.ts counts',
  'src/storage/postgres/writes.ts group',
  'src/storage/postgres/writes.ts left',
  'src/storage/postgres/writes.ts rows',
  'src/storage/postgres/writes.ts touched',
  'src/storage/batch.ts rows',
  'src/storage/sqlite/connection.ts read',
  'src/storage/sqlite/writer-thread.ts counts',
  'src/storage/sqlite/writer-thread.ts outcomes',
  'src/storage/tables/people/credentials.ts samples',
  'src/storage/logged-text.ts counts',
]);

/** Known to grow without a bound, and to be mended. Whoever bounds one takes it out of here. */
const UNBOUNDED: readonly string[] = [];

const TABLES_OF = {
  sqlite: "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  postgres:
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
} as const;

test('every table that the migrations make is in the inventory', () =>
  everyEngine(async (engine) => {
    const database = await openAt(await addressOf(engine));
    const rows = await database.read<{ name: string }>({ ...sql`select 1`, text: [TABLES_OF[engine]] });
    const made = rows.map(({ name }) => name);

    const listed = Object.keys(TABLES).filter((name) => engine === 'sqlite' || !OF_SQLITE.has(name));
    assert.deepEqual(made.toSorted(), listed.toSorted());
  }));

test('every map, set and list that outlives a call is in the inventory, and the inventory names nothing else', () => {
  const found = new Set(source.flatMap(containersIn).filter((name) => !LOCAL.has(name)));
  const listed = new Set(MEMORY.flatMap(({ file, names }) => names.map((name) => `${file} ${name}`)));

  assert.deepEqual(
    [...found].filter((name) => !listed.has(name)),
    [],
  );
  assert.deepEqual(
    [...listed].filter((name) => !found.has(name)),
    [],
  );
});

test('whatever is not bounded is known not to be', () => {
  const tables = Object.entries(TABLES).filter(([, { bound }]) => bound === null);
  const memory = MEMORY.filter(({ bound }) => bound === null);

  assert.deepEqual([...tables.map(([name]) => name), ...memory.map(({ file }) => file)].toSorted(), UNBOUNDED);
});

test('a container in a function that returns something to keep is found, and so is one outside all functions', () => {
  const planted = (path: string, ...lines: string[]) => containersIn({ path, text: lines.join('\n') });
  const kept = [
    'export function createQueue() {',
    '  const jobs: (() => void)[] = [];',
    '  return () => jobs.push(f);',
    '}',
  ];

  assert.deepEqual(planted('src/http/a.ts', 'const seen = new Map<string, number>();', 'seen.set(a, 1);'), [
    'src/http/a.ts seen',
  ]);
  assert.deepEqual(planted('src/http/a.ts', ...kept), ['src/http/a.ts jobs']);
  assert.deepEqual(planted('src/tokens/a.ts', ...kept), ['src/tokens/a.ts jobs']);
  assert.deepEqual(planted('src/http/a.ts', "const WORDS = new Set(['a', 'b']);"), []);
  assert.deepEqual(planted('src/tokens/a.ts', 'function sum() {', '  const all = [];', '  all.push(1);', '}'), []);
});
