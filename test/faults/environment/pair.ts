/** A PostgreSQL primary with a synchronous standby, and what it takes to lose the one and go on with the other. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import {
  certify,
  closeHome,
  freePort,
  initCluster,
  openHome,
  type PostgresHome,
  startServer,
  stopServer,
  usualSettings,
} from '../../support/postgres-home.ts';
import { nowMs } from '../checking/recorder.ts';
import { copyCluster, write } from './cluster-copy.ts';

export interface Pair {
  /** The address of the server that takes writes, for a database. */
  primaryUrl(name?: string): string;
  /** The address of the other one, for a database. */
  standbyUrl(name?: string): string;
  /** One address that names both servers. */
  url(name: string): string;
  /** Makes the standby anew from the primary, and waits until every commit waits for it. */
  attachStandby(): Promise<void>;
  /** kill -9 on every process of the primary; then the standby is promoted. Answers the milliseconds that took. */
  failOver(): Promise<number>;
  stop(): Promise<void>;
}

interface Seat {
  readonly port: number;
  readonly folder: string;
  server: ChildProcess | undefined;
}

const LONGEST_WAIT_MS = 20_000;
/** So much log is kept for a standby that is being made. */
const REPLICATION = [
  'wal_level=replica',
  'max_wal_senders=8',
  'wal_keep_size=512MB',
  'synchronous_commit=on',
  'wal_retrieve_retry_interval=200ms',
];

export async function startPair(): Promise<Pair> {
  const home = await openHome();
  let primary: Seat = { port: await freePort(), folder: initCluster(home, 'one'), server: undefined };
  let standby: Seat = { port: await freePort(), folder: join(home.directory, 'two'), server: undefined };
  // The standby is a copy, certificate included.
  certify(home, primary.folder, ['127.0.0.1']);
  await start(home, primary);
  const killed = () => [primary, standby].forEach(({ server }) => void server?.kill('SIGQUIT'));
  process.once('exit', killed);
  return {
    primaryUrl: (name) => urlOf([primary], name),
    standbyUrl: (name) => urlOf([standby], name),
    // In the order of their ports, so that the address stays the same whoever is primary.
    url: (name) =>
      urlOf(
        [primary, standby].toSorted((one, other) => one.port - other.port),
        name,
      ),
    async attachStandby() {
      const order = { url: urlOf([primary]), from: primary.folder, withLog: false };
      await copyCluster(home, { ...order, into: standby.folder.slice(home.directory.length + 1) });
      const conninfo = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
      write(home, join(standby.folder, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
      write(home, join(standby.folder, 'standby.signal'), '');
      await start(home, standby);
      await makeSynchronous(urlOf([primary]));
    },
    async failOver() {
      const began = nowMs();
      await killWhole(primary);
      await withClient(urlOf([standby]), (client) => client`select pg_promote(true, 10)`);
      [primary, standby] = [standby, primary];
      return nowMs() - began;
    },
    async stop() {
      process.removeListener('exit', killed);
      // The standby first: a primary waits for it.
      for (const { server } of [standby, primary]) if (server) await stopServer(server, 'SIGQUIT');
      closeHome(home);
    },
  };
}

async function start(home: PostgresHome, seat: Seat): Promise<void> {
  seat.server = await startServer(home, seat.folder, [...usualSettings(seat.port, true), ...REPLICATION, 'ssl=on']);
}

function urlOf(seats: readonly Seat[], name = 'postgres'): string {
  const hosts = seats.map(({ port }) => `127.0.0.1:${port}`);
  return `postgres://postgres@${hosts.join()}/${name}${hosts.length > 1 ? '?target_session_attrs=read-write' : ''}`;
}

/** From here on nothing is acknowledged that the standby does not have, and it has all that was before. */
async function makeSynchronous(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.unsafe(`alter system set synchronous_standby_names = 'standby'`);
    await client`select pg_reload_conf()`;
    const began = nowMs();
    let mark = '';
    for (;;) {
      const [row] = await client<{ lsn: string; isIn: boolean; hasAll: boolean }[]>`
        select pg_current_wal_lsn()::text as lsn,
          exists (select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming') as "isIn",
          exists (select 1 from pg_stat_replication where flush_lsn >= nullif(${mark}, '')::pg_lsn) as "hasAll"`;
      if (row?.isIn && row.hasAll) return;
      if (row?.isIn && mark === '') mark = row.lsn;
      if (nowMs() - began > LONGEST_WAIT_MS) throw new Error('The standby does not follow.');
      await pause(20);
    }
  });
}

/** Whoever kills only the first process leaves the others to finish what they are doing; a lost machine does not. */
async function killWhole({ server }: Seat): Promise<void> {
  const pid = server?.pid;
  if (!server || pid === undefined) return;
  const children = childrenOf(pid);
  await stopServer(server, 'SIGKILL');
  for (const child of [...children, ...childrenOf(pid)]) kill(child);
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // Where the system does not list them, they notice by themselves that the first process has gone.
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

async function withClient<Answer>(url: string, act: (client: postgres.Sql) => Promise<Answer>): Promise<Answer> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await act(client);
  } finally {
    await client.end({ timeout: 1 });
  }
}
