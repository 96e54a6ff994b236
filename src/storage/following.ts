/**
 * A database that is followed where it moves: what finds it moved away is done again at the other one.
 *
 * A move renames the tables that it leaves behind, in the transaction that says where to (move/move.ts). So nothing can
 * be read or written there any more, remembered rows included, and what fails in this way was not done.
 */
import { readFileSync } from 'node:fs';
import { NotNow } from '../protocol/not-now.ts';
import { type Database, type DatabaseWatch, Unusable } from './database.ts';
import { type Mark, Moved } from './move/marks.ts';
import { sql } from './sql.ts';

/** Opens the database at an address; `followed` is the move that led there. */
type Open = (address: string, followed: string | undefined) => Promise<Database>;

interface Position {
  readonly address: string;
  readonly database: Database;
}

/** More would be a circle. */
const MOST_MOVES = 8;

export async function follow(address: string, open: Open, { onMoved }: DatabaseWatch): Promise<Database> {
  let position = await openFollowed({ address, followed: undefined }, open, onMoved);
  let switching: Promise<void> | undefined;
  let isLost = false;

  async function goOn(from: Position): Promise<void> {
    const move = await findMove(from.database);
    if (!move || position !== from) return;
    try {
      position = await openFollowed({ address: addressAfter(from.address, move), followed: move.id }, open, onMoved);
      isLost = false;
      onMoved?.(position.address);
    } catch (error) {
      isLost = true;
      const reason = error instanceof Error ? error.message : String(error);
      throw new NotNow('unavailable', `The database was moved to ${move.peer}, which cannot be opened: ${reason}`);
    }
    // What is under way there fails for the same reason, and is done again.
    void from.database.close().catch(() => {});
  }

  /** Answers whether to do it again: what failed at a database that was moved away was not done. */
  async function hasMoved(from: Position): Promise<boolean> {
    switching ??= goOn(from).finally(() => {
      switching = undefined;
    });
    await switching;
    return position !== from;
  }

  async function call<Answer>(work: (database: Database) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const used = position;
      try {
        return await work(used.database);
      } catch (error) {
        if (position !== used) continue;
        if (error instanceof NotNow || !(await hasMoved(used))) throw error;
      }
    }
  }

  return {
    get engine() {
      return position.database.engine;
    },
    read: <Row>(statement: Parameters<Database['read']>[0]) => call((database) => database.read<Row>(statement)),
    list: <Row>(statement: Parameters<Database['list']>[0]) => call((database) => database.list<Row>(statement)),
    write: (batch) => call((database) => database.write(batch)),
    get now() {
      return position.database.now;
    },
    get figures() {
      return position.database.figures;
    },
    async isReady() {
      if (isLost) await hasMoved(position).catch(() => {});
      return !isLost && (await position.database.isReady());
    },
    close: () => position.database.close(),
  };
}

interface Destination {
  readonly address: string;
  readonly followed: string | undefined;
}

async function openFollowed(start: Destination, open: Open, onMoved: DatabaseWatch['onMoved']): Promise<Position> {
  let { address, followed } = start;
  for (let moves = 0; moves < MOST_MOVES; moves += 1) {
    try {
      return { address, database: await open(address, followed) };
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      address = addressAfter(address, error.move);
      followed = error.move.id;
      onMoved?.(address);
    }
  }
  throw new Unusable(`The database was moved more than ${MOST_MOVES} times. Set LATCHKEY_DATABASE to where it is now.`);
}

/** Where a move wrote the whole address of the other database: beside the file, since a password must not be in it. */
export function addressFileOf(path: string): string {
  return `${path}.moved-to`;
}

function addressAfter(address: string, move: Mark): string {
  if (!address.startsWith('sqlite:')) return move.peer;
  try {
    return readFileSync(addressFileOf(address.slice('sqlite:'.length)), 'utf8').trim();
  } catch {
    throw new Unusable(`The database was moved to ${move.peer}. Set LATCHKEY_DATABASE to that address.`);
  }
}

/** Throws where the database cannot be asked now: whether the first call failed because of a move is not known then. */
async function findMove(database: Database): Promise<Mark | undefined> {
  try {
    const [move] = await database.read<Mark>(sql`select id, state, peer from moves where state = 'moved'`);
    return move;
  } catch (error) {
    if (error instanceof NotNow) throw error;
    // Whatever was wrong with the first call is wrong with this one, and the first one says so.
    return undefined;
  }
}
