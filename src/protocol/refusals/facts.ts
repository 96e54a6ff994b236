/** What is kept about a refused request: short lines of name and value, bounded, and without a secret in them. */
import { SECRET_PARAMETERS } from '../secret-parameters.ts';

/** A name is ours and plain; it may occur several times. */
export type Fact = readonly [name: string, value: string];

const LONGEST_VALUE = 1024;
export const LONGEST_TEXT = 6144;

/** Ends a value that was cut. */
const CUT = '…';

export function formatFacts(facts: readonly Fact[]): string {
  let text = '';
  for (const [name, value] of facts) {
    const line = `${name}=${escapeLine(cut(value))}\n`;
    // Whole lines only: half a value would be shown as if it had been sent.
    if (text.length + line.length <= LONGEST_TEXT) text += line;
  }
  return text;
}

export function parseFacts(text: string): readonly Fact[] {
  return text.split('\n').flatMap((line): readonly Fact[] => {
    const equals = line.indexOf('=');
    return equals < 1 ? [] : [[line.slice(0, equals), unescapeLine(line.slice(equals + 1))]];
  });
}

export function factIn(facts: readonly Fact[], name: string): string | undefined {
  return facts.find((fact) => fact[0] === name)?.[1];
}

export function factsIn(facts: readonly Fact[], name: string): readonly string[] {
  return facts.filter((fact) => fact[0] === name).map((fact) => fact[1]);
}

/** Undefined where there is none, or no number. */
export function numberIn(facts: readonly Fact[], name: string): number | undefined {
  const text = factIn(facts, name);
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}

/** False for a value that was cut, or that a secret was taken out of: it is not what was sent. */
export function isVerbatim(value: string): boolean {
  return !value.includes(CUT);
}

/** Our own codes, tokens and secrets, known by their prefix (protocol/tokens/token-string.ts), whole or broken off. */
const OWN_SECRET = /lk[a-z]_[A-Za-z0-9_-]{8,}/g;
const SECRET_PARAMETER = new RegExp(`((?:^|[?&#])(?:${SECRET_PARAMETERS.join('|')})=)[^&#\\s]+`, 'gi');
/** Secrets that were brought from another service have no prefix; they have 43 characters or more (SPEC part 3). */
const LONG_WORD = /[A-Za-z0-9_-]{40,}/g;
const SHORTEST_SECRET = 6;

/** Facts that we know or have computed ourselves: long words in them are hashes, or registered addresses. */
const OUR_OWN = new Set(['challenge', 'computed', 'registered', 'expected', 'application']);

/**
 * Takes out what could be a secret: whatever looks like one, and every secret value of the same request, so that a
 * secret put into the wrong parameter is not kept either.
 */
export function withoutSecrets([name, value]: Fact, presented: readonly string[]): Fact {
  const plain = scrubbed(value, presented);
  return [name, OUR_OWN.has(name) ? plain : plain.replace(LONG_WORD, cutWord)];
}

function scrubbed(value: string, presented: readonly string[]): string {
  let text = value;
  for (const secret of presented) {
    if (secret.length >= SHORTEST_SECRET) text = text.replaceAll(secret, CUT);
  }
  return text.replace(OWN_SECRET, (secret) => `${secret.slice(0, 4)}${CUT}`).replace(SECRET_PARAMETER, `$1${CUT}`);
}

/** A word without a digit is a word, however long. */
function cutWord(word: string): string {
  return /\d/.test(word) ? CUT : word;
}

function cut(value: string): string {
  if (value.length <= LONGEST_VALUE) return value;
  // A surrogate that lost its other half cannot be stored by every database.
  return `${value
    .slice(0, LONGEST_VALUE - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}${CUT}`;
}

/** As JSON writes it, because that is read back by the engine itself: a page of the worst texts in a millisecond. */
function escapeLine(value: string): string {
  // PostgreSQL has no text with a NUL in it.
  return JSON.stringify(value.toWellFormed().replaceAll('\0', '')).slice(1, -1);
}

function unescapeLine(line: string): string {
  if (!line.includes('\\')) return line;
  try {
    return String(JSON.parse(`"${line}"`));
  } catch {
    return unescapeOlder(line);
  }
}

/** Of before, when quotation marks and tabs stood as they were. Such rows are gone after a week. */
function unescapeOlder(line: string): string {
  const pieces = line.split('\\\\');
  return pieces.map((piece) => piece.replaceAll('\\n', '\n').replaceAll('\\r', '\r')).join('\\');
}
