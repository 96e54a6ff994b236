/**
 * Moves everything to another database while the service runs: copy, compare, catch up, and in a pause of a moment the
 * rest; the transaction that ends the pause makes the other database the only one.
 */
import { Unusable } from '../database.ts';
import type { MovedTable } from './moved-tables.ts';
import { judgeSource, judgeTarget, markSource, marksOf, markTarget, refuseNewSchema } from './prepare.ts';
import type { Cells } from './session.ts';
import { carryOver, compare, type Ends, readProgress } from './steps.ts';

export interface MoveOrder {
  /** A name that no other move has. */
  readonly id: string;
  /** Epoch seconds. */
  readonly now: () => number;
  /** The longest that writes may wait; a pause that takes longer is given up and tried again. */
  readonly pauseSeconds: number;
  readonly progress: (said: Progress) => void;
  /** Brings an empty database to the current schema. */
  readonly migrateTarget: () => Promise<void>;
  /** The database that is left says where it goes: from here on a move that stops is gone on with. */
  readonly onBegun: () => void;
  /** Writes down where the other database is, for whoever follows. */
  readonly writeAddress: () => void;
}

export interface Progress {
  readonly doing: 'copying' | 'comparing';
  readonly table: string;
  readonly rows: number;
  readonly of: number;
}

export interface MoveReport {
  readonly tables: number;
  readonly rows: number;
  /** How long writes waited. */
  readonly pausedMs: number;
  /** True where an earlier call had switched already. */
  readonly wasComplete: boolean;
}

export async function move(ends: Ends, order: MoveOrder): Promise<MoveReport> {
  const { source, target, tables } = ends;
  const begun = await judgeSource(source, target.shown);
  if (begun?.state === 'moved') return await finish(ends, begun.id, { rows: 0, pausedMs: 0, wasComplete: true });
  const id = begun?.id ?? order.id;
  if ((await judgeTarget(ends, begun)) === 'bare') await order.migrateTarget();
  if (!begun) await markSource(ends, id, order.now());
  order.onBegun();
  await source.noteChanges(tables);
  if (!(await marksOf(target)).some((mark) => mark.id === id)) await markTarget(ends, id, order.now());
  await target.ignoreReferences(tables);
  const run = { ends, order, id, seenAt: order.now() };
  await copyAll(run);
  await compareAll(run);
  const paused = await switchOver(run);
  return await finish(ends, id, { ...paused, wasComplete: false });
}

interface Run {
  readonly ends: Ends;
  readonly order: MoveOrder;
  readonly id: string;
  seenAt: number;
}

/** Nobody has gone on with a move whose mark is a day old (sweepMoves). */
const SEEN_EVERY_SECONDS = 10;

async function beSeen(run: Run): Promise<void> {
  const now = run.order.now();
  if (now - run.seenAt < SEEN_EVERY_SECONDS) return;
  run.seenAt = now;
  await run.ends.source.query('update moves set seen_at = cast(? as bigint) where id = ?', [String(now), run.id]);
}

const FIRST_PORTION = 200;
const LARGEST_PORTION = 4000;
const PORTION_CHARACTERS = 4_000_000;

/** As many as have this many characters together: logos are large, events are many. */
function nextPortion(most: number, rows: readonly Cells[]): number {
  const characters = rows.reduce((sum, row) => sum + row.reduce((length, cell) => length + (cell?.length ?? 4), 0), 0);
  const wanted = Math.floor((most * PORTION_CHARACTERS) / Math.max(1, characters));
  return Math.max(1, Math.min(wanted, 4 * most, LARGEST_PORTION));
}

async function copyAll(run: Run): Promise<void> {
  const { source, target, tables } = run.ends;
  for (const table of tables) {
    let { after, isDone } = await readProgress(target, table);
    const of = await countOf(source, table);
    let copied = after === undefined ? 0 : await countOf(target, table);
    let most = FIRST_PORTION;
    while (!isDone) {
      const portion = { table, after, most };
      const { rows } = await source.snapshotOfChanges(() => carryOver(run.ends, portion));
      copied += rows.length;
      isDone = rows.length < most;
      after = lastKey(table, rows);
      most = nextPortion(most, rows);
      run.order.progress({ doing: 'copying', table: table.name, rows: copied, of: Math.max(of, copied) });
      await beSeen(run);
    }
  }
}

async function compareAll(run: Run): Promise<void> {
  const { source, tables } = run.ends;
  for (const table of tables) {
    const of = await countOf(source, table);
    let after: Cells | undefined;
    let compared = 0;
    let most = FIRST_PORTION;
    for (let isDone = false; !isDone; ) {
      const from = after;
      const size = most;
      const rows = await source.snapshotOfChanges(async () => {
        await carryOver(run.ends);
        const page = await source.page(table, from, size);
        await compare(run.ends, table, page);
        return page;
      });
      compared += rows.length;
      isDone = rows.length < most;
      after = lastKey(table, rows);
      most = nextPortion(most, rows);
      run.order.progress({ doing: 'comparing', table: table.name, rows: compared, of: Math.max(of, compared) });
      await beSeen(run);
    }
  }
}

function lastKey(table: MovedTable, rows: readonly Cells[]): Cells | undefined {
  const last = rows.at(-1);
  return last && table.key.map((name) => last[table.columns.findIndex((column) => column.name === name)] ?? null);
}

/** With so few changes left the pause is short. */
const FEW_CHANGES = 200;
const MOST_ROUNDS = 50;
const MOST_PAUSES = 5;

interface Switched {
  readonly rows: number;
  readonly pausedMs: number;
}

async function switchOver(run: Run): Promise<Switched> {
  const { source, target, tables } = run.ends;
  if (target.engine === 'postgres') await target.query('analyze');
  run.order.writeAddress();
  for (let pauses = 0; pauses < MOST_PAUSES; pauses += 1) {
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
      const { changed } = await source.snapshotOfChanges(() => carryOver(run.ends));
      if (changed <= FEW_CHANGES) break;
    }
    await beSeen(run);
    const began = performance.now();
    const rows = await source.pause(tables, () => carryRest(run, began + run.order.pauseSeconds * 1000));
    if (rows !== undefined) return { rows, pausedMs: performance.now() - began };
  }
  throw new Unusable(
    `The rest could not be moved within a pause of ${run.order.pauseSeconds} seconds. Move when there is less load, or allow more with --pause-seconds.`,
  );
}

/** Undefined, with nothing changed in the database that is left, when the time is over. */
async function carryRest(run: Run, until: number): Promise<number | undefined> {
  const { source, target, tables } = run.ends;
  if (!(await marksOf(source)).some(({ id, state }) => id === run.id && state === 'leaving'))
    throw new Unusable('The move was given up meanwhile. Nothing was switched.');
  await refuseNewSchema(run.ends);
  await carryOver(run.ends);
  let rows = 0;
  for (const table of tables) {
    const count = await countOf(source, table);
    if (count !== (await countOf(target, table)))
      throw new Unusable(
        `${table.name} has another number of rows in ${target.shown}: something else writes there. Nothing was switched.`,
      );
    rows += count;
    if (performance.now() > until) return undefined;
  }
  await target.respectReferences();
  await source.query("update moves set state = 'moved' where id = ?", [run.id]);
  await source.query('delete from move_changes');
  await source.leaveBehind(tables);
  return rows;
}

async function countOf(session: Ends['source' | 'target'], { name }: MovedTable): Promise<number> {
  const [[count] = []] = await session.query(`select cast(count(*) as text) from ${name}`);
  return Number(count);
}

async function finish(ends: Ends, id: string, switched: Omit<MoveReport, 'tables'>): Promise<MoveReport> {
  const { target, tables } = ends;
  // Whoever followed first has done this already.
  await target.query("update moves set state = 'arrived' where id = ? and state = 'arriving'", [id]);
  await target.checkReferences();
  await target.query('delete from move_notes');
  return { ...switched, tables: tables.length };
}

/** Gives a move up: the database stays where it is, and what was copied is left to whoever owns it. */
export async function abandon({ source, tables }: Pick<Ends, 'source' | 'tables'>): Promise<string | undefined> {
  const begun = (await marksOf(source)).find(({ state }) => state === 'leaving' || state === 'lapsed');
  if (!begun) return undefined;
  await source.query("delete from moves where state in ('leaving', 'lapsed')");
  await source.stopNoting(tables);
  await source.query('delete from move_changes');
  return begun.peer;
}
