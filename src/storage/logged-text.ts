/** Statements as they may be logged: without their values, which may be secrets. */
import type { Sql } from './sql.ts';

const LONGEST_TEXT = 500;

export function textOf(asked: Sql | readonly Sql[]): string {
  const statements = 'text' in asked ? [asked] : asked;
  return statements.map(({ text }) => text.join('?').replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT)).join('; ');
}
