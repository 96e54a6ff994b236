/**
 * The order in which a batch locks the rows that it names: by table and record number or name, the same for everybody. Two batches
 * that name the same two rows then wait one for the other, where in an order of their own they would meet half-way, which
 * PostgreSQL finds out after a second. Statements that do not say which rows they touch keep their places.
 */
import type { NamedRow, Sql } from '../sql.ts';

/** The places of the batch in the order to write them; undefined where they stand in it already. */
export function lockingOrder(batch: readonly Sql[]): readonly number[] | undefined {
  const rows = batch.map(rowOf);
  const named = [...batch.keys()].filter((place) => rows[place]);
  const sorted = named.toSorted((one, other) => compareRows(rows[one], rows[other]));
  if (sorted.every((place, index) => place === named[index])) return undefined;
  const next = sorted.values();
  return [...batch.keys()].map((place) => (rows[place] ? (next.next().value ?? place) : place));
}

/** The places of what changes rows that are named, where the batch holds another one before the rest: none may be locked later. */
export function lockedBefore(batch: readonly Sql[]): ReadonlySet<number> {
  const held = new Set(batch.flatMap(({ holds }) => (holds ? [nameOf(holds)] : [])));
  const places = [...batch.keys()].filter((place) => {
    const row = writtenRow(batch[place]);
    return row !== undefined && !held.has(nameOf(row));
  });
  return new Set(held.size > 0 ? places : []);
}

function rowOf(statement: Sql | undefined): NamedRow | undefined {
  return statement?.holds ?? writtenRow(statement);
}

function writtenRow(statement: Sql | undefined): NamedRow | undefined {
  if (statement?.touches) return statement.touches;
  if (statement?.shape?.kind !== 'change') return undefined;
  const { table, idPlace } = statement.shape;
  return { table, id: Number(statement.values[idPlace]) };
}

function nameOf({ table, id }: NamedRow): string {
  return `${table} ${id}`;
}

function compareRows(one: NamedRow | undefined, other: NamedRow | undefined): number {
  if (!one || !other) return 0;
  if (one.table !== other.table) return one.table < other.table ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
