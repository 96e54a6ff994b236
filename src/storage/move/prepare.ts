/** Judges the two databases of a move before anything is written, and marks them as its two ends. */
import { Unusable } from '../database.ts';
import { migrations } from '../migrations.ts';
import type { Mark } from './marks.ts';
import { type MovedTable, NOT_MOVED } from './moved-tables.ts';
import type { Session, Source } from './session.ts';
import type { Ends } from './steps.ts';

const NEWEST = migrations.at(-1)?.number ?? 0;

/** The move that the database to be left takes part in: none, one to go on with, or one that is complete. */
export async function judgeSource(source: Source, targetShown: string): Promise<Mark | undefined> {
  const applied = await ledgerOf(source);
  if (applied === undefined) throw new Unusable(`${source.shown} is no database of this service.`);
  refuseOtherSchema(source, applied);
  const marks = await marksOf(source);
  const arriving = marks.find(({ state }) => state === 'arriving');
  if (arriving)
    throw new Unusable(`${source.shown} is itself being filled from ${arriving.peer}. Finish that move first.`);
  const begun = marks.find(({ state }) => state === 'leaving' || state === 'lapsed' || state === 'moved');
  if (begun && begun.peer !== targetShown) {
    const instead = begun.state === 'moved' ? '' : ' Name that one, or give it up with latchkey move --abandon.';
    throw new Unusable(
      `${source.shown} ${begun.state === 'moved' ? 'was' : 'is being'} moved to ${begun.peer}.${instead}`,
    );
  }
  if (begun?.state === 'lapsed')
    throw new Unusable(
      `The move to ${begun.peer} rested for more than a day and has lapsed. Run latchkey move --abandon, then move to an empty database.`,
    );
  return begun;
}

/** Answers whether the schema has to be made first. `begun` is the move that may have been filling the database. */
export async function judgeTarget({ target, tables }: Ends, begun: Mark | undefined): Promise<'bare' | 'ready'> {
  const applied = await ledgerOf(target);
  if (applied === undefined) {
    for (const name of [...tables.map((table) => table.name), ...Object.keys(NOT_MOVED)])
      if (await hasTable(target, name)) throw notEmpty(target, `it has a table ${name} that this service did not make`);
    return 'bare';
  }
  // Empty, and of an older program or of a move that was killed while it made the schema.
  if (Math.max(0, ...applied) < NEWEST && (await findRows(target, tables)) === undefined) return 'bare';
  refuseOtherSchema(target, applied);
  const marks = await marksOf(target);
  if (begun && marks.some(({ id }) => id === begun.id)) return 'ready';
  const other = marks.find(({ state }) => state === 'arriving' || state === 'moved');
  if (other?.state === 'moved') throw notEmpty(target, `it was moved to ${other.peer}`);
  if (other) throw notEmpty(target, `a move from ${other.peer} has begun to fill it`);
  const filled = await findRows(target, tables);
  if (filled !== undefined) throw notEmpty(target, `there are rows in ${filled}`);
  return 'ready';
}

/** The name of a table that has rows. */
async function findRows(session: Session, tables: readonly MovedTable[]): Promise<string | undefined> {
  for (const { name } of tables) {
    if (!(await hasTable(session, name))) continue;
    if ((await session.query(`select '1' from ${name} limit 1`)).length > 0) return name;
  }
  return undefined;
}

export async function markSource({ source, target }: Ends, id: string, now: number): Promise<void> {
  await source.transaction(async () => {
    await source.query('delete from move_changes');
    await source.query(INSERT_MARK, [id, 'leaving', target.shown, String(now), String(now)]);
  });
}

/** What migrations wrote into an empty database is not what is moved. */
export async function markTarget({ source, target, tables }: Ends, id: string, now: number): Promise<void> {
  await target.transaction(async () => {
    for (const { name } of tables.toReversed()) await target.query(`delete from ${name}`);
    await target.query('delete from move_notes');
    await target.query(INSERT_MARK, [id, 'arriving', source.shown, String(now), String(now)]);
  });
}

const INSERT_MARK = `insert into moves (id, state, peer, started_at, seen_at)
  values (?, ?, ?, cast(? as bigint), cast(? as bigint))`;

/** Both ends are compared again at the switch: an instance of a newer program may have been started meanwhile. */
export async function refuseNewSchema({ source, target }: Ends): Promise<void> {
  for (const end of [source, target]) refuseOtherSchema(end, (await ledgerOf(end)) ?? []);
}

export async function marksOf(session: Session): Promise<readonly Mark[]> {
  const rows = await session.query('select id, state, peer from moves order by started_at');
  return rows.map(([id, state, peer]) => ({ id: String(id), state: String(state), peer: String(peer) }));
}

function refuseOtherSchema({ shown }: Session, applied: readonly number[]): void {
  const found = Math.max(0, ...applied);
  if (found === NEWEST && applied.length === migrations.length) return;
  const what = `${shown} has schema ${found}, this program makes schema ${NEWEST}`;
  throw new Unusable(
    found > NEWEST
      ? `${what}. Use the newer program.`
      : `${what}. Run latchkey migrate with that database first, and restart its service.`,
  );
}

function notEmpty({ shown }: Session, because: string): Unusable {
  return new Unusable(`${shown} is not empty: ${because}. Name an empty database.`);
}

async function ledgerOf(session: Session): Promise<readonly number[] | undefined> {
  if (!(await hasTable(session, 'migrations'))) return undefined;
  const rows = await session.query('select cast(number as text) from migrations');
  return rows.map(([number]) => Number(number));
}

async function hasTable(session: Session, name: string): Promise<boolean> {
  const text =
    session.engine === 'sqlite'
      ? "select '1' from sqlite_schema where type = 'table' and name = ?"
      : "select '1' where to_regclass(?) is not null";
  return (await session.query(text, [name])).length > 0;
}
