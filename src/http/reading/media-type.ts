/** Reads a Content-Type strictly: what does not follow the grammar is no media type. */

export interface MediaType {
  /** In lower case: `application/json`. */
  readonly type: string;
  /** Names in lower case, in the order sent, doubled ones included. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

// RFC 9110 §5.6.2. Each is tried at one place only and neither can match in two ways, so both take linear time.
const TYPE = /[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const NAME = /[!#$%&'*+.^_`|~0-9A-Za-z-]+=/y;
// Unquoted values are read a little wider than a token: some clients do not quote a boundary that would need it.
const BARE_VALUE = /[\x21\x23-\x3a\x3c-\x5b\x5d-\x7e]+/y;
const QUOTED_VALUE = /"[\t\x20\x21\x23-\x5b\x5d-\x7e]*"/y;
const BETWEEN = /[ \t]*;[ \t]*/y;

export function readMediaType(text: string): MediaType | undefined {
  const parameters: [string, string][] = [];
  const type = taken(TYPE, text, 0);
  if (type === undefined) return undefined;
  let at = type.length;
  while (at < text.length) {
    const between = taken(BETWEEN, text, at);
    if (between === undefined) return undefined;
    at += between.length;
    // RFC 9110 §5.6.6: a parameter may be missing between two semicolons or after the last.
    if (at === text.length || text[at] === ';') continue;
    const name = taken(NAME, text, at);
    if (name === undefined) return undefined;
    at += name.length;
    const value = taken(QUOTED_VALUE, text, at) ?? taken(BARE_VALUE, text, at);
    if (value === undefined) return undefined;
    at += value.length;
    parameters.push([name.slice(0, -1).toLowerCase(), value.startsWith('"') ? value.slice(1, -1) : value]);
  }
  return { type: type.toLowerCase(), parameters };
}

/** Every value of a parameter, since a name given twice is the caller's to refuse. */
export function parametersNamed(media: MediaType, name: string): readonly string[] {
  return media.parameters.filter((parameter) => parameter[0] === name).map((parameter) => parameter[1]);
}

/** Old libraries label ASCII with these, and the bytes are the same. */
const ASCII_CHARSETS = new Set(['us-ascii', 'ascii', 'iso-8859-1']);

export function isLabelledAscii(media: MediaType): boolean {
  const [charset, another] = parametersNamed(media, 'charset');
  return charset !== undefined && another === undefined && ASCII_CHARSETS.has(charset.toLowerCase());
}

function taken(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
