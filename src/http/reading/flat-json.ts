/**
 * Reads a JSON object as parameters, doubled names included, which JSON.parse would lose. Those that an endpoint knows are
 * strings; null leaves one out, as a parameter without a value does in other encodings, and so does whatever an unknown one has.
 */

import { isUtf8 } from 'node:buffer';
import { createForm, type Form, theParameter } from '../../protocol/form.ts';
import type { Refusal } from '../../protocol/refusal.ts';
import { accept, type Result } from '../../protocol/result.ts';
import { type Gathering, gather, malformed, mislabelled, type ParameterLimits } from './parameters.ts';

const NOT_AN_OBJECT = 'The request body is not a JSON object of strings.';
/** `name=`: what no JSON begins with. */
const A_FORM = /^[\w.-]+=/;
const LEFT_OUT = '';
const SPACE = /[ \t\r\n]*/y;
const WORD = /[-+.\w]*/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export function readFlatJson(body: Buffer, limits: ParameterLimits, known: ReadonlySet<string>): Result<Form, Refusal> {
  if (!isUtf8(body)) return malformed('The request body is not UTF-8.');
  const text = body.toString('utf8');
  const gathering: Gathering = { entries: [], limits };
  let at = afterMark(text, '{', 0);
  if (at === undefined)
    return malformed(A_FORM.test(text) ? mislabelled('form-encoded', 'application/json') : NOT_AN_OBJECT);
  const end = afterMark(text, '}', at);
  if (end !== undefined) return end === text.length ? accept(createForm([])) : malformed(NOT_AN_OBJECT);
  while (true) {
    const member = readMember(text, at, known);
    if (!member.ok) return member;
    const { name, value, end } = member.value;
    const gathered = gather(gathering, name, value);
    if (!gathered.ok) return gathered;
    at = afterMark(text, ',', end);
    if (at === undefined) {
      const isWhole = afterMark(text, '}', end) === text.length;
      return isWhole ? accept(createForm(gathering.entries)) : malformed(NOT_AN_OBJECT);
    }
  }
}

interface Member {
  readonly name: string;
  readonly value: string;
  readonly end: number;
}

function readMember(text: string, at: number, known: ReadonlySet<string>): Result<Member, Refusal> {
  const name = readString(text, at);
  if (name === undefined) return malformed(NOT_AN_OBJECT);
  const colon = afterMark(text, ':', afterSpace(text, name.end));
  if (colon === undefined) return malformed(NOT_AN_OBJECT);
  const value = readString(text, colon) ?? readLeftOut(text, colon, known.has(name.content));
  if (value === undefined) return malformed(`${theParameter(name.content)} is not a JSON string.`);
  if (!name.content.isWellFormed() || !value.content.isWellFormed()) {
    return malformed('A parameter contains half a character.');
  }
  return accept({ name: name.content, value: value.content, end: afterSpace(text, value.end) });
}

function readString(text: string, at: number): { content: string; end: number } | undefined {
  if (text.charCodeAt(at) !== QUOTE) return undefined;
  let isEscaped = false;
  for (let index = at + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const content = isEscaped ? readEscapes(text.slice(at, index + 1)) : text.slice(at + 1, index);
      return content === undefined ? undefined : { content, end: index + 1 };
    }
    // RFC 8259 §7: control characters have to be escaped. (Escaped ones are refused later, with a better sentence.)
    if (code < 0x20) return undefined;
    if (code === BACKSLASH) {
      isEscaped = true;
      index += 1;
    }
  }
  return undefined;
}

/** What stands for no value: null, and of an unknown parameter whatever JSON has besides strings. */
function readLeftOut(text: string, at: number, isKnown: boolean): { content: string; end: number } | undefined {
  const end = endOfValue(text, at);
  const literal = text.slice(at, end);
  if (isKnown ? literal === 'null' : isJson(literal)) return { content: LEFT_OUT, end };
  return undefined;
}

/** Where a number, a word, a list or an object ends, if it is one: lists and objects with the bracket that closes the first. */
function endOfValue(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '{' || sign === '[') depth += 1;
    else if (depth === 0) break;
    else if (sign === '}' || sign === ']') depth -= 1;
    else if (sign === '"') index = (readString(text, index)?.end ?? text.length) - 1;
    if (depth === 0) return index + 1;
  }
  WORD.lastIndex = at;
  WORD.exec(text);
  return WORD.lastIndex;
}

function isJson(literal: string): boolean {
  try {
    JSON.parse(literal);
    return true;
  } catch {
    return false;
  }
}

function readEscapes(literal: string): string | undefined {
  try {
    // What stands between two quotation marks parses to a string or not at all.
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}

/** The place after a mark and the space around it, or undefined when the mark is not there. */
function afterMark(text: string, mark: string, at: number): number | undefined {
  const place = afterSpace(text, at);
  return text[place] === mark ? afterSpace(text, place + 1) : undefined;
}

function afterSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.exec(text);
  return SPACE.lastIndex;
}
