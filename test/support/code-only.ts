/** Tells code from comments and text in a TypeScript file, so that a rule about code is not met by prose. */

type Kind = 'code' | 'comment' | 'text';

interface Span {
  readonly kind: Kind;
  readonly end: number;
}

/** Where a slash begins a regular expression: after anything that cannot end a value. */
const BEFORE_PATTERN = /(^|[(,=:[!&|?{};>+]|\breturn|=>)\s*$/;

const COMMENT = /\/\/[^\n]*|\/\*.*?\*\//sy;
const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y;
const PATTERN = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
/** From the opening backtick, or from the end of an expression, to the next expression or the closing backtick. */
const TEMPLATE_PART = /[`}](?:\\.|[^`\\$]|\$(?!\{))*(?:\$\{|`)/sy;

/** The code with its strings; comments are blank, line by line as before. */
export function withoutComments(source: string): string {
  return keep(source, (kind) => kind !== 'comment');
}

/** The code alone; comments, strings, templates' text and patterns are blank, line by line as before. */
export function codeOnly(source: string): string {
  return keep(source, (kind) => kind === 'code');
}

function keep(source: string, isKept: (kind: Kind) => boolean): string {
  let start = 0;
  let kept = '';
  for (const { kind, end } of spans(source)) {
    const piece = source.slice(start, end);
    kept += isKept(kind) ? piece : piece.replace(/[^\n]/g, ' ');
    start = end;
  }
  return kept;
}

function* spans(source: string): Generator<Span> {
  /** For each template that is open, how many braces are open in its current expression. */
  const braces: number[] = [];
  let position = 0;
  while (position < source.length) {
    const found = spanAt(source, position, braces.at(-1) === 0);
    const end = found?.end ?? position + 1;
    if (found?.kind === 'text' && source[position] === '`' && source[end - 1] === '{') braces.push(0);
    else if (found?.kind === 'text' && source[position] === '}' && source[end - 1] === '`') braces.pop();
    else if (found === undefined && braces.length > 0) countBrace(braces, source[position]);
    yield { kind: found?.kind ?? 'code', end };
    position = end;
  }
}

function spanAt(source: string, position: number, endsExpression: boolean): Span | undefined {
  const character = source[position];
  if (character === '/') {
    const comment = matchAt(COMMENT, source, position);
    if (comment !== undefined) return { kind: 'comment', end: comment };
    const before = source.slice(Math.max(0, position - 40), position);
    const pattern = BEFORE_PATTERN.test(before) ? matchAt(PATTERN, source, position) : undefined;
    return pattern === undefined ? undefined : { kind: 'text', end: pattern };
  }
  const isTemplate = character === '`' || (character === '}' && endsExpression);
  const end = isTemplate ? matchAt(TEMPLATE_PART, source, position) : matchAt(STRING, source, position);
  return end === undefined ? undefined : { kind: 'text', end };
}

function matchAt(pattern: RegExp, source: string, position: number): number | undefined {
  pattern.lastIndex = position;
  return pattern.test(source) ? pattern.lastIndex : undefined;
}

function countBrace(braces: number[], character: string | undefined): void {
  const last = braces.length - 1;
  if (character === '{') braces[last] = (braces[last] ?? 0) + 1;
  if (character === '}') braces[last] = (braces[last] ?? 0) - 1;
}
