/** Tells whether a commit has changed a table that a statement reads. */
import { type Connection, prepareAndHear, type Statement } from './connection.ts';

export interface Revisions {
  /** Reads the counts of changes as they are now; stamps are made from the counts last read. */
  look(): void;
  /** Prepares a statement and finds out which tables it reads. */
  prepare(text: string): { readonly prepared: Statement; readonly tables: Tables };
  /** A number that grows with every change to one of the tables: while it is the same, so are their rows. */
  stampOf(tables: Tables): number;
}

export interface Tables {
  /** Undefined where changes of one of them are not counted: then every commit is taken for a change. */
  readonly counted: readonly string[] | undefined;
  stamp: number;
  stampedAt: number;
}

/**
 * `data_version` changes with every commit of any other connection: our writer thread and other processes alike. Once
 * it has, the counts that the database keeps of each table (migration 0008) say whether the commit was about something
 * else.
 */
export function watchRevisions(connection: Connection): Revisions {
  const versionStatement = asArrays(connection.prepare('pragma data_version'));
  const countsStatement = asArrays(connection.prepare('select name, number from revisions'));
  const counts = new Map<string, number>();
  let version: unknown;
  let commits = 0;

  return {
    look() {
      const current = rowsOf(versionStatement)[0]?.[0];
      if (current === version) return;
      for (const [name, number] of rowsOf(countsStatement)) counts.set(String(name), Number(number));
      version = current;
      commits += 1;
    },
    prepare(text) {
      const { prepared, read } = prepareAndHear(connection, text);
      const counted = read.every((table) => counts.has(table)) ? read : undefined;
      return { prepared, tables: { counted, stamp: 0, stampedAt: 0 } };
    },
    stampOf(tables) {
      if (tables.stampedAt !== commits) {
        tables.stamp = tables.counted?.reduce((sum, table) => sum + (counts.get(table) ?? 0), 0) ?? commits;
        tables.stampedAt = commits;
      }
      return tables.stamp;
    },
  };
}

function asArrays(statement: Statement): Statement {
  statement.setReturnArrays(true);
  return statement;
}

function rowsOf(statement: Statement): readonly (readonly unknown[])[] {
  // With setReturnArrays a row is an array, which the type of `all` does not say.
  return statement.all() as unknown as unknown[][];
}
