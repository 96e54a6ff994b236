/** The SQLite driver: lookups on this thread, lists on another one, writes grouped and handed to the writer thread. */
import type { Database, Opening, Trouble } from '../database.ts';
import { refuseStranger } from '../move/marks.ts';
import { type Sql, sql } from '../sql.ts';
import { openAside } from './aside.ts';
import { migrateSqlite } from './migrate.ts';
import { openReader } from './reader.ts';
import { proveRoom } from './room.ts';
import { isThere } from './trouble.ts';
import { startWriter } from './writer.ts';

export async function openSqlite(path: string, opening: Opening = {}): Promise<Database> {
  const { followed } = opening;
  if (followed !== undefined && !isThere(path)) refuseStranger([], followed, `sqlite:${path}`);
  await migrateSqlite(path, opening);
  const reader = openReader(path);
  const aside = openAside(path);
  let hasFailed = false;
  const onFailed = () => {
    hasFailed = true;
  };
  const writer = startWriter(path, { moveLog: aside.moveLog, onFailed });

  return {
    engine: 'sqlite',
    // The row type is the caller's promise about the columns it named; the contract tests hold it to that.
    read: <Row>(statement: Sql) => reader.read(statement) as Promise<readonly Row[]>,
    list: <Row>(statement: Sql) => aside.list(statement) as Promise<readonly Row[]>,
    // As above.
    peek: <Row>(statement: Sql) => reader.peek(statement) as readonly Row[] | undefined,
    // As above.
    readNow: <Row>(statement: Sql) => reader.readNow(statement) as readonly Row[] | undefined,
    look: () => reader.look(),
    write: (batch) => writer.write(batch),
    findTrouble: oncePerSecond(async () => {
      try {
        await reader.read(sql`select 1`);
      } catch (error) {
        return { lost: 'reads', reason: messageOf(error) };
      }
      try {
        await writer.write([TRY_OUT]);
        if (hasFailed) await proveRoom(path);
        hasFailed = false;
      } catch (error) {
        return { lost: 'writes', reason: messageOf(error) };
      }
      return undefined;
    }),
    figures: () => ({ remembered: reader.remembered, pools: [] }),
    close: async () => {
      await writer.close();
      await aside.close();
      reader.close();
    },
  };
}

/** A number in the head of the file that nothing reads; it is written even where it stays the same. */
const TRY_OUT: Sql = { text: ['pragma user_version = 1'], values: [], must: false, shape: undefined };

/** However often it is asked, the disk is written to for it once in so long. */
const ASK_EVERY_MS = 1000;

/** Found out by reading and writing: on a full disk a transaction that changes nothing still succeeds. */
function oncePerSecond(tryOut: () => Promise<Trouble | undefined>): () => Promise<Trouble | undefined> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<Trouble | undefined> = Promise.resolve(undefined);
  return () => {
    const now = performance.now();
    if (now - askedAt < ASK_EVERY_MS) return answer;
    askedAt = now;
    answer = tryOut();
    return answer;
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
