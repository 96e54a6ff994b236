/**
 * `npm run takeover`: sets up a real Doorkeeper from Debian's packages, takes it over, and drives what its clients hold.
 *
 * With `--record` the tables are kept as the fixture that `npm test` imports. Installs the packages where they are missing and
 * that is allowed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { endChildren } from '../support/children.ts';
import { createDatabaseOn } from '../support/postgres.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { driveEverything } from './drive.ts';
import { type Fixture, fixturePath, type Row, TABLES, type Tables } from './fixture.ts';
import { type Held, MODES, type Mode } from './held.ts';
import { setTakeoverStage } from './stage.ts';

const PACKAGES = [
  ...['ruby-doorkeeper', 'ruby-rails', 'ruby-activerecord', 'ruby-devise', 'ruby-bcrypt'],
  ...['ruby-sqlite3', 'ruby-pg'],
];
const PROGRAM = join(import.meta.dirname, 'doorkeeper.rb');
const folder = mkdtempSync(join(tmpdir(), 'latchkey-doorkeeper-'));

try {
  ensureRuby();
  if (process.argv.includes('--record')) for (const mode of MODES) record(mode);
  else await driveAll();
} finally {
  await endChildren();
  rmSync(folder, { recursive: true, force: true });
}

function ensureRuby(): void {
  const needed = ['rails', 'active_record', 'devise', 'doorkeeper', 'bcrypt', 'sqlite3', 'pg'];
  if (spawnSync('ruby', ['-W0', ...needed.flatMap((name) => ['-r', name]), '-e', '']).status === 0) return;
  process.stderr.write(`Installing ${PACKAGES.join(' ')} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const words = ['install', '-y', '-q', '--no-install-recommends', ...PACKAGES];
  const { status, stderr } = spawnSync('apt-get', words, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0)
    throw new Error(
      `apt-get could not install Doorkeeper: ${stderr}. On another system install ${PACKAGES.join(', ')}.`,
    );
}

/** Answers what the clients of the new service hold. */
function setUp(mode: Mode, databaseUrl: string): Held {
  const output = join(folder, `${mode}.json`);
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { status, stderr } = spawnSync('ruby', ['-W0', PROGRAM, mode, output], { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Doorkeeper could not be set up: ${stderr}`);
  // Written by doorkeeper.rb.
  return JSON.parse(readFileSync(output, 'utf8')) as Held;
}

function record(mode: Mode): void {
  const path = join(folder, `${mode}.sqlite3`);
  const held = setUp(mode, `sqlite3:${path}`);
  const database = new DatabaseSync(path);
  const rows = (table: string): Row[] =>
    // Rails keeps texts, numbers and nulls.
    database.prepare(`select * from ${table} order by id`).all() as Row[];
  const tables = Object.fromEntries(TABLES.map((table) => [table, rows(table)])) as Tables;
  database.close();
  mkdirSync(dirname(fixturePath(mode)), { recursive: true });
  writeFileSync(fixturePath(mode), `${JSON.stringify({ held, tables } satisfies Fixture, null, 1)}\n`);
  process.stdout.write(`${mode}: recorded ${Object.values(tables).flat().length} rows\n`);
}

async function driveAll(): Promise<void> {
  const server = await startPostgres();
  process.env.LATCHKEY_TEST_POSTGRES = server.url;
  try {
    for (const mode of MODES) {
      for (const source of ['sqlite', 'postgres'] as const) {
        for (const engine of ['sqlite', 'postgres'] as const) {
          const path = join(folder, `${mode}-${engine}.sqlite3`);
          const address = source === 'sqlite' ? path : await createDatabaseOn(server.url);
          const held = setUp(mode, source === 'sqlite' ? `sqlite3:${path}` : address);
          const stage = await setTakeoverStage(engine, held);
          await stage.import(address);
          await stage.import(address);
          await driveEverything(stage.service, held);
          await stage.service.stop();
          process.stdout.write(
            `${mode} tokens, Doorkeeper on ${source}, Latchkey on ${engine}: everything held works\n`,
          );
        }
      }
    }
  } finally {
    await server.stop();
  }
}
