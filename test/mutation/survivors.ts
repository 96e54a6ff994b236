/** Mutants that no test kills, and the document that explains why each of them can do no harm. */

export interface Mutant {
  readonly file: string;
  /** The line of the source that it changes. */
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
}

export interface Tally {
  readonly file: string;
  readonly mutants: number;
  readonly killed: number;
  readonly survivors: readonly Mutant[];
}

/** What Stryker's JSON report has for each file, as far as it is read here. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly ReportedMutant[] }>>;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

interface ReportedMutant {
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

/** A mutant that runs for ever is noticed as surely as one that fails a test. */
const NOTICED = ['Killed', 'Timeout'];
/** One that does not even run was never a change of the program. */
const VOID = ['CompileError', 'RuntimeError', 'Ignored'];

export function tallyOf(report: Report): readonly Tally[] {
  return Object.entries(report.files).map(([file, { source, mutants }]) => {
    const valid = mutants.filter(({ status }) => !VOID.includes(status));
    const survivors = valid.filter(({ status }) => !NOTICED.includes(status));
    const lines = source.split('\n');
    return {
      file,
      mutants: valid.length,
      killed: valid.length - survivors.length,
      survivors: survivors.map((mutant) => ({ file, ...described(mutant, lines) })),
    };
  });
}

function described({ location: { start, end }, replacement = '' }: ReportedMutant, lines: readonly string[]) {
  const line = lines[start.line - 1] ?? '';
  const isOneLine = start.line === end.line;
  const original = isOneLine ? line.slice(start.column - 1, end.column - 1) : `${line.slice(start.column - 1)} …`;
  return { line: line.trim(), original: original.trim(), replacement: plain(replacement) };
}

/** Stryker writes with double quotes and line breaks of its own. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The mutants that survivors.md explains: a heading for each file, an item for each line, and its mutants below. */
export function readExplained(markdown: string): readonly Mutant[] {
  const explained: Mutant[] = [];
  let [file, line] = ['', ''];
  for (const text of markdown.split('\n')) {
    file = /^## (src\/\S+)$/.exec(text)?.[1] ?? file;
    line = /^- (`+)(.+?)\1: \S/.exec(text)?.[2] ?? line;
    const [, , original, , replacement] = /^ {2}- (`+)(.+)\1 → (`+)(.*)\3$/.exec(text) ?? [];
    if (original !== undefined && replacement !== undefined)
      explained.push({ file, line: line.trim(), original: original.trim(), replacement: replacement.trim() });
  }
  return explained;
}

/** One explanation excuses one mutant. */
export function unexplained(survivors: readonly Mutant[], explained: readonly Mutant[]): readonly Mutant[] {
  const left = explained.map(keyOf);
  return survivors.filter((mutant) => {
    const at = left.indexOf(keyOf(mutant));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function keyOf({ file, line, original, replacement }: Mutant): string {
  return JSON.stringify([file, line, original, replacement === '' ? '(nothing)' : replacement]);
}

/** As survivors.md has them, but for the reasons. */
export function writeExplained(mutants: readonly Mutant[]): string {
  const text: string[] = [];
  let [file, line] = ['', ''];
  for (const mutant of mutants) {
    if (mutant.file !== file) text.push('', `## ${mutant.file}`, '');
    if (mutant.file !== file || mutant.line !== line) text.push(`- ${code(mutant.line)}: why?`);
    text.push(`  - ${code(mutant.original)} → ${code(mutant.replacement === '' ? '(nothing)' : mutant.replacement)}`);
    [file, line] = [mutant.file, mutant.line];
  }
  return text.join('\n');
}

function code(text: string): string {
  const marks = text.includes('`') ? '``' : '`';
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${marks}${space}${text}${space}${marks}`;
}
