/** Statements as they may be logged: without their values, which may be secrets. */
import type { Sql } from './sql.ts';

const LONGEST_TEXT = 500;
/** Of one line: rsyslog and others cut lines at 8 KiB unless told otherwise, and what is left of one is no JSON. */
const MOST_TEXTS = 7;

/** A batch that notes many things has one statement many times: it is named once. */
export function textOf(asked: Sql | readonly Sql[]): string {
  const counts = new Map<string, number>();
  for (const { text } of 'text' in asked ? [asked] : asked) {
    const plain = text.join('?').replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);
    counts.set(plain, (counts.get(plain) ?? 0) + 1);
  }
  const named = [...counts].slice(0, MOST_TEXTS);
  const left = counts.size - named.length;
  const texts = named.map(([text, times]) => (times === 1 ? text : `${text} (${times} times)`));
  return [...texts, ...(left === 0 ? [] : [`and ${left} more`])].join('; ');
}
