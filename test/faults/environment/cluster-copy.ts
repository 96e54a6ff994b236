/** Copies a running PostgreSQL cluster by the server's own procedure, so that no tool beside the server is needed. */
import { spawn } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { giveTo, makeFolder, type PostgresHome } from '../../support/postgres-home.ts';

export interface BackupOrder {
  readonly url: string;
  readonly from: string;
  /** A folder of the home; what is in it is removed first. */
  readonly into: string;
  /**
   * A backup holds the log that makes it whole, and is taken as docs/operating.md says: its checkpoint spread. A standby
   * fetches the log from its primary, and is wanted at once.
   */
  readonly withLog: boolean;
}

/** These belong to the running server, not to what it keeps. */
const LEFT_OUT = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts', 'pg_replslot', 'postgresql.auto.conf']);
/** The server wants the rest of them to be there, though empty. */
const EMPTY_FOLDERS = ['pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot'];

export async function copyCluster(home: PostgresHome, { url, from, into, withLog }: BackupOrder): Promise<void> {
  const folder = makeFolder(home, into);
  // Emptied and not removed: the folder's number is what the system knows a killed server's memory by.
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_backup_start('copy', ${!withLog})`;
    const names = readdirSync(from).filter((name) => !LEFT_OUT.has(name));
    await copy(home, from, names, folder);
    const [label] = await client<{ label: string }[]>`select labelfile as label from pg_backup_stop(false)`;
    for (const name of EMPTY_FOLDERS) makeFolder(home, join(into, name));
    if (withLog) await copy(home, join(from, 'pg_wal'), logFiles(from), join(folder, 'pg_wal'));
    write(home, join(folder, 'backup_label'), label?.label ?? '');
    write(home, join(folder, 'postgresql.auto.conf'), '');
  } finally {
    await client.end();
  }
}

export function write(home: PostgresHome, path: string, text: string): void {
  writeFileSync(path, text);
  giveTo(home.identity, path);
}

function logFiles(cluster: string): string[] {
  return readdirSync(join(cluster, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$|\.history$/.test(name));
}

/** At the lowest priority. Files may come and go meanwhile, which the log accounts for; so a complaint about one that went is no failure. */
function copy(home: PostgresHome, from: string, names: readonly string[], into: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', '19', 'cp', '-r', ...names, into], {
      ...home.identity,
      cwd: from,
      stdio: 'ignore',
    });
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}
