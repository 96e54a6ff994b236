/** Puts a text into a string of another language, whatever the text contains. */

/** Inside single quotes a shell reads everything as it is, but for the quote itself. */
export function shellString(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function jsString(text: string): string {
  return singleQuoted(text, (character) => escapeUnits(character));
}

/** Python knows the escapes of JSON; only beyond the first plane it wants one number instead of two. */
export function pythonString(text: string): string {
  return singleQuoted(text, escapePoint);
}

export function goString(text: string): string {
  return escapeUnseen(JSON.stringify(text.toWellFormed()), escapePoint);
}

/** Single-quoted PHP knows two escapes and takes every other character as it is. */
export function phpString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A header cannot carry line breaks or letters beyond ASCII, and a name may have both. */
export function agentOf(name: string): string {
  const agent = name.replace(/[^\x20-\x7e]/g, '').trim();
  return agent === '' ? 'my-application' : agent;
}

function singleQuoted(text: string, write: (character: string) => string): string {
  const inner = JSON.stringify(text.toWellFormed()).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escapeUnseen(inner, write)}'`;
}

/** What has no shape of its own could make code read otherwise than it runs, and Go refuses some of it. */
function escapeUnseen(text: string, write: (character: string) => string): string {
  return text.replace(/[\p{Cf}\p{Zl}\p{Zp}\x7f-\x9f]/gu, write);
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => `\\u${hex(character.charCodeAt(index), 4)}`).join('');
}

function escapePoint(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return point > 0xffff ? `\\U${hex(point, 8)}` : `\\u${hex(point, 4)}`;
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}
