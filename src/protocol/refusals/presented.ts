/** Describes a secret string that was presented, well enough to find the mistake and without repeating it. */

import type { ParsedBasic } from '../clients/identification.ts';
import type { Form } from '../form.ts';
import { SECRET_PARAMETERS } from '../secret-parameters.ts';
import { claimedKind, parseToken, TOKEN_LENGTH, type TokenKind } from '../tokens/token-string.ts';
import type { Fact } from './facts.ts';

const WRAPPINGS = ['space', 'quotes', 'percent', 'tail'] as const;

/** What stands around or in a string that should be bare: white space, quotation marks, `%2D`, `&state=…`. */
export type Wrapping = (typeof WRAPPINGS)[number];

const SHAPES = ['whole', 'damaged', 'short', 'long', 'access', 'refresh', 'code', 'secret', 'foreign'] as const;

/**
 * `whole`: of the right kind, with its checksum. `damaged`: of the right kind and length, but changed. `short`, `long`:
 * of the right kind. A kind: something else of ours. `foreign`: nothing that this service gives out.
 */
export type Shape = (typeof SHAPES)[number];

/** `parameter` is where it was sent. */
export function describePresented(kind: TokenKind | 'secret', parameter: string, text: string): readonly Fact[] {
  return [
    ['presented', parameter],
    ['shape', shapeOf(kind, text)],
    ['length', String(text.length)],
    ...wrappingsOf(text).map((wrapping): Fact => ['wrapping', wrapping]),
  ];
}

export function isShape(text: string): text is Shape {
  return SHAPES.some((shape) => shape === text);
}

export function isWrapping(text: string): text is Wrapping {
  return WRAPPINGS.some((wrapping) => wrapping === text);
}

/** The string without what is wrapped around it, by the wrapping that is taken off. */
export function unwrapped(text: string): ReadonlyMap<Wrapping, string> {
  const bare = new Map<Wrapping, string>();
  for (const wrapping of wrappingsOf(text)) bare.set(wrapping, UNWRAP[wrapping](text));
  return bare;
}

interface Presented {
  readonly form: Form | undefined;
  readonly authorization: string | undefined;
  readonly basic: ParsedBasic;
}

/** Every value of a request that must not be kept, in whatever parameter it may turn up again. */
export function secretsIn({ form, authorization, basic }: Presented): readonly string[] {
  return [
    ...SECRET_PARAMETERS.flatMap((name) => form?.all(name) ?? []),
    ...(basic.ok ? [basic.value.secret] : []),
    ...(authorization ?? '').split(' ').slice(1),
  ];
}

const UNWRAP: { readonly [Name in Wrapping]: (text: string) => string } = {
  space: (text) => text.replace(/\s+/g, ''),
  quotes: (text) => text.replace(/^["'“‘<]|["'”’>]$/g, ''),
  percent: decodeOnce,
  tail: (text) => text.replace(/[&?#].*$/s, ''),
};

function wrappingsOf(text: string): readonly Wrapping[] {
  return WRAPPINGS.filter((wrapping) => UNWRAP[wrapping](text) !== text);
}

function shapeOf(kind: TokenKind | 'secret', text: string): Shape {
  const claimed = claimedKind(text);
  if (claimed === undefined) return 'foreign';
  if (claimed !== kind) return claimed;
  if (text.length !== TOKEN_LENGTH) return text.length < TOKEN_LENGTH ? 'short' : 'long';
  return parseToken(kind, text) === undefined ? 'damaged' : 'whole';
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
