/** Shapes of JSON: one value parses a member and describes it, so that the two cannot say different things. */
import { isCalendarTime } from '../calendar.ts';
import { countCharacters } from '../people/text-rules.ts';
import { accept, type Result, refuse } from '../result.ts';

/** JSON Schema, as OpenAPI 3.1 takes it. */
export type Schema = Readonly<Record<string, unknown>>;

export interface MemberFault {
  /** RFC 6901: where in the body. */
  readonly pointer: string;
  readonly detail: string;
}

export interface Shape<T> {
  readonly schema: Schema;
  /** Schemas with names that this one refers to. */
  readonly components: Readonly<Record<string, Schema>>;
  readonly read: (value: unknown, pointer: string) => Result<T, readonly MemberFault[]>;
}

export type Read<S> = S extends Shape<infer T> ? T : never;

type Shapes = Readonly<Record<string, Shape<unknown>>>;

export type Values<S extends Shapes> = { readonly [Name in keyof S]: Read<S[Name]> };

function shape<T>(schema: Schema, read: Shape<T>['read'], components: Shape<T>['components'] = {}): Shape<T> {
  return { schema, components, read };
}

interface TextTerms {
  readonly says: string;
  readonly most: number;
  readonly least?: number;
  readonly pattern?: string;
  readonly format?: string;
  /** What an answer may say today; later versions say more, so that nobody may refuse what is not among them. */
  readonly examples?: readonly string[];
  /** Never in an answer, and not among what an Idempotency-Key remembers. */
  readonly isSecret?: true;
}

/** No text of ours holds NUL, and not every database could keep it. */
const WITHOUT_NUL = '^[^\\u0000]*$';

export function text({
  says,
  most,
  least = 0,
  pattern = WITHOUT_NUL,
  format,
  examples,
  isSecret,
}: TextTerms): Shape<string> {
  const fits = new RegExp(pattern, 'u');
  const schema = {
    type: 'string',
    description: says,
    ...(least > 0 ? { minLength: least } : {}),
    maxLength: most,
    pattern,
    ...(format === undefined ? {} : { format }),
    ...(examples === undefined ? {} : { examples }),
    ...(isSecret === undefined ? {} : { writeOnly: true }),
  };
  return shape(schema, (value, pointer) => {
    if (typeof value === 'number' || typeof value === 'boolean')
      return wrong(pointer, 'Must be a text: put it in quotation marks.');
    if (typeof value !== 'string') return wrong(pointer, 'Must be a text.');
    if (!value.isWellFormed()) return wrong(pointer, 'Holds half of a character, which is no text.');
    if (!hasAtMost(most, value)) return wrong(pointer, `Has more than ${most} characters.`);
    if (!hasAtLeast(least, value)) return wrong(pointer, `Needs ${least} characters or more.`);
    if (fits.test(value)) return accept(value);
    return wrong(pointer, pattern === WITHOUT_NUL ? 'Must not contain the character NUL.' : `Must match ${pattern}.`);
  });
}

// Characters as JSON Schema counts them: one for a pair of surrogates. They are counted only where that decides.
const hasAtMost = (most: number, value: string): boolean =>
  value.length <= most || (value.length <= 2 * most && countCharacters(value) <= most);
const hasAtLeast = (least: number, value: string): boolean =>
  value.length >= 2 * least || countCharacters(value) >= least;

export function flag(says: string): Shape<boolean> {
  return shape({ type: 'boolean', description: says }, (value, pointer) =>
    typeof value === 'boolean' ? accept(value) : wrong(pointer, 'Must be true or false.'),
  );
}

const MOST_OF_32_BITS = 2 ** 31 - 1;

export function integer(
  says: string,
  { least, most }: { readonly least: number; readonly most: number },
): Shape<number> {
  // Without a format, clients in Go, Java and C# keep it in 32 bits.
  const size = most > MOST_OF_32_BITS ? { format: 'int64' } : {};
  const schema = { type: 'integer', ...size, description: says, minimum: least, maximum: most };
  return shape(schema, (value, pointer) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
      ? accept(value)
      : wrong(
          pointer,
          least === most ? `Must be the number ${least}.` : `Must be a whole number from ${least} to ${most}.`,
        ),
  );
}

export function oneOf<const Name extends string>(says: string, names: readonly Name[]): Shape<Name> {
  return shape({ type: 'string', description: says, enum: names }, (value, pointer) => {
    const found = names.find((name) => name === value);
    return found === undefined ? wrong(pointer, `Must be one of ${names.join(', ')}.`) : accept(found);
  });
}

/** ISO 8601 with a zone, to the second. */
export function moment(says: string): Shape<string> {
  return shape({ type: 'string', format: 'date-time', description: says }, (value, pointer) => {
    const isMoment = typeof value === 'string' && MOMENT.test(value) && isCalendarTime(value);
    return isMoment ? accept(value) : wrong(pointer, 'Must be a moment such as 2026-11-15T12:00:00Z.');
  });
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

export function nullable<T>(of: Shape<T>): Shape<T | null> {
  const { type, ...rest } = of.schema;
  const schema = type === undefined ? { oneOf: [of.schema, { type: 'null' }] } : { ...rest, type: [type, 'null'] };
  const listed = 'enum' in schema && Array.isArray(schema.enum) ? { ...schema, enum: [...schema.enum, null] } : schema;
  return shape<T | null>(
    listed,
    (value, pointer) => (value === null ? accept(null) : of.read(value, pointer)),
    of.components,
  );
}

export function list<T>(
  says: string,
  of: Shape<T>,
  { most, least = 0 }: { readonly most: number; readonly least?: number },
): Shape<readonly T[]> {
  const bounds = least > 0 ? { minItems: least, maxItems: most } : { maxItems: most };
  const schema = { type: 'array', description: says, items: of.schema, ...bounds };
  const read = (value: unknown, pointer: string): Result<readonly T[], readonly MemberFault[]> => {
    if (!Array.isArray(value)) return wrong(pointer, 'Must be a list.');
    if (value.length > most) return wrong(pointer, `Has more than ${most} entries.`);
    if (value.length < least) return wrong(pointer, `Needs ${least} or more entries.`);
    return together(value.map((entry, index) => of.read(entry, `${pointer}/${index}`)));
  };
  return shape(schema, read, of.components);
}

function together<T>(read: readonly Result<T, readonly MemberFault[]>[]): Result<readonly T[], readonly MemberFault[]> {
  const faults = read.flatMap((each) => (each.ok ? [] : each.refusal));
  return faults.length > 0 ? refuse(faults) : accept(read.flatMap((each) => (each.ok ? [each.value] : [])));
}

/** What is not named here is refused by its name. */
export function object<Required extends Shapes, Optional extends Shapes = Record<never, never>>(
  required: Required,
  optional?: Optional,
): Shape<Values<Required> & Partial<Values<Optional>>> {
  const members: Shapes = { ...required, ...optional };
  const needed = Object.keys(required);
  const schema = {
    type: 'object',
    additionalProperties: false,
    ...(needed.length > 0 ? { required: needed } : {}),
    properties: Object.fromEntries(Object.entries(members).map(([name, member]) => [name, member.schema])),
  };
  const components = Object.assign({}, ...Object.values(members).map((member) => member.components));
  // Every member that was read is one of `members`, and every needed one is there.
  const read = readMembers(members, needed) as Shape<Values<Required> & Partial<Values<Optional>>>['read'];
  return shape(schema, read, components);
}

function readMembers(members: Shapes, needed: readonly string[]): Shape<Readonly<Record<string, unknown>>>['read'] {
  return (value, pointer) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return wrong(pointer, 'Must be an object.');
    const faults: MemberFault[] = [];
    const found: [string, unknown][] = [];
    for (const [name, given] of Object.entries(value)) {
      const member = Object.hasOwn(members, name) ? members[name] : undefined;
      const at = `${pointer}/${escaped(name)}`;
      const read = member ? member.read(given, at) : wrong(at, 'There is no such member here.');
      if (read.ok) found.push([name, read.value]);
      else faults.push(...read.refusal);
    }
    for (const name of needed) {
      if (!Object.hasOwn(value, name)) faults.push({ pointer: `${pointer}/${name}`, detail: 'Is missing.' });
    }
    return faults.length > 0 ? refuse(faults) : accept(Object.fromEntries(found));
  };
}

/** The same shape, described once under a name. */
export function named<T>(name: string, of: Shape<T>): Shape<T> {
  const components = { ...of.components, [name]: of.schema };
  return { schema: { $ref: `#/components/schemas/${name}` }, components, read: of.read };
}

function wrong(pointer: string, detail: string): Result<never, readonly MemberFault[]> {
  return refuse([{ pointer, detail }]);
}

const LONGEST_SHOWN = 64;

/** RFC 6901 §3, and never longer than is useful: names come from strangers. */
function escaped(name: string): string {
  return name.slice(0, LONGEST_SHOWN).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
}
