/** Drops the databases of test files that have ended, while the run goes on: all of them together would be eight gigabytes. */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { isAlive } from '../../scripts/quick-folder.mjs';

/** Named after its file's process, so that somebody else sees when nobody needs it any more. */
export function databaseName(): string {
  return `test_${process.pid}_${randomBytes(6).toString('hex')}`;
}

const LOOK_EVERY_MS = 5000;

export function dropLeftDatabases(serverUrl: string): { stop(): Promise<void> } {
  const administrator = postgres(serverUrl, { max: 1, onnotice: () => {} });
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(() => dropAll(administrator)).catch(() => {});
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      await administrator.end({ timeout: 0 });
    },
  };
}

async function dropAll(administrator: postgres.Sql): Promise<void> {
  const databases = await administrator<{ name: string }[]>`select datname as name from pg_database`;
  for (const { name } of databases) {
    const [, owner] = /^test_([0-9]+)_/.exec(name) ?? [];
    if (owner !== undefined && !isAlive(Number(owner)))
      await administrator.unsafe(`drop database ${name} with (force)`);
  }
}
