/**
 * Forms that change a record without undoing what was changed elsewhere since they were shown: a three-way merge, field by
 * field. The form brings back a digest of what each field said, so that nothing is kept here (docs/decisions/0069).
 */
import { SHOWN_FIELD, type Shown } from '../../pages/parts/form.ts';
import { digest } from '../../protocol/digest.ts';
import { createForm, type Form } from '../../protocol/form.ts';

/** What each field of a form says, by its name there; a list is one field with several values. */
export type Fields = Readonly<Record<string, readonly string[]>>;

/** `Said` is what the form is about, stored or about to be. */
export interface Merge<Said> {
  /** The form for what is stored now: the fields that nobody touched say what is stored, the others what was sent. */
  over(now: Said): Form;
  /** True where a field that was touched was also changed elsewhere, and to something else than would be written. */
  isOvertaken(now: Said, next: Said): boolean;
  /** For the page that tells of it: sent once more, the form writes what it says. */
  overtakenBy(now: Said, next: Said): Shown;
  /** For a page that shows `over(now)` again for another reason: what was touched stays so. */
  again(now: Said): Shown;
}

/** Of a form that was not sent yet. */
export function shownOf(fields: Fields): Shown {
  return { digests: format(Object.entries(fields).map(([name, values]) => [name, digestOf(values)])), overtaken: [] };
}

/** A form without digests, as scripts send it, was touched everywhere and is overtaken by nobody. */
export function mergeOf<Said>(form: Form, fieldsOf: (said: Said) => Fields): Merge<Said> {
  const before = parse(form.get(SHOWN_FIELD) ?? '');
  const sent = (name: string) => digestOf(form.all(name));
  const isUntouched = (name: string) => before.get(name) === sent(name);
  const overtaken = (now: Said, next: Said) => {
    const written = fieldsOf(next);
    return Object.entries(fieldsOf(now)).filter(([name, values]) => {
      const original = before.get(name);
      if (original === undefined || isUntouched(name)) return false;
      const stored = digestOf(values);
      // Compared with what would be written, not with what was typed: an address is kept in one spelling of several.
      return stored !== original && stored !== digestOf(written[name] ?? []);
    });
  };
  return {
    over: (now) =>
      withStored(
        form,
        Object.entries(fieldsOf(now)).filter(([name]) => isUntouched(name)),
      ),
    isOvertaken: (now, next) => overtaken(now, next).length > 0,
    overtakenBy: (now, next) => ({
      ...shownOf(fieldsOf(now)),
      overtaken: overtaken(now, next).map(([field, values]) => ({ field, now: plain(values) })),
    }),
    again: (now) => {
      const digests = Object.entries(fieldsOf(now)).map(([name, values]): readonly [string, string] => {
        const original = before.get(name);
        return [name, original === undefined || isUntouched(name) ? digestOf(values) : original];
      });
      return { digests: format(digests), overtaken: [] };
    },
  };
}

function withStored(form: Form, stored: readonly (readonly [string, readonly string[]])[]): Form {
  const names = new Set(stored.map(([name]) => name));
  return createForm([
    ...form.entries.filter(([name]) => !names.has(name)),
    ...stored.flatMap(([name, values]) => plain(values).map((value): readonly [string, string] => [name, value])),
  ]);
}

/** 96 bits: whoever finds two texts with one digest has only kept their own change from being written. */
const DIGEST_LENGTH = 16;

function digestOf(values: readonly string[]): string {
  return digest(JSON.stringify(plain(values))).slice(0, DIGEST_LENGTH);
}

/** As browsers send it and as it is kept: with line ends of their own, spaces around it, rows that were left empty. */
function plain(values: readonly string[]): readonly string[] {
  return values.map((value) => value.replace(/\r\n?/g, '\n').trim()).filter((value) => value !== '');
}

function format(digests: readonly (readonly [name: string, digest: string])[]): string {
  return digests.map(([name, value]) => `${name}:${value}`).join(' ');
}

/** No form has as many fields. */
const MOST_FIELDS = 32;

/** What is not in this form is as good as missing. */
function parse(text: string): ReadonlyMap<string, string> {
  const found = text
    .split(' ', MOST_FIELDS)
    .map((entry) => /^([a-z_]{1,32}):([A-Za-z0-9_-]{16})$/.exec(entry))
    .map((match): readonly [string, string] => [match?.[1] ?? '', match?.[2] ?? '']);
  return new Map(found.filter(([name]) => name !== ''));
}
