/**
 * Finds every statement of the service by reading its source: each `sql` tag, each `insertRow` and each `changeRow`,
 * with the literal parts that it would have, and the function around it.
 */
import { changeRow, insertRow, type Sql } from '../../src/storage/sql.ts';
import { readProject } from './source-files.ts';

export interface Statement {
  /**
   * `tables/tokens/token-record.ts tokenStatement`: the file in storage and the function or constant around the statement.
   */
  readonly name: string;
  /** Between two parts stands a value. */
  readonly parts: readonly string[];
  readonly shape: Sql['shape'];
  /** Of a statement that stands in a call of the port itself. */
  readonly way: 'read' | 'list' | undefined;
}

const CALL = /\.(read|list)(?:<[^(]*>)?\(\s*$/;

export function findStatements(): readonly Statement[] {
  return readProject()
    .filter(({ path }) => path.startsWith('src/storage/') && path !== 'src/storage/sql.ts')
    .flatMap(({ path, text }) => statementsOf(path.slice('src/storage/'.length), text));
}

const BEGINNING = /(?<![\w'`.])(?:sql`|insertRow\(|changeRow\()/g;
const DECLARATION = /^(?:export )?(?:async )?(?:function\*? |const )(\w+)/gm;

function statementsOf(file: string, text: string): readonly Statement[] {
  const declared = [...text.matchAll(DECLARATION)];
  const beginnings = [...text.matchAll(BEGINNING)].filter(({ index }) => !isComment(text, index));
  return beginnings.map(({ index, 0: beginning }) => {
    const name = `${file} ${declared.findLast((declaration) => declaration.index < index)?.[1] ?? ''}`;
    const start = index + beginning.length;
    const called = CALL.exec(text.slice(0, index))?.[1];
    const way = called === 'read' || called === 'list' ? called : undefined;
    if (beginning === 'sql`') return { name, parts: templateFrom(text, start).parts, shape: undefined, way };
    const composed = beginning === 'insertRow(' ? insertFrom(text, start) : changeFrom(text, start);
    if (composed === undefined) throw new Error(`${name}: a statement whose table and columns are not written out.`);
    return { name, parts: composed.text, shape: composed.shape, way };
  });
}

function isComment(text: string, index: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
  return /^\s*(\/\/|\/?\*)/.test(line);
}

function insertFrom(text: string, start: number): Sql | undefined {
  const head = /^\s*'(\w+)',\s*\([^)]*\)\s*=>\s*\(\{/.exec(text.slice(start));
  if (!head?.[1]) return undefined;
  const columns = namesFrom(text, start + head[0].length);
  return insertRow(head[1], () => Object.fromEntries(columns.map((name) => [name, null])))();
}

function changeFrom(text: string, start: number): Sql | undefined {
  const head = /^\s*'(\w+)',[^`]*?\bset`/.exec(text.slice(start));
  if (!head?.[1]) return undefined;
  const set = templateFrom(text, start + head[0].length);
  const condition = /^\s*,\s*where`/.exec(text.slice(set.end));
  const where = condition ? templateFrom(text, set.end + condition[0].length).parts : [];
  return changeRow(head[1], 0, { text: set.parts, values: [] }, { text: where, values: [] });
}

/** The names in an object, from behind its opening brace. */
function namesFrom(text: string, start: number): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  let isAtName = true;
  for (let position = start; depth > 0 || text[position] !== '}'; position += 1) {
    const character = text[position] ?? '';
    if ('{(['.includes(character)) depth += 1;
    if ('})]'.includes(character)) depth -= 1;
    if (depth === 0 && character === ',') isAtName = true;
    const name = isAtName ? /^\w+/.exec(text.slice(position))?.[0] : undefined;
    if (name !== undefined) {
      names.push(name);
      isAtName = false;
    }
    if (position > text.length) throw new Error('An object in a statement has no end.');
  }
  return names;
}

/** From behind the opening backtick to behind the closing one; what stands in `${…}` is left out. */
function templateFrom(text: string, start: number): { readonly parts: readonly string[]; readonly end: number } {
  const parts: string[] = [];
  let part = '';
  let position = start;
  while (text[position] !== '`') {
    if (text.startsWith('${', position)) {
      parts.push(part);
      part = '';
      position = endOfExpression(text, position + 2);
    } else {
      part += text[position];
      position += 1;
    }
  }
  return { parts: [...parts, part], end: position + 1 };
}

/** Behind the brace that closes an expression; it may hold templates and objects of its own. */
function endOfExpression(text: string, start: number): number {
  let depth = 0;
  let position = start;
  while (depth > 0 || text[position] !== '}') {
    const character = text[position];
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === '`') position = endOfTemplate(text, position + 1);
    else position += 1;
    if (position > text.length) throw new Error('An expression in a statement has no end.');
  }
  return position + 1;
}

function endOfTemplate(text: string, start: number): number {
  let position = start;
  while (text[position] !== '`')
    position = text.startsWith('${', position) ? endOfExpression(text, position + 2) : position + 1;
  return position + 1;
}
