/**
 * Reads of PostgreSQL, gathered under load: lookups of the same statement that arrive while others are on their way
 * travel together as one statement. Each still sees what was committed before it was asked; nothing is remembered.
 */
import type postgres from 'postgres';
import { numberedText, textForMany } from './postgres-text.ts';
import type { Sql, Value } from './sql.ts';

export type Client = postgres.Sql<{ bigint: number }>;

/** Two on their way keep both sides busy; more would only make the groups smaller. */
const MOST_UNDER_WAY = 2;
const MOST_TOGETHER = 64;

interface Lookup {
  readonly statement: Sql;
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Gathering {
  underWay: number;
  waiting: Lookup[];
}

export function gatherReads(client: Client): (statement: Sql) => Promise<readonly unknown[]> {
  const gatherings = new Map<readonly string[], Gathering>();

  function send(gathering: Gathering): void {
    const group = gathering.waiting.splice(0, MOST_TOGETHER);
    gathering.underWay += 1;
    void lookUp(client, group).finally(() => {
      gathering.underWay -= 1;
      if (gathering.waiting.length > 0) send(gathering);
    });
  }

  return (statement) =>
    new Promise((resolve, reject) => {
      let gathering = gatherings.get(statement.text);
      if (!gathering) {
        gathering = { underWay: 0, waiting: [] };
        gatherings.set(statement.text, gathering);
      }
      gathering.waiting.push({ statement, resolve, reject });
      if (gathering.underWay < MOST_UNDER_WAY) send(gathering);
    });
}

/** Never rejects: each lookup is told by itself. */
async function lookUp(client: Client, group: readonly Lookup[]): Promise<void> {
  const many = group.length > 1 ? textForMany(group.map((one) => one.statement)) : undefined;
  if (many === undefined) await Promise.all(group.map((one) => lookUpOne(client, one)));
  else await lookUpMany(client, group, many);
}

async function lookUpOne(client: Client, { statement, resolve, reject }: Lookup): Promise<void> {
  try {
    resolve(await client.unsafe(numberedText(statement.text), [...statement.values], { prepare: true }));
  } catch (error) {
    reject(error);
  }
}

async function lookUpMany(client: Client, group: readonly Lookup[], text: string): Promise<void> {
  try {
    const result = await client.unsafe(text, listsOf(group), { prepare: true }).values();
    const [, ...names] = result.columns.map((column) => column.name);
    const answers = group.map((): unknown[] => []);
    for (const [place, ...values] of result) answers[Number(place) - 1]?.push(rowOf(names, values));
    for (const [index, one] of group.entries()) one.resolve(answers[index] ?? []);
  } catch (error) {
    for (const one of group) one.reject(error);
  }
}

/** One list for each place in the statement: the values that the lookups have there. */
function listsOf(group: readonly Lookup[]): string[] {
  const places = group[0]?.statement.values ?? [];
  return places.map((_, place) => arrayLiteral(group.map((one) => one.statement.values[place] ?? null)));
}

/** PostgreSQL's own notation for a list, so that no type has to be fetched before the first query. */
function arrayLiteral(values: readonly Value[]): string {
  const items = values.map((value) => (value === null ? 'null' : `"${String(value).replace(/["\\]/g, '\\$&')}"`));
  return `{${items.join(',')}}`;
}

function rowOf(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index];
  return row;
}
