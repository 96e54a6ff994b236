/** Copies the embedded database while it is in use, and puts such a copy in its place. */
import { chmodSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFileLike, makeFolders } from '../../ownership.ts';
import { Unusable } from '../database.ts';
import { Moved, refuseByMarks } from '../move/marks.ts';
import { syncFile } from '../sync-file.ts';
import { type Connection, connect, copyDatabase, examineFile, isInUse } from './connection.ts';
import { readMarks } from './migrate.ts';
import { appliedTo, findForeignSchema } from './schema.ts';
import { isThere } from './trouble.ts';

/**
 * Writes a whole copy, as of one moment, to a file that does not exist yet. The service goes on meanwhile. The copy
 * gets its name when it is complete and on stable storage, so half a backup is never taken for one.
 */
export function backUpSqlite(path: string, to: string): void {
  if (!isThere(path))
    throw new Unusable(`There is no database file ${resolve(path)}: run the command in the folder of the service.`);
  if (isThere(to)) throw new Unusable(`${to} exists already. Name a new file.`);
  const unfinished = `${to}.unfinished`;
  rmSync(unfinished, { force: true });
  copyDatabase(path, unfinished, refuseElsewhere);
  orRemove(unfinished, () => {
    chmodSync(unfinished, 0o600);
    examine(unfinished);
    syncFile(unfinished);
    renameSync(unfinished, to);
  });
  syncFile(dirname(to));
  noteBackup(path);
}

/** What was not completed is of no use, and takes as much room as the database. */
function orRemove(file: string, complete: () => void): void {
  try {
    complete();
  } catch (error) {
    rmSync(file, { force: true });
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

/**
 * Puts a copy of a backup where the database was. What was there is kept beside it, under a name that says so; the
 * answer names it. The backup is examined first, and is left as it is.
 */
export function restoreSqlite(from: string, path: string, mark: string): string | undefined {
  if (!isThere(from)) throw new Unusable(`There is no file ${from}.`);
  examine(from);
  const hadOne = isThere(path);
  if (hadOne && isInUse(path)) throw new Unusable(`The database file ${path} is in use. Stop the service first.`);
  // On a new machine the folder is not there yet.
  makeFolders(dirname(path));
  const arriving = `${path}.arriving`;
  rmSync(arriving, { force: true });
  makeFileLike(hadOne ? path : dirname(path), arriving);
  copyDatabase(from, arriving);
  orRemove(arriving, () => {
    chmodSync(arriving, 0o600);
    syncFile(arriving);
  });
  const kept = `${path}.before-${mark}`;
  // The log belongs to the file: left behind, it would be read into the restored one.
  for (const end of ['', '-wal', '-shm']) if (isThere(path + end)) renameSync(path + end, kept + end);
  renameSync(arriving, path);
  syncFile(dirname(path));
  return hadOne ? kept : undefined;
}

function examine(path: string): void {
  const faults = examineFile(path, findForeign);
  if (faults.length > 0) throw new Unusable(`${path} is damaged or not a database of this service: ${faults[0]}.`);
}

/** A file without any schema is a new database, but no backup. */
function findForeign(connection: Connection): string | undefined {
  return appliedTo(connection) === undefined ? 'has no schema of this service' : findForeignSchema(connection);
}
