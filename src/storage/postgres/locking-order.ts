/**
 * The order in which a batch locks the rows that it names: by table and record number, the same for everybody. Two batches
 * that name the same two rows then wait one for the other, where in an order of their own they would meet half-way, which
 * PostgreSQL finds out after a second. Statements that do not say which rows they touch keep their places.
 */
import type { RowChange, Sql } from '../sql.ts';

/** The places of the batch in the order to write them; undefined where they stand in it already. */
export function lockingOrder(batch: readonly Sql[]): readonly number[] | undefined {
  const changes = [...batch.keys()].filter((place) => changeAt(batch, place));
  const sorted = changes.toSorted((one, other) => compareRows(batch, one, other));
  if (sorted.every((place, index) => place === changes[index])) return undefined;
  const next = sorted.values();
  return [...batch.keys()].map((place) => (changeAt(batch, place) ? (next.next().value ?? place) : place));
}

function changeAt(batch: readonly Sql[], place: number): RowChange | undefined {
  const shape = batch[place]?.shape;
  return shape?.kind === 'change' ? shape : undefined;
}

function compareRows(batch: readonly Sql[], one: number, other: number): number {
  const [first, second] = [changeAt(batch, one), changeAt(batch, other)];
  if (!first || !second) return 0;
  if (first.table !== second.table) return first.table < second.table ? -1 : 1;
  return Number(batch[one]?.values[first.idPlace]) - Number(batch[other]?.values[second.idPlace]);
}
