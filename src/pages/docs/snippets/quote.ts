/** Writes any text as a string literal of another language. */

/** Inside single quotes a shell takes everything literally except the quote itself. */
export function shellString(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function jsString(text: string): string {
  return singleQuoted(text, (character) => escapeUnits(character));
}

/** Python has the escapes of JSON, except that it writes characters beyond the BMP as one number instead of two. */
export function pythonString(text: string): string {
  return singleQuoted(text, escapePoint);
}

export function goString(text: string): string {
  return escapeUnseen(JSON.stringify(text.toWellFormed()), escapePoint);
}

/** Single-quoted PHP strings have two escapes and take every other character literally. */
export function phpString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A header cannot contain line breaks or characters beyond ASCII, but a name can. */
export function agentOf(name: string): string {
  const agent = name.replace(/[^\x20-\x7e]/g, '').trim();
  return agent === '' ? 'my-application' : agent;
}

function singleQuoted(text: string, write: (character: string) => string): string {
  const inner = JSON.stringify(text.toWellFormed()).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escapeUnseen(inner, write)}'`;
}

/** Invisible characters could make code read differently from what it does, and Go rejects some of them. */
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
