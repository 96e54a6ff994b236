/** Backups of a running service and what they are restored to: by our own commands on SQLite, by PostgreSQL's means there. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
import type { Span } from '../checking/restored.ts';
import { copyCluster } from './cluster-copy.ts';
import { type Place, type Population, preparePlace } from './place.ts';

/** A backup, restored. */
export interface Copy {
  readonly span: Span;
  readonly databaseUrl: string;
  /** Ends everything from before this moment in it; answers where it is then. */
  invalidate(): Promise<string>;
  close(): Promise<void>;
}

export interface Source {
  readonly place: Place;
  /** Backs up under a name and restores that. */
  copy(name: string): Promise<Copy>;
  close(): Promise<void>;
}

const executable = join(import.meta.dirname, '..', '..', '..', 'bin', 'latchkey');
const runFile = promisify(execFile);

export async function openSqliteSource(population: Population): Promise<Source> {
  const place = await preparePlace('sqlite', population);
  const restore = async (from: string, name: string, words: readonly string[]) => {
    const folder = join(place.directory, name);
    mkdirSync(folder);
    const databaseUrl = `sqlite:${join(folder, 'latchkey.db')}`;
    await latchkey(databaseUrl, ['restore', '--from', from, ...words]);
    return databaseUrl;
  };
  return {
    place,
    close: place.close,
    async copy(name) {
      const file = join(place.directory, `${name}.backup`);
      const from = nowMs();
      await latchkey(place.databaseUrl, ['backup', '--to', file]);
      const span = { from, to: nowMs() };
      return {
        span,
        databaseUrl: await restore(file, name, []),
        invalidate: () => restore(file, `${name}-invalidated`, ['--invalidate-before', 'now']),
        close: async () => {},
      };
    },
  };
}

export async function openPostgresSource(population: Population, isTls = false): Promise<Source> {
  const home = await openHome();
  const cluster = initCluster(home, 'data');
  const port = await freePort();
  // A backup needs the log that was written while it was taken.
  const tls = certify(home, cluster, ['127.0.0.1']).settings;
  // The checkpoint of a backup takes so much of this time: of the usual five minutes a run would see little else.
  const spread = ['checkpoint_timeout=30s', 'checkpoint_completion_target=0.3'];
  const settings = [...usualSettings(port, true), 'wal_keep_size=1GB', ...spread, ...tls];
  const server = await startServer(home, cluster, settings);
  const killed = () => void server.kill('SIGQUIT');
  process.once('exit', killed);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const place = await preparePlace('postgres', population, { sharedPostgres: url, isTls });
  return {
    place,
    copy: (name) => copyOfPostgres(home, { url, cluster, name, databaseUrl: place.databaseUrl }),
    async close() {
      await place.close();
      process.removeListener('exit', killed);
      await stopServer(server, 'SIGQUIT');
      closeHome(home);
    },
  };
}

interface ClusterCopy {
  readonly url: string;
  readonly cluster: string;
  readonly name: string;
  readonly databaseUrl: string;
}

async function copyOfPostgres(home: PostgresHome, { url, cluster, name, databaseUrl }: ClusterCopy): Promise<Copy> {
  const from = nowMs();
  await copyCluster(home, { url, from: cluster, into: name, withLog: true });
  const span = { from, to: nowMs() };
  const port = await freePort();
  // With the certificate of the one that it is a copy of.
  const server = await startServer(home, join(home.directory, name), [...usualSettings(port, false), 'ssl=on']);
  const restored = new URL(databaseUrl);
  restored.port = String(port);
  return {
    span,
    databaseUrl: restored.href,
    async invalidate() {
      await latchkey(restored.href, ['tokens', 'invalidate', '--before', 'now']);
      return restored.href;
    },
    close: () => stopServer(server, 'SIGQUIT'),
  };
}

/** Rejects with what it complained about. */
async function latchkey(databaseUrl: string, words: readonly string[]): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LATCHKEY_DATABASE: databaseUrl };
  await runFile(executable, words, { env });
}
