/** Opens the two databases of a move, does the work, and closes them; every way to fail is one sentence. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { withoutPassword } from '../../config/values.ts';
import { Unusable } from '../database.ts';
import { addressFileOf } from '../following.ts';
import { noteMissing, removeMade } from '../made-file.ts';
import { openDatabase } from '../open.ts';
import { listMovedTables } from '../sqlite/schema.ts';
import { isThere } from '../sqlite/trouble.ts';
import { syncFile } from '../sync-file.ts';
import { explainStop, type MoveEnds } from './explain.ts';
import { abandon, type MoveOrder, type MoveReport, move } from './move.ts';
import { takeMoveLock } from './postgres-line.ts';
import { openPostgresSession } from './postgres-session.ts';
import { judgeSource } from './prepare.ts';
import type { Session, Source, Target } from './session.ts';
import { openSqliteSession } from './sqlite-session.ts';

type Order = Omit<MoveOrder, 'migrateTarget' | 'onBegun' | 'writeAddress'>;

/** Both are addresses such as the setting `database` takes, and of different engines. */
export async function moveBetween(from: string, to: string, order: Order): Promise<MoveReport> {
  const missing = isSqlite(to) ? noteMissing(pathOf(to)) : [];
  let isBegun = false;
  try {
    return await withSessions({ from, to }, async (open) => {
      const { source, target } = await openBoth(from, to, open);
      return await move(
        { source, target, tables: listMovedTables() },
        {
          ...order,
          migrateTarget: async () => await (await openDatabase(to, 1)).close(),
          onBegun: () => {
            isBegun = true;
          },
          writeAddress: () => writeAddress(from, to),
        },
      );
    });
  } catch (error) {
    if (!isBegun) removeMade(missing);
    throw error;
  }
}

/** The source is judged, and a PostgreSQL locked, before an SQLite file is made: another move may be making that very file. */
async function openBoth(from: string, to: string, open: OpenSession): Promise<{ source: Source; target: Target }> {
  const source = await open(from, 'must exist');
  if (source.engine === 'postgres') await lockMove(source);
  const begun = await judgeSource(source, shownOf(to));
  const target = await open(to, begun?.state === 'moved' ? 'must exist' : 'may be new');
  if (target.engine === 'postgres') await lockMove(target);
  return { source, target };
}

async function lockMove(postgres: Session): Promise<void> {
  if (!(await takeMoveLock(postgres))) throw new Unusable('Another move of this database is under way.');
}

/** As its session would show it. */
function shownOf(address: string): string {
  return isSqlite(address) ? address : withoutPassword(address);
}

/** Answers the database to which the move was to go; undefined where there was none. */
export async function abandonMove(from: string): Promise<string | undefined> {
  const peer = await withSessions({ from }, async (open) => {
    const source = await open(from, 'must exist');
    return await abandon({ source, tables: listMovedTables() });
  });
  if (peer !== undefined && isSqlite(from)) rmSync(addressFileOf(pathOf(from)), { force: true });
  return peer;
}

type OpenSession = (address: string, whether: 'must exist' | 'may be new') => Promise<Source & Target>;

async function withSessions<Answer>(ends: MoveEnds, work: (open: OpenSession) => Promise<Answer>): Promise<Answer> {
  const opened: Session[] = [];
  try {
    return await work(async (address, whether) => {
      const session = await openSession(address, whether);
      opened.push(session);
      return session;
    });
  } catch (error) {
    throw explainStop(error, ends);
  } finally {
    for (const session of opened) await session.close();
  }
}

async function openSession(address: string, whether: 'must exist' | 'may be new'): Promise<Source & Target> {
  if (!isSqlite(address)) return await openPostgresSession(address);
  const path = pathOf(address);
  if (whether === 'must exist' && !isThere(path)) throw new Unusable(`There is no database file ${resolve(path)}.`);
  return openSqliteSession(path);
}

/** On stable storage before the move is: whoever finds the database moved away has to find the address as well. */
function writeAddress(from: string, to: string): void {
  if (!isSqlite(from)) return;
  const file = addressFileOf(pathOf(from));
  writeFileSync(`${file}.new`, `${to}\n`, { mode: 0o600 });
  syncFile(`${file}.new`);
  renameSync(`${file}.new`, file);
  syncFile(dirname(file));
}

function isSqlite(address: string): boolean {
  return address.startsWith('sqlite:');
}

function pathOf(address: string): string {
  return address.slice('sqlite:'.length);
}
