/** Reads query plans of both engines for walks over a whole table or a whole index. */

/** Which growing table a name in a statement stands for: itself, or one it was given as an alias. */
export function aliasesOf(text: string, tables: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const table of tables) names.set(table, table);
  for (const [, table = '', alias = ''] of text.matchAll(
    /\b(?:from|join|update|into)\s+([a-z_]+)(?:\s+(?:as\s+)?([a-z_]+))?/gi,
  )) {
    if (tables.has(table) && alias !== '' && !KEYWORDS.has(alias.toLowerCase())) names.set(alias, table);
  }
  return names;
}

const KEYWORDS = new Set(
  'set where on order group left inner cross join limit values union having using select as returning'.split(' '),
);

/** `SCAN name` is every row of a table, whether along an index or not; `SEARCH` is a part of it. */
export function walksOfSqlite(details: readonly string[], names: ReadonlyMap<string, string>): readonly string[] {
  return details.flatMap((detail) => {
    const table = names.get(/^SCAN (\w+)/.exec(detail)?.[1] ?? '');
    return table === undefined ? [] : [`${table} (${detail})`];
  });
}

/** What a row has got once it has ended; it stays in its table until a sweep. */
const ENDS = ['revoked_at', 'deleted_at'] as const;

/**
 * Searches that pass over every row of somebody that has ended, though the statement asks for live ones: the index that was
 * chosen does not know what has ended. `indexes` has the text of each by its name.
 */
export function endedPassedBySqlite(
  details: readonly string[],
  { text, names, indexes }: EndedLook,
): readonly string[] {
  return details.flatMap((detail) => {
    const [, alias = '', index = ''] = /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+)/.exec(detail) ?? [];
    const table = names.get(alias);
    if (table === undefined) return [];
    const passed = ENDS.filter(
      (column) =>
        new RegExp(`\\b${alias}\\.${column} is null`).test(text) &&
        !new RegExp(column).test(indexes.get(index) ?? column),
    );
    return passed.map((column) => `${table} (${detail}, ${column})`);
  });
}

interface EndedLook {
  readonly text: string;
  readonly names: ReadonlyMap<string, string>;
  readonly indexes: ReadonlyMap<string, string>;
}

/** A node of `explain (format json)`, as far as it is read here. */
export interface PostgresNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PostgresNode[];
}

export function walksOfPostgres(node: PostgresNode, tables: ReadonlySet<string>): readonly string[] {
  const below = (node.Plans ?? []).flatMap((each) => walksOfPostgres(each, tables));
  const table = node['Relation Name'] ?? '';
  if (!tables.has(table)) return below;
  const isWhole =
    node['Node Type'] === 'Seq Scan' ||
    (/^Index (Only )?Scan/.test(node['Node Type']) && node['Index Cond'] === undefined);
  return isWhole ? [`${table} (${node['Node Type']} ${node['Index Name'] ?? ''})`, ...below] : below;
}
