/**
 * A database that is followed where it moves: what finds it moved away is done again at the other one. Every question goes
 * through here, so this is also where it is told how long each took, and when nothing is answered any more.
 *
 * A move renames the tables that it leaves behind, in the transaction that says where to (move/move.ts). So nothing can
 * be read or written there any more, remembered rows included, and what fails in this way was not done.
 */
import { readFileSync } from 'node:fs';
import { NotNow } from '../protocol/not-now.ts';
import { type Database, type DatabaseWatch, type Trouble, Unusable } from './database.ts';
import { type Mark, Moved } from './move/marks.ts';
import { createOutages, type Outage, type Outages } from './outages.ts';
import { type Sql, sql } from './sql.ts';

/** Opens the database at an address; `followed` is the move that led there. */
type Open = (address: string, followed: string | undefined) => Promise<Database>;

interface Position {
  readonly address: string;
  readonly database: Database;
  readonly outages: Outages;
}

type Statements = Sql | readonly Sql[];

/** A kind of question that a database is asked. */
interface Question<Asked extends Statements, Answer> {
  readonly operation: 'read' | 'write';
  /** By whose answers it is noticed that the database is lost; lists are read beside others and may wait. */
  readonly role: keyof Outages | undefined;
  ask(database: Database, asked: Asked): Promise<Answer>;
}

const READ: Question<Sql, readonly unknown[]> = {
  operation: 'read',
  role: 'reads',
  ask: (database, statement) => database.read(statement),
};
const LIST: Question<Sql, readonly unknown[]> = {
  operation: 'read',
  role: undefined,
  ask: (database, statement) => database.list(statement),
};
const WRITE: Question<readonly Sql[], readonly number[] | null> = {
  operation: 'write',
  role: 'writes',
  ask: (database, batch) => database.write(batch),
};

/** More would be a circle. */
const MOST_MOVES = 8;

export async function follow(address: string, open: Open, watch: DatabaseWatch): Promise<Database> {
  const { onMoved, onAnswered } = watch;
  let position = await openFollowed({ address, followed: undefined }, open, watch);
  let switching: Promise<void> | undefined;
  let isLost = false;

  async function goOn(from: Position): Promise<void> {
    const move = await findMove(from.database);
    if (!move || position !== from) return;
    try {
      position = await openFollowed({ address: addressAfter(from.address, move), followed: move.id }, open, watch);
      isLost = false;
      onMoved?.(position.address);
    } catch (error) {
      isLost = true;
      throw goneTo(move.peer, error);
    }
    // What is under way there fails for the same reason, and is done again.
    void leave(from).catch(() => {});
  }

  /** Answers whether to do it again: what failed at a database that was moved away was not done. */
  async function hasMoved(from: Position): Promise<boolean> {
    switching ??= goOn(from).finally(() => {
      switching = undefined;
    });
    await switching;
    return position !== from;
  }

  /** One promise for each question, with the clock and the outage in it, instead of one for each of these. */
  async function ask<Asked extends Statements, Answer>(kind: Question<Asked, Answer>, asked: Asked): Promise<Answer> {
    const begunAt = onAnswered === undefined ? 0 : performance.now();
    for (;;) {
      const used = position;
      const outage = kind.role === undefined ? undefined : used.outages[kind.role];
      try {
        const answer = await kind.ask(used.database, asked);
        onAnswered?.(kind.operation, performance.now() - begunAt, asked);
        if (outage?.isLost) outage.succeed();
        return answer;
      } catch (error) {
        outage?.fail(error);
        if (position !== used) continue;
        if (!(error instanceof NotNow) && (await hasMoved(used))) continue;
        onAnswered?.(kind.operation, performance.now() - begunAt, asked);
        throw error;
      }
    }
  }

  return {
    get engine() {
      return position.database.engine;
    },
    // The row type is the caller's promise about the columns it named; the contract tests hold it to that.
    read: <Row>(statement: Sql) => ask(READ, statement) as Promise<readonly Row[]>,
    list: <Row>(statement: Sql) => ask(LIST, statement) as Promise<readonly Row[]>,
    peek: <Row>(statement: Sql) => peekAt<Row>(position, statement, onAnswered),
    readNow: <Row>(statement: Sql) => readNowAt<Row>(position, statement, onAnswered),
    get look() {
      return position.database.look;
    },
    write: (batch) => ask(WRITE, batch),
    get now() {
      return position.database.now;
    },
    get figures() {
      return position.database.figures;
    },
    async findTrouble() {
      if (isLost) await hasMoved(position).catch(() => {});
      return isLost ? GONE : await troubleAt(position);
    },
    close: () => leave(position),
  };
}

function peekAt<Row>(
  { database, outages: { reads } }: Position,
  statement: Sql,
  onAnswered: DatabaseWatch['onAnswered'],
): readonly Row[] | undefined {
  const rows = whereRead(database.peek?.<Row>(statement), reads);
  if (rows !== undefined) onAnswered?.('read', 0, statement);
  return rows;
}

function whereRead<Rows>(rows: Rows | undefined, reads: Outage): Rows | undefined {
  if (rows !== undefined && reads.isLost) reads.succeed();
  return rows;
}

/** What fails is asked for again in the usual way, and told of then. */
function readNowAt<Row>(
  position: Position,
  statement: Sql,
  onAnswered: DatabaseWatch['onAnswered'],
): readonly Row[] | undefined {
  const { database, outages } = position;
  const { reads } = outages;
  if (onAnswered === undefined) return whereRead(database.readNow?.<Row>(statement), reads);
  const known = peekAt<Row>(position, statement, onAnswered);
  if (known !== undefined) return known;
  const begunAt = performance.now();
  const rows = whereRead(database.readNow?.<Row>(statement), reads);
  if (rows !== undefined) onAnswered('read', performance.now() - begunAt, statement);
  return rows;
}

function goneTo(peer: string, error: unknown): NotNow {
  const reason = error instanceof Error ? error.message : String(error);
  return new NotNow('unavailable', `The database was moved to ${peer}, which cannot be opened: ${reason}`);
}

const GONE: Trouble = { lost: 'reads', reason: 'The database has moved, and where it went cannot be opened.' };

async function troubleAt({ database, outages: { writes } }: Position): Promise<Trouble | undefined> {
  const trouble = await database.findTrouble();
  if (trouble === undefined) writes.succeed();
  else writes.fail(new NotNow('unavailable', trouble.reason));
  return trouble;
}

function leave({ database, outages: { reads, writes } }: Position): Promise<void> {
  reads.stop();
  writes.stop();
  return database.close();
}

interface Destination {
  readonly address: string;
  readonly followed: string | undefined;
}

async function openFollowed(start: Destination, open: Open, watch: DatabaseWatch): Promise<Position> {
  let { address, followed } = start;
  for (let moves = 0; moves < MOST_MOVES; moves += 1) {
    try {
      return { address, database: await open(address, followed), outages: createOutages(watch) };
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      address = addressAfter(address, error.move);
      followed = error.move.id;
      watch.onMoved?.(address);
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
