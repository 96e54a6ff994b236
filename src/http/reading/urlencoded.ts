/** Reads application/x-www-form-urlencoded strictly: no broken escape, no broken UTF-8, no control character. */
import { isUtf8 } from 'node:buffer';
import { createForm, type Form } from '../../protocol/form.ts';
import type { Refusal } from '../../protocol/refusal.ts';
import { accept, type Result } from '../../protocol/result.ts';
import type { Query } from '../route.ts';
import { type Gathering, gather, malformed, type ParameterLimits, QUERY_LIMITS } from './parameters.ts';

const BROKEN_ESCAPE = 'A parameter contains a broken percent-encoding, or one that is not UTF-8.';

const NO_PARAMETERS = createForm([]);
const NOTHING_READ = accept(NO_PARAMETERS);

/** Of most requests of programs. */
export const NO_QUERY: Query = {
  get: () => undefined,
  form: () => NO_PARAMETERS,
  read: () => NOTHING_READ,
};

/**
 * Most handlers never look at the query, so it is parsed when the first of its parameters is asked for. By functions, not by
 * getters: V8 gives every object with a getter of its own a shape of its own, among the old objects, and whatever the getter
 * leads to stays in memory until those are looked through.
 */
export function lazyQuery(rawQuery: string): Query {
  if (rawQuery === '') return NO_QUERY;
  let result: Result<Form, Refusal> | undefined;
  const read = () => {
    result ??= readQuery(rawQuery);
    return result;
  };
  const form = () => {
    const parsed = read();
    return parsed.ok ? parsed.value : NO_PARAMETERS;
  };
  return { get: (name) => form().get(name), form, read };
}

/** The query of a page or of an authorization request. */
export function readQuery(query: string): Result<Form, Refusal> {
  return readUrlencoded(query, QUERY_LIMITS);
}

export function readUrlencodedBody(body: Buffer, limits: ParameterLimits): Result<Form, Refusal> {
  if (!isUtf8(body)) return malformed('The request body is not UTF-8.');
  return readUrlencoded(body.toString('utf8'), limits);
}

export function readUrlencoded(text: string, limits: ParameterLimits): Result<Form, Refusal> {
  const gathering: Gathering = { entries: [], limits };
  let start = 0;
  while (start < text.length) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand === -1 ? text.length : ampersand;
    if (end > start) {
      const read = readPair(gathering, text.slice(start, end));
      if (!read.ok) return read;
    }
    start = end + 1;
  }
  return accept(createForm(gathering.entries));
}

/** Nothing to decode and no control character: most parameters are tokens and names. One look instead of five. */
const AS_IT_IS = /^[\x20-\x24\x26-\x2a\x2c-\x7e\xa0-\uffff]*$/;

function readPair(gathering: Gathering, pair: string): Result<null, Refusal> {
  const equals = pair.indexOf('=');
  if (equals !== -1 && AS_IT_IS.test(pair))
    return gather(gathering, pair.slice(0, equals), pair.slice(equals + 1), true);
  const name = decode(equals === -1 ? pair : pair.slice(0, equals));
  const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
  if (name === undefined || value === undefined) return malformed(BROKEN_ESCAPE);
  return gather(gathering, name, value);
}

function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    // Refuses overlong forms, surrogates and stray bytes, where URLSearchParams would put U+FFFD for each of them.
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
