/** A PostgreSQL for the run: a throw-away server that syncs every commit, or one that is given by its address. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { startPostgres } from '../test/support/postgres-server.ts';
import { childrenOf } from './usage.ts';

export interface PostgresPlace {
  /** The address of a new, empty database. */
  freshUrl(): Promise<string>;
  /** The processes of the server, where it runs on this machine and can be seen. */
  pids(): readonly number[];
  /** Such as `18.4`. */
  readonly version: string;
  /** Removes the databases of this run; ends the server if it was started for it. */
  stop(): Promise<void>;
}

/** `address` is `postgres` for a throw-away server. */
export async function openPostgresPlace(address: string): Promise<PostgresPlace> {
  const own = address === 'postgres' ? await startPostgres({ durable: true }) : undefined;
  const server = new URL(own?.url ?? address);
  const administrator = postgres(server.href, { max: 1, onnotice: () => {} });
  const made: string[] = [];
  const [row] = await administrator<{ version: string; pid: number; isSynced: string }[]>`
    select current_setting('server_version') as version, pg_backend_pid() as pid, current_setting('fsync') as "isSynced"`;
  if (row?.isSynced !== 'on')
    throw new Error('The given PostgreSQL does not sync its commits; figures would mean nothing.');
  const postmaster = parentOf(row.pid);
  return {
    version: row.version.split(' ', 1)[0] ?? '',
    async freshUrl() {
      const name = `bench_${randomBytes(6).toString('hex')}`;
      await administrator.unsafe(`create database ${name}`);
      made.push(name);
      const url = new URL(server.href);
      url.pathname = `/${name}`;
      return url.href;
    },
    pids: () => (postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)]),
    async stop() {
      if (!own) for (const name of made) await administrator.unsafe(`drop database if exists ${name} with (force)`);
      await administrator.end();
      await own?.stop();
    },
  };
}

/** Undefined where the server's processes are not this machine's. */
function parentOf(pid: number): number | undefined {
  try {
    const [name, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) /);
    return name?.includes('postgres') ? Number(rest?.split(' ')[1]) : undefined;
  } catch {
    return undefined;
  }
}
