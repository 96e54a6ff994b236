/** Registers a test that proves a sentence of a standard; docs/conformance.md is printed from these calls. */
import { type TestContext, test } from 'node:test';

export type Section = `RFC ${number} §${string}`;

/** Write the section and the sentence as literals: scripts/print-docs.ts reads them from the source. */
export function proves(section: Section, sentence: string, body: (context: TestContext) => void | Promise<void>): void {
  test(`${section}: ${sentence}`, body);
}
