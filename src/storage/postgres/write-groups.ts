/**
 * Puts several batches of one shape into one statement, so that they share a round trip, a plan and a commit.
 *
 * Only what is surely the same as doing them one after the other is put together: rows with new keys, and changes of
 * one row each by its record number, no row twice. Statements say which they are (sql.ts); one that does not makes its
 * batch travel alone.
 */
import type { NewRow, RowChange, Sql, Value } from '../sql.ts';
import { arrayLiteral, identityOf } from './statement-text.ts';

/** Batches with the same shape can share a statement; undefined where one must travel alone. */
export function shapeOf(batch: readonly Sql[]): string | undefined {
  let shape = '';
  for (const statement of batch) {
    if (statement.shape === undefined) return undefined;
    shape += `${identityOf(statement.text)}${statement.must ? '!' : ','}`;
  }
  return shape;
}

/** The rows that a batch changes. Two batches that have one in common must not share a statement. */
export function changedRows(batch: readonly Sql[]): string[] {
  return batch.flatMap(({ shape, values }) =>
    shape?.kind === 'change' ? [`${shape.table} ${values[shape.idPlace]}`] : [],
  );
}

/** Sorted by the first row that each changes: a group changes these rows in this order, which is everybody's. */
export function inLockingOrder<Each extends { readonly batch: readonly Sql[] }>(group: readonly Each[]): Each[] {
  const [first] = group;
  const place = first?.batch.findIndex(({ shape }) => shape?.kind === 'change') ?? -1;
  const idOf = ({ batch }: Each): number => {
    const statement = batch[place];
    return statement?.shape?.kind === 'change' ? Number(statement.values[statement.shape.idPlace]) : 0;
  };
  return group.toSorted((one, other) => idOf(one) - idOf(other));
}

const composed = new Map<string, string>();

/**
 * One statement for all batches; the answer names, for each change that is no guard, the batches it touched a row for.
 */
export function composeGroup(shape: string, batches: readonly (readonly Sql[])[]): { text: string; values: string[] } {
  const columns = columnsOf(batches);
  const types = columns.map(typeOf);
  const key = `${shape} ${types.join()}`;
  let text = composed.get(key);
  if (text === undefined) {
    text = compose(batches[0] ?? [], types);
    composed.set(key, text);
  }
  return { text, values: columns.filter((_, index) => types[index] !== undefined).map(arrayLiteral) };
}

/** For each place in the batch, the values of all batches. */
function columnsOf(batches: readonly (readonly Sql[])[]): readonly Value[][] {
  const columns: Value[][] = [];
  for (const batch of batches) {
    let place = 0;
    for (const { values } of batch) {
      for (const value of values) {
        const column = columns[place];
        if (column) column.push(value);
        else columns[place] = [value];
        place += 1;
      }
    }
  }
  return columns;
}

/** Undefined when there is nothing but nulls: those need no list, and take the type of the place they are put. */
function typeOf(column: readonly Value[]): string | undefined {
  const known = column.find((value) => value !== null);
  if (known === undefined) return undefined;
  return typeof known === 'number' ? 'bigint' : 'text';
}

function compose(batch: readonly Sql[], types: readonly (string | undefined)[]): string {
  const used = types.filter((type) => type !== undefined);
  let place = 0;
  let list = 0;
  const nextValue = () => {
    const type = types[place];
    place += 1;
    if (type === undefined) return 'null';
    list += 1;
    return `asked.v${list}`;
  };
  const terms = batch.map((statement, index) => `w${index} as (${termOf(statement, nextValue)})`);
  const answers = batch.map((statement, index) => answerOf(statement, index));
  const holds = holdsOf(batch, types);
  const held = holds.map((text, index) => `held${index} as materialized (${text}), `).join('');
  const first = holds.map((_, index) => `(select count(*) from held${index})`).join(' + ');
  const asked = holds.length === 0 ? askedOf(used) : `${askedOf(used)} where ${first} >= 0`;
  return `with ${held}asked as materialized (${asked}), ${terms.join(', ')} select ${answers.join(', ')}`;
}

/**
 * What locks the rows that batches with several changes are about, table by table and in the order of their numbers
 * (locking-order.ts), before anything is changed: the changes themselves go by their place in the batch, which for the pairs of a
 * refresh is the parents of all and then their children. Batches with one change are sorted instead.
 */
function holdsOf(batch: readonly Sql[], types: readonly (string | undefined)[]): readonly string[] {
  let begin = 0;
  const changes = batch.flatMap(({ shape, values }) => {
    const given = types.slice(0, begin + (shape?.kind === 'change' ? shape.idPlace + 1 : 0));
    begin += values.length;
    if (shape?.kind !== 'change') return [];
    return [{ table: shape.table, list: given.filter((type) => type !== undefined).length }];
  });
  if (changes.length < 2) return [];
  return [...Map.groupBy(changes, ({ table }) => table)].map(([table, lists]) => {
    const ids = lists.map(({ list }) => `$${list}::bigint[]`).join(' || ');
    return `select id from ${table} where id = any(${ids}) order by id for no key update`;
  });
}

/**
 * A row for each batch. Only the first list is unnested, and the others are looked into by place: PostgreSQL keeps the
 * rows of every unnested list apart before it joins them, which for the 22 lists of a refresh was a twelfth of its time.
 */
function askedOf(types: readonly string[]): string {
  const picked = types.map((type, index) =>
    index === 0 ? 'a.v1' : `($${index + 1}::${type}[])[a.place] as v${index + 1}`,
  );
  return `select ${picked.join(', ')}, a.place from unnest($1::${types[0]}[]) with ordinality as a(v1, place)`;
}

function termOf({ shape }: Sql, nextValue: () => string): string {
  if (shape === undefined) throw new Error('A statement that says nothing about itself cannot be part of a group.');
  return shape.kind === 'insert' ? insertionOf(shape, nextValue) : changeOf(shape, nextValue);
}

function insertionOf({ table, columns }: NewRow, nextValue: () => string): string {
  return `insert into ${table} (${columns.join(', ')}) select ${columns.map(nextValue).join(', ')} from asked`;
}

/** Values are taken in the order in which the statement has them: what is set, the record number, the condition. */
function changeOf({ table, set, where }: RowChange, nextValue: () => string): string {
  const fill = (parts: readonly string[]) => parts.reduce((text, part) => `${text}${nextValue()}${part}`);
  const changes = fill(set);
  const id = nextValue();
  const condition = where.length === 0 ? '' : ` and (${fill(where)})`;
  return `update ${table} set ${changes} from asked where id = ${id}${condition} returning asked.place`;
}

/** Guards have to touch a row for every batch, or nothing at all happens. */
function answerOf({ shape, must }: Sql, index: number): string {
  if (shape?.kind !== 'change') return 'null';
  if (!must) return `(select string_agg(place::text, ',') from w${index})`;
  return `1 / (case when (select count(*) from w${index}) = (select count(*) from asked) then 1 else 0 end)`;
}

/** The number of rows that each statement of each batch touched. */
export function countsOf(batches: readonly (readonly Sql[])[], answer: readonly unknown[]): number[][] {
  const touched = answer.map((places) => (typeof places === 'string' ? new Set(places.split(',')) : undefined));
  return batches.map((batch, number) =>
    batch.map(({ shape, must }, index) => {
      if (must || shape?.kind !== 'change') return 1;
      return touched[index]?.has(String(number + 1)) ? 1 : 0;
    }),
  );
}
