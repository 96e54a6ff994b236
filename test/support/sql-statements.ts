/** Finds every statement of the house by reading its source: the literal parts of each `sql` tag, and who wrote it. */
import { readProject } from './source-files.ts';

export interface Statement {
  /** `tables/tokens/pairs.ts findTokenRecord`: the file in storage and the function or constant around the tag. */
  readonly name: string;
  /** As the tag would get them: between two parts stands a value. */
  readonly parts: readonly string[];
}

export function findStatements(): readonly Statement[] {
  return readProject()
    .filter(({ path }) => /^src\/storage\/(?!migrations\/).+\.ts$/.test(path))
    .flatMap(({ path, text }) => statementsOf(path.slice('src/storage/'.length), text));
}

const TAG = /(?<![\w'`.])sql`/g;
const DECLARATION = /^(?:export )?(?:async )?(?:function\*? |const )(\w+)/gm;

function statementsOf(file: string, text: string): readonly Statement[] {
  const declared = [...text.matchAll(DECLARATION)];
  const tags = [...text.matchAll(TAG)].filter(({ index }) => !isComment(text, index));
  return tags.map(({ index }) => {
    const owner = declared.findLast((declaration) => declaration.index < index)?.[1] ?? '';
    return { name: `${file} ${owner}`, parts: partsFrom(text, index + 'sql`'.length) };
  });
}

function isComment(text: string, index: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
  return /^\s*(\/\/|\/?\*)/.test(line);
}

/** From behind the opening backtick to the closing one; what stands in `${…}` is left out. */
function partsFrom(text: string, start: number): readonly string[] {
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
  return [...parts, part];
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
