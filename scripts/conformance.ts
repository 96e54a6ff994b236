/** Prints which sentence of which standard is proven by which test, read from the `proves(…)` calls of the tests. */

export interface Proof {
  /** `RFC 6749` */
  readonly standard: string;
  /** `4.1.2` */
  readonly section: string;
  readonly sentence: string;
  readonly file: string;
}

const CALL = /^\s*proves\(\s*(['"`])(RFC \d+) §([^'"`]+)\1,\s*(['"`])((?:\\.|(?!\4).)+)\4/gms;

export function findProofs(tests: ReadonlyMap<string, string>): readonly Proof[] {
  return [...tests].flatMap(([file, source]) =>
    [...source.matchAll(CALL)].map(([, , standard = '', section = '', , sentence = '']) => ({
      standard,
      section,
      sentence: sentence.replace(/\\(.)/g, '$1'),
      file,
    })),
  );
}

export function printConformance(tests: ReadonlyMap<string, string>): string {
  const proofs = findProofs(tests);
  const standards = [...new Set(proofs.map((proof) => proof.standard))].sort(byNumbers);
  const chapters = standards.map((standard) =>
    chapter(
      standard,
      proofs.filter((proof) => proof.standard === standard),
    ),
  );
  return `# Conformance

Every line is a sentence of a standard, or what it means here, with the test that proves it. \`npm test\` runs them all.
This page is printed from the tests (\`npm run docs\`); change the tests, not the page.

${proofs.length} sentences of ${standards.length} standards.
${chapters.join('')}`;
}

function chapter(standard: string, proofs: readonly Proof[]): string {
  const number = standard.replace('RFC ', '');
  const sorted = [...proofs].sort(
    (a, b) => byNumbers(a.section, b.section) || a.sentence.localeCompare(b.sentence, 'en'),
  );
  const rows = sorted.map(({ section, sentence, file }) => {
    return `| §${section} | ${sentence.replaceAll('|', '\\|')} | [${file.replace(/^test\//, '')}](../${file}) |`;
  });
  const title = `\n## [${standard}](https://www.rfc-editor.org/rfc/rfc${number})\n`;
  return `${title}\n| section | sentence | test |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** `4.1.10` comes after `4.1.2`. */
function byNumbers(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
