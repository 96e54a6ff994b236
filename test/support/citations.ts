/** The rule about citations of the security cases: each leads to a section or a case that the document has. */
import type { SourceFile } from './source-files.ts';

const DOCUMENT = 'docs/specification/security-cases.md';

/** A section, or the name of a case. */
const PLACE = String.raw`(?:§\d+(?:\.\d+)*|[A-Z]{1,2}-?\d{1,3}\b)`;
/** `SECURITY-CASES §4.2`, `SECURITY-CASES, NA-02`; assembled, so that this file cites nothing. */
const CITATION = new RegExp(
  `${['SECURITY', 'CASES'].join('-')}\\b(?:\`)?((?: ${PLACE}(?:(?:,| to| and)(?= ${PLACE}))?)*)`,
  'g',
);
/** The runs name their cases without the document, as `R-07`. */
const CASE_OF_A_RUN = /\bR-\d{2}\b/g;

export function faultsOfCitations(files: readonly SourceFile[]): readonly string[] {
  const known = placesOf(files.find(({ path }) => path === DOCUMENT)?.text ?? '');
  return files.filter(isReader).flatMap(({ path, text }) =>
    citedBy(withoutBreaks(text))
      .filter((place) => !known.has(place))
      .map((place) => `${path} cites ${place || 'no case'}, which ${DOCUMENT} does not have`),
  );
}

function isReader({ path }: SourceFile): boolean {
  return /^(src|test|scripts|bench)\/.*\.(ts|mjs|pml|c|md)$/.test(path) || (path.endsWith('.md') && path !== DOCUMENT);
}

/** A citation may go on after a break, behind the star or the slashes of a comment. */
function withoutBreaks(text: string): string {
  return text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');
}

function citedBy(text: string): readonly string[] {
  const named = [...text.matchAll(CITATION)].flatMap(([, places = '']) => places.match(new RegExp(PLACE, 'g')) ?? ['']);
  return [...named, ...(text.match(CASE_OF_A_RUN) ?? [])];
}

/** Numbered headings, and the first cell of each row. */
function placesOf(document: string): ReadonlySet<string> {
  const sections = [...document.matchAll(/^#+ (\d+(?:\.\d+)*)\.? /gm)].map(([, number]) => `§${number}`);
  const cases = [...document.matchAll(/^\| ([A-Z]{1,2}-?\d{1,3}) \|/gm)].map(([, name = '']) => name);
  return new Set([...sections, ...cases]);
}
