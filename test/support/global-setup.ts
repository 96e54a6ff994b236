/** Starts one PostgreSQL and one Chromium, and makes what databases are copies of, for a whole run of tests (node --test --test-global-setup=…). */
import type { BrowserServer } from 'playwright-core';
import { projectRoot } from '../../scripts/install.mjs';
import { programOf } from '../../scripts/program.mjs';
import { startChromium } from './chromium-server.ts';
import { dropLeftDatabases } from './left-databases.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { makeTemplate } from './postgres-template.ts';
import { makeSqliteTemplate, type SqliteTemplate } from './sqlite-template.ts';

let postgres: PostgresServer | undefined;
let chromium: BrowserServer | undefined;
let sqlite: SqliteTemplate | undefined;
let dropping: ReturnType<typeof dropLeftDatabases> | undefined;

/** A machine without a browser is told so before anything else is run. */
export async function globalSetup(): Promise<void> {
  chromium = await startChromium();
  process.env.LATCHKEY_TEST_BROWSER = chromium.wsEndpoint();
  try {
    // Made once, before many services are started at the same time.
    programOf(projectRoot);
    sqlite = makeSqliteTemplate();
    process.env.LATCHKEY_TEST_SQLITE_TEMPLATE = sqlite.path;
    postgres = await startPostgres();
    process.env.LATCHKEY_TEST_TEMPLATE = await makeTemplate(postgres.url);
    dropping = dropLeftDatabases(postgres.url);
  } catch (error) {
    await globalTeardown();
    throw error;
  }
  process.env.LATCHKEY_TEST_POSTGRES = postgres.url;
}

export async function globalTeardown(): Promise<void> {
  sqlite?.remove();
  await dropping?.stop();
  await Promise.all([chromium?.close(), postgres?.stop()]);
}
