/** Makes the SQLite file with all tables that the files of a run are copies of, and hands the copies out. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const executable = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');
const MIGRATE_LIMIT_MS = 60_000;

export interface SqliteTemplate {
  readonly path: string;
  remove(): void;
}

export function makeSqliteTemplate(): SqliteTemplate {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-template-'));
  const path = join(folder, 'template.db');
  migrate(`sqlite:${path}`);
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What `bin/latchkey migrate` makes of an empty database, or of none. */
export function migrate(databaseUrl: string): void {
  const { PATH, HOME } = process.env;
  const { status, stderr } = spawnSync(executable, ['migrate'], {
    env: { PATH, HOME, LATCHKEY_DATABASE: databaseUrl },
    encoding: 'utf8',
    timeout: MIGRATE_LIMIT_MS,
  });
  if (status !== 0) throw new Error(`latchkey migrate ended with ${status}: ${stderr}`);
}

/** A file of tests that is run alone has none. */
export function hasTemplate(): boolean {
  return process.env.LATCHKEY_TEST_SQLITE_TEMPLATE !== undefined;
}

/**
 * The address of a file that is not there yet, for whoever is not about migrations: a copy of the run's template, which takes
 * a tenth of the time. A file of tests that is run alone has no template; whoever opens the database then migrates it.
 */
export function migratedFile(path: string): string {
  const template = process.env.LATCHKEY_TEST_SQLITE_TEMPLATE;
  if (template) copyFileSync(template, path);
  return `sqlite:${path}`;
}
