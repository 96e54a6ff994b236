/** What a request carried as parameters, whatever its encoding: a flat map that remembers doubled names. */

type Entries = readonly (readonly [name: string, value: string])[];

export interface Form {
  /** The value of a parameter. RFC 6749 §3.2: one without a value counts as omitted, so it reads as undefined. */
  get(name: string): string | undefined;
  /** True when the parameter was sent, even without a value. */
  has(name: string): boolean;
  /** Every value of a name, in order, for fields that may repeat (checkboxes on pages). */
  all(name: string): readonly string[];
  /** The first name that was given more than once, or undefined. RFC 6749 §3.1: parameters must not repeat. */
  readonly doubled: string | undefined;
  /** Every parameter in the order sent, doubled ones included. */
  readonly entries: Entries;
}

/** No form has more than a hundred parameters, most have a handful: looking through them is faster than making a map. */
export function createForm(entries: Entries): Form {
  const find = (name: string) => firstNamed(entries, name)?.[1];
  return {
    get: (name) => find(name) || undefined,
    has: (name) => find(name) !== undefined,
    all: (name) => entries.filter((entry) => entry[0] === name).map((entry) => entry[1]),
    doubled: entries.find((entry) => firstNamed(entries, entry[0]) !== entry)?.[0],
    entries,
  };
}

function firstNamed(entries: Entries, name: string): Entries[number] | undefined {
  for (const entry of entries) if (entry[0] === name) return entry;
  return undefined;
}

/** The parameters as a query that reads as this very form, escaped no more than needed: some addresses are long. */
export function formatQuery({ entries }: Pick<Form, 'entries'>): string {
  return entries.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
}

function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9._~/?:@!$'()*,;-]/gu, encodeURIComponent);
}

/** Names come from strangers, and RFC 6749 §5.2 allows few characters: only a plain one is repeated or kept. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z0-9_.-]{1,64}$/.test(name);
}

/** Begins a sentence about a parameter. */
export function theParameter(name: string): string {
  return isPlainName(name) ? `The parameter ${name}` : 'A parameter';
}
