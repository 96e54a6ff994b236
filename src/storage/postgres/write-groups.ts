/**
 * Puts several batches of one shape into one statement, so that they share a round trip, a plan and a commit.
 *
 * Only what is surely the same as doing them one after the other is put together: rows with new keys, and changes of one
 * row each, named by its record number, no row twice. All else travels alone.
 */

import type { Sql, Value } from '../sql.ts';
import { arrayLiteral, identityOf, namesOf } from './statement-text.ts';

/** What the texts of a batch say about grouping it. */
interface Form {
  readonly table: string;
  /** The place, within the statement's values, of the record number that a change is about; none for a new row. */
  readonly idPlace: number | undefined;
}

const NEW_ROW = /^\s*insert into (\w+) \([\w\s,]+\)\s+values \($/;
const CHANGE = /^\s*update (\w+) set /;
const BY_NUMBER = /\bwhere id = $/;

const forms = new Map<readonly string[], Form | undefined>();

/** Undefined for a statement that has to travel alone. */
function formOf(statement: Sql): Form | undefined {
  const { text } = statement;
  if (!forms.has(text)) forms.set(text, newRowOf(text) ?? changeOf(text));
  return forms.get(text);
}

function newRowOf(text: readonly string[]): Form | undefined {
  const table = NEW_ROW.exec(text[0] ?? '')?.[1];
  const [last, ...between] = text.slice(1).toReversed();
  if (table === undefined || last?.trim() !== ')') return undefined;
  return between.every((part) => part.trim() === ',') ? { table, idPlace: undefined } : undefined;
}

function changeOf(text: readonly string[]): Form | undefined {
  const table = CHANGE.exec(text[0] ?? '')?.[1];
  const idPlace = text.findIndex((part) => BY_NUMBER.test(part));
  if (table === undefined || idPlace === -1) return undefined;
  // A subquery or a second condition by number would need more thought than a group is worth.
  const isPlain = !text.some((part) => /\b(select|from|or id)\b/.test(part));
  return isPlain ? { table, idPlace } : undefined;
}

/** Batches with the same shape can share a statement; undefined where one must travel alone. */
export function shapeOf(batch: readonly Sql[]): string | undefined {
  let shape = '';
  for (const statement of batch) {
    if (formOf(statement) === undefined) return undefined;
    shape += `${identityOf(statement.text)}${statement.must ? '!' : ','}`;
  }
  return shape;
}

/** The rows that a batch changes. Two batches that have one in common must not share a statement. */
export function changedRows(batch: readonly Sql[]): string[] {
  return batch.flatMap((statement) => {
    const form = formOf(statement);
    return form?.idPlace === undefined ? [] : [`${form.table} ${statement.values[form.idPlace]}`];
  });
}

const composed = new Map<string, string>();

/** One statement for all batches; the answer names, for each change that is no guard, the batches it touched a row for. */
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

/** Undefined when there is nothing but nulls: those need no list, and have the type of wherever they are put. */
function typeOf(column: readonly Value[]): string | undefined {
  const known = column.find((value) => value !== null);
  if (known === undefined) return undefined;
  return typeof known === 'number' ? 'bigint' : 'text';
}

function compose(batch: readonly Sql[], types: readonly (string | undefined)[]): string {
  const used = types.filter((type) => type !== undefined);
  const lists = used.map((type, index) => `cast($${index + 1}::text as ${type}[])`);
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
  return `with asked as materialized (select * from unnest(${lists.join(', ')}) with ordinality as a(${namesOf(used)}, place)),
    ${terms.join(', ')} select ${answers.join(', ')}`;
}

function termOf(statement: Sql, nextValue: () => string): string {
  const form = formOf(statement);
  const [first = '', ...others] = statement.text;
  if (form?.idPlace === undefined) {
    const values = others.map(() => nextValue());
    return `${first.replace(/values \($/, '')} select ${values.join(', ')} from asked`;
  }
  const whole = others.reduce((text, part) => `${text}${nextValue()}${part}`, first);
  return `${whole.replace(/\bwhere id = /, 'from asked where id = ')} returning asked.place`;
}

/** Guards have to touch a row for every batch, or nothing at all happens. */
function answerOf(statement: Sql, index: number): string {
  if (formOf(statement)?.idPlace === undefined) return 'null';
  if (!statement.must) return `(select string_agg(place::text, ',') from w${index})`;
  return `1 / (case when (select count(*) from w${index}) = (select count(*) from asked) then 1 else 0 end)`;
}

/** The number of rows that each statement of each batch touched. */
export function countsOf(batches: readonly (readonly Sql[])[], answer: readonly unknown[]): number[][] {
  const touched = answer.map((places) => (typeof places === 'string' ? new Set(places.split(',')) : undefined));
  return batches.map((batch, number) =>
    batch.map((statement, index) => {
      if (statement.must || formOf(statement)?.idPlace === undefined) return 1;
      return touched[index]?.has(String(number + 1)) ? 1 : 0;
    }),
  );
}
