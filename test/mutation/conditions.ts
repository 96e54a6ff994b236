/**
 * Mutants of SQL, which Stryker takes for text: each condition of a write or a look-up is left out, turned round or moved
 * by one.
 */
import type { Mutant } from './survivors.ts';

export interface SqlMutant extends Mutant {
  readonly text: string;
}

/** Every mutant of the statements in a source file, with the text that the file then has. */
export function mutantsOf(file: string, source: string): readonly SqlMutant[] {
  const clauses = [
    ...templatesIn(source, 'where'),
    ...templatesIn(source, 'sql').flatMap((range) => clauseOf(source, range)),
  ];
  return clauses
    .toSorted((one, other) => one.start - other.start)
    .flatMap(({ start, end }) => conditionsIn(source, start, end))
    .flatMap((condition) => changesOf(file, source, condition));
}

/** From behind the first `where` of a statement on. */
function clauseOf(source: string, { start, end }: Range): readonly Range[] {
  const where = /\bwhere\b/.exec(source.slice(start, end));
  return where ? [{ start: start + where.index + where[0].length, end }] : [];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** What stands between the marks of each sql`…` or where`…`; a value inside may hold braces, but no template. */
function templatesIn(source: string, tag: 'sql' | 'where'): readonly Range[] {
  return [...source.matchAll(new RegExp(`\\b${tag}\`([^\`]*)\``, 'g'))].map((found) => {
    const start = found.index + tag.length + 1;
    return { start, end: start + (found[1] ?? '').length };
  });
}

/** The conditions of one clause: what stands between `and`, `or`, brackets and what follows the clause. */
function conditionsIn(source: string, from: number, to: number): readonly Range[] {
  const clause = source.slice(from, to).split(/\b(?:order by|on conflict|limit|returning)\b/)[0] ?? '';
  const conditions: Range[] = [];
  let at = 0;
  for (const part of clause.split(/(\band\b|\bor\b|\((?![^)]*select)|\)(?!\s*as\b))/)) {
    const isCondition =
      / = |<|>|\bis (?:not )?null\b/.test(part.replace(/\$\{[^}]*\}/g, '')) && !part.includes('select');
    const lead = /^[\s(]*/.exec(part)?.[0].length ?? 0;
    if (isCondition) conditions.push({ start: from + at + lead, end: from + at + part.trimEnd().length });
    at += part.length;
  }
  return conditions;
}

const TURNS: readonly (readonly [RegExp, string])[] = [
  [/ > /, ' >= '],
  [/ < /, ' <= '],
  [/ >= /, ' > '],
  [/ <= /, ' < '],
  [/ is null$/, ' is not null'],
];

function changesOf(file: string, source: string, { start, end }: Range): readonly SqlMutant[] {
  const original = source.slice(start, end);
  const line = source.slice(source.lastIndexOf('\n', start) + 1).split('\n', 1)[0] ?? '';
  const turned = TURNS.filter(([sign]) => sign.test(original)).map(([sign, other]) => original.replace(sign, other));
  return ['1 = 1', ...turned].map((replacement) => ({
    file,
    line: line.trim(),
    original: original.replace(/\s+/g, ' '),
    replacement: replacement.replace(/\s+/g, ' '),
    text: source.slice(0, start) + replacement + source.slice(end),
  }));
}
