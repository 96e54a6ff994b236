/** Starts one PostgreSQL for a whole run of tests (node --test --test-global-setup=test/support/global-setup.ts). */
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer | undefined;

export async function globalSetup(): Promise<void> {
  server = await startPostgres();
  process.env.LATCHKEY_TEST_POSTGRES = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
