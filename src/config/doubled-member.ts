/** Finds a member that one object of JSON has twice: of two values its writer may have meant either, and JSON.parse takes the last. */

/** An object or a list that is not closed yet. */
interface Open {
  /** Undefined for a list. */
  readonly names: Set<string> | undefined;
  /** Where in it the scan is: the name of the member, or the number of the entry. */
  place: string | number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** The place of the first as a JSON pointer (RFC 6901), undefined where there is none. The text must be one that JSON.parse takes. */
export function findDoubledMember(json: string): string | undefined {
  const open: Open[] = [];
  let inner: Open | undefined;
  let isName = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfText(json, index);
      if (isName && inner?.names) {
        inner.place = contentOf(json.slice(index, end));
        if (inner.names.has(inner.place)) return pointerTo(open);
        inner.names.add(inner.place);
      }
      index = end - 1;
    } else if (code === COLON) isName = false;
    else if (code === COMMA) {
      isName = inner?.names !== undefined;
      if (typeof inner?.place === 'number') inner.place += 1;
    } else if (code === OBJECT || code === LIST) {
      isName = code === OBJECT;
      inner = isName ? { names: new Set(), place: '' } : { names: undefined, place: 0 };
      open.push(inner);
    } else if (code === OBJECT_END || code === LIST_END) {
      open.pop();
      inner = open.at(-1);
    }
  }
  return undefined;
}

/** Behind the quotation mark that closes a text: one with an even number of backslashes before it. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(json: string, at: number): boolean {
  let before = at;
  while (json.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

/** A name that is written with escapes is the same name. */
function contentOf(literal: string): string {
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
}

/** Names come from strangers: no more of them is told than is useful. */
const LONGEST_NAME = 64;
const DEEPEST = 16;

/** What lies deeper is told by what it lies in. */
function pointerTo(open: readonly Open[]): string {
  const steps = open.slice(0, DEEPEST).map(({ place }) => String(place).slice(0, LONGEST_NAME).toWellFormed());
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
