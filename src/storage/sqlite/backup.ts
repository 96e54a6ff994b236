/** Copies the embedded database while it is in use, and puts such a copy in its place. */
import { chmodSync, linkSync, lstatSync, readlinkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeFileLike, makeFolders } from '../../ownership.ts';
import { Unusable } from '../database.ts';
import { filesBeside, removeFile } from '../made-file.ts';
import { newestSchema, schemaOf } from '../migrations.ts';
import { Moved, refuseByMarks } from '../move/marks.ts';
import { syncFile } from '../sync-file.ts';
import { type Connection, connect, copyDatabase, examineFile, holdAlone } from './connection.ts';
import { readMarks } from './migrate.ts';
import { appliedTo, findForeignSchema } from './schema.ts';
import { isFolder, isThere } from './trouble.ts';

/**
 * Writes a whole copy, as of one moment, to a file that does not exist yet. The service goes on meanwhile. The copy
 * gets its name when it is complete and on stable storage, so half a backup is never taken for one.
 */
export async function backUpSqlite(path: string, to: string): Promise<void> {
  if (!isThere(path))
    throw new Unusable(`There is no database file ${resolve(path)}: run the command in the folder of the service.`);
  if (isThere(to)) throw new Unusable(`${to} exists already. Name a new file.`);
  // Such as to a disk that is not there just now: the backup would take the place of the link.
  whatLinkLeadsTo(to);
  const unfinished = `${to}${UNFINISHED}`;
  removeFile(unfinished);
  await orRemove(unfinished, () => {
    copyDatabase(path, unfinished, refuseElsewhere);
    chmodSync(unfinished, 0o600);
    examine(unfinished, path);
    syncFile(unfinished);
    renameSync(unfinished, to);
  });
  syncFile(dirname(to));
  noteBackup(path);
}

const UNFINISHED = '.unfinished';

/** What backups with other names have left beside this one: a signal ends them in the midst of a copy. Or they are at it now. */
export function listUnfinished(to: string): readonly string[] {
  return filesBeside(to, UNFINISHED).filter((path) => path !== join(`${to}${UNFINISHED}`));
}

/** What was not completed is of no use, and takes as much room as the database. */
async function orRemove<Answer>(file: string, complete: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await complete();
  } catch (error) {
    removeFile(file);
    throw error;
  }
}

/** What was moved away, or has not arrived, is no copy of the service. */
function refuseElsewhere(source: Connection): void {
  try {
    refuseByMarks(readMarks(source), undefined);
  } catch (error) {
    if (!(error instanceof Moved)) throw error;
    throw new Unusable(
      `The database was moved to ${error.move.peer}. Set LATCHKEY_DATABASE to that address, and back up what is there.`,
    );
  }
}

/**
 * For the page that tells administrators how old the last backup is. A file of an older version has no place for it, and
 * whoever may only read the file can still back it up: then the age stays unknown.
 */
function noteBackup(path: string): void {
  try {
    const connection = connect(path, 'writer');
    try {
      connection.exec(`insert into backups (id, finished_at) values (1, unixepoch())
        on conflict (id) do update set finished_at = excluded.finished_at`);
    } finally {
      connection.close();
    }
  } catch {
    // The backup itself is complete and examined; nothing else depends on the note.
  }
}

interface Restore {
  readonly from: string;
  readonly to: string;
  /** Ends the name under which what was there is kept. */
  readonly mark: string;
  /** Changes the copy before it is anybody's database. */
  readonly change?: (copy: string) => Promise<void>;
}

/**
 * Puts a copy of a backup where the database was. What was there is kept beside it, under a name that says so; the
 * answer names it. The backup is examined first, and is left as it is.
 */
export async function restoreSqlite(restore: Restore): Promise<string | undefined> {
  const { from, to, mark } = restore;
  if (!isThere(from)) throw new Unusable(`There is no file ${from}.`);
  if (isFolder(from)) throw new Unusable(`${from} is a folder, where a backup is needed.`);
  examine(from);
  const path = whatLinkLeadsTo(to);
  if (!isThere(path)) {
    // On a new machine the folder is not there yet.
    makeFolders(dirname(path));
    await bring(restore, path, (arriving) => placeNew(arriving, path));
    return undefined;
  }
  if (isSameFile(from, path)) throw new Unusable(`${from} is the database itself. Name a backup.`);
  const held = holdAlone(path);
  if (held === 'in use') throw new Unusable(IN_USE(path));
  try {
    // Whoever starts a service meanwhile is told that the file is locked.
    if (held !== 'damaged') refuseMoved(held);
    return await bring(restore, path, (arriving) => {
      const kept = keep(path, mark, held);
      renameSync(arriving, path);
      return kept;
    });
  } finally {
    if (held !== 'damaged') held.close();
  }
}

const IN_USE = (path: string) =>
  `The database file ${path} is in use. Stop the service first, and every command that has it open, such as events --follow.`;

/** Copies the backup beside its place, where a rename puts it into it, and removes the copy where anything fails. */
async function bring<Answer>(
  { from, change }: Restore,
  path: string,
  place: (arriving: string) => Answer,
): Promise<Answer> {
  const arriving = `${path}.arriving`;
  removeFile(arriving);
  makeFileLike(isThere(path) ? path : dirname(path), arriving);
  return await orRemove(arriving, async () => {
    copyDatabase(from, arriving);
    chmodSync(arriving, 0o600);
    await change?.(arriving);
    putIntoOneFile(arriving);
    syncFile(arriving);
    const answer = place(arriving);
    syncFile(dirname(path));
    return answer;
  });
}

/** What changed the copy has left a log beside it, which is not renamed with it. */
function putIntoOneFile(file: string): void {
  const held = holdAlone(file);
  if (held === 'in use' || held === 'damaged') throw new Unusable(`${file} is ${held}: run the command again.`);
  held.close();
}

/** A link, unlike a rename, takes the place of nothing: a service may have made a database meanwhile. */
function placeNew(arriving: string, path: string): void {
  try {
    linkSync(arriving, path);
    rmSync(arriving);
  } catch (error) {
    if (isThere(path))
      throw new Unusable(`A database file ${path} was made meanwhile. Stop the service, and run the command again.`);
    // A file system without hard links.
    if (!(error instanceof Error && 'code' in error)) throw error;
    renameSync(arriving, path);
  }
}

const MOST_NAMES = 1000;

/** Keeps the old file under a second name, so that there is a database at every moment, whenever the command is ended. */
function keep(path: string, mark: string, held: Connection | 'damaged'): string {
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const kept = `${path}.before-${mark}${number === 1 ? '' : `-${number}`}`;
    if (isThere(kept)) continue;
    try {
      linkSync(path, kept);
    } catch {
      // A file system without hard links; what is damaged cannot be copied.
      if (held === 'damaged') renameSync(path, kept);
      else copyHeld(held, path, kept);
    }
    // The log belongs to the file: left behind, it would be read into the restored one. What is held has none.
    if (isThere(`${path}-wal`)) renameSync(`${path}-wal`, `${kept}-wal`);
    rmSync(`${path}-shm`, { force: true });
    return kept;
  }
  throw new Unusable(`${path}.before-${mark} exists ${MOST_NAMES} times. Move some of them away.`);
}

function copyHeld(held: Connection, path: string, kept: string): void {
  makeFileLike(path, kept);
  held.prepare('vacuum into ?').run(kept);
  chmodSync(kept, 0o600);
  syncFile(kept);
}

/** The file itself is replaced, and a link to it stays. */
function whatLinkLeadsTo(path: string): string {
  if (isThere(path)) return realpathSync(path);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  throw new Unusable(`${path} is a link to ${readlinkSync(path)}, where nothing is. Mend it, or name a file.`);
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [statSync(one), statSync(other)];
  return first.dev === second.dev && first.ino === second.ino;
}

/** A service that has this address follows the move, and would never see what is restored here. */
function refuseMoved(held: Connection): void {
  const moved = readMarks(held).find(({ state }) => state === 'moved');
  if (!moved) return;
  throw new Unusable(
    `The database was moved to ${moved.peer}, and the service goes on there. Set LATCHKEY_DATABASE to that address; to restore a backup to SQLite all the same, name a file that does not exist yet.`,
  );
}

function examine(path: string, named = path): void {
  const faults = examineFile(path, (connection) => findForeign(connection, named));
  if (faults.length > 0) throw new Unusable(`${path} is damaged or not a database of this service: ${faults[0]}.`);
}

/** A file without any schema is a new database, but no backup. */
function findForeign(connection: Connection, named: string): string | undefined {
  const applied = appliedTo(connection);
  if (applied === undefined) return 'has no schema of this service';
  const [ahead, known] = [schemaOf(applied), newestSchema()];
  if (ahead > known)
    throw new Unusable(
      `${named} was written by a newer version of Latchkey (schema ${ahead}, this program knows ${known}). Use the newer program.`,
    );
  return findForeignSchema(connection);
}
