/** What holds for the statements of one batch together: no row is touched twice, and how guards that would are joined to it. */
import { changeOf, conditionOf, type Shape, type Sql } from './sql.ts';

/**
 * Throws for a batch that changes a row which another statement of it touches, as far as statements say which rows
 * those are. PostgreSQL would apply one of two such changes and forget the other (database.ts).
 */
export function assertRowsOnce(batch: readonly Sql[]): void {
  if (batch.length > FEW) assertManyRowsOnce(batch);
  else assertFewRowsOnce(batch);
}

/** Comparing each with each is the fastest for as many as a request writes; `latchkey apply` writes thousands. */
const FEW = 64;

function assertFewRowsOnce(batch: readonly Sql[]): void {
  for (let later = 1; later < batch.length; later += 1) {
    for (let earlier = 0; earlier < later; earlier += 1) {
      const row = sharedRowOf(batch[earlier], batch[later]);
      if (row !== undefined) throw touchedTwice(row);
    }
  }
}

function assertManyRowsOnce(batch: readonly Sql[]): void {
  const rows = new Map<string, Shape['kind']>();
  for (const { shape, values } of batch) {
    if (!shape) continue;
    const row = `${shape.table} ${values[shape.idPlace]}`;
    const before = rows.get(row);
    if (before === 'change' || (before === 'insert' && shape.kind === 'change')) throw touchedTwice(row);
    rows.set(row, shape.kind);
  }
}

function touchedTwice(row: string): Error {
  return new Error(`A batch touches the row ${row} twice.`);
}

/**
 * A batch behind guards that change nothing. One whose row the batch changes itself, by a guard of its own, becomes part of
 * that guard's condition: a batch touches no row twice.
 */
export function guardedBy(guards: readonly Sql[], batch: readonly Sql[]): readonly Sql[] {
  let own = batch;
  const apart = guards.filter((guard) => {
    const met = own.findIndex((each) => each.must && sharedRowOf(guard, each) !== undefined);
    if (met < 0) return true;
    own = own.map((each, place) => (place === met ? bothOf(each, guard) : each));
    return false;
  });
  return [...apart, ...own];
}

/** The change, where the condition of the guard holds as well. */
function bothOf(change: Sql, guard: Sql): Sql {
  const { shape, values } = change;
  if (shape?.kind !== 'change' || guard.shape?.kind !== 'change') throw new Error('A new row cannot be guarded.');
  const { text, shape: both } = changeOf(shape.table, shape.set, conditionOf(shape.where, guard.shape.where));
  return { text, values: [...values, ...guard.values.slice(guard.shape.idPlace + 1)], must: true, shape: both };
}

/** Two new rows cannot meet: the unique key refuses the second. */
function sharedRowOf(one: Sql | undefined, other: Sql | undefined): string | undefined {
  const shape = one?.shape;
  const otherShape = other?.shape;
  if (!shape || !otherShape || shape.table !== otherShape.table) return undefined;
  if (shape.kind === 'insert' && otherShape.kind === 'insert') return undefined;
  const id = one.values[shape.idPlace];
  return id === other.values[otherShape.idPlace] ? `${shape.table} ${id}` : undefined;
}
