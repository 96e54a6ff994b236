/** Starts one PostgreSQL and one Chromium for a whole run of tests (node --test --test-global-setup=…). */
import type { BrowserServer } from 'playwright-core';
import { startChromium } from './chromium-server.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { makeTemplate } from './postgres-template.ts';

let postgres: PostgresServer | undefined;
let chromium: BrowserServer | undefined;

/** A machine without a browser is told so before anything else is run. */
export async function globalSetup(): Promise<void> {
  chromium = await startChromium();
  process.env.LATCHKEY_TEST_BROWSER = chromium.wsEndpoint();
  try {
    postgres = await startPostgres();
    process.env.LATCHKEY_TEST_TEMPLATE = await makeTemplate(postgres.url);
  } catch (error) {
    await globalTeardown();
    throw error;
  }
  process.env.LATCHKEY_TEST_POSTGRES = postgres.url;
}

export async function globalTeardown(): Promise<void> {
  await Promise.all([chromium?.close(), postgres?.stop()]);
}
