/** Makes requests from an OpenAPI description: such as it allows, and such as it forbids. */
import fc from 'fast-check';

export interface Description {
  readonly paths: Record<string, Record<string, DescribedOperation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly responses: Record<string, DescribedAnswer>;
  };
}

export interface DescribedAnswer {
  readonly $ref?: string;
  readonly headers?: Record<string, unknown>;
  readonly content?: Record<string, { readonly schema: Schema }>;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly 'x-needs': 'own' | 'all';
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Record<string, DescribedAnswer>;
}

// JSON Schema is as free as JSON; what is read of it is checked where it is read.
// biome-ignore lint/suspicious/noExplicitAny: a schema is data.
export type Schema = Record<string, any>;

/** By the name of a member: values that the rules of the service take, where a schema alone cannot say them. */
type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Values that the schema allows. */
export function allowed(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const usual = known[name];
  if (usual) return usual;
  const type: string | undefined = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (type === 'integer') return fc.integer({ min: schema.minimum, max: schema.maximum });
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') {
    const bounds = { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems, 3) };
    return fc.uniqueArray(allowed(schema.items, known, name), bounds);
  }
  if (type === 'object') {
    const members = Object.entries<Schema>(schema.properties);
    const record = Object.fromEntries(members.map(([member, of]) => [member, allowed(of, known, member)]));
    return fc.record(record, { requiredKeys: schema.required ?? [] });
  }
  if (schema.format === 'date-time') return fc.constant('2026-11-15T12:00:00Z');
  return textOf(schema);
}

function textOf({ pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  if (pattern && pattern !== '^[^\\u0000]*$') return fc.stringMatching(new RegExp(pattern), { maxLength: 60 });
  const bounds = { minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme-composite' as const };
  return fc
    .string(bounds)
    .filter((text) => !text.includes('\u0000') && text.isWellFormed() && text.length <= maxLength);
}

/** A body that the schema forbids. */
export function forbidden(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const members = Object.entries<Schema>(schema.properties ?? {});
  const sound = allowed(schema, known) as fc.Arbitrary<object>;
  const strange = fc.constantFrom<unknown>({}, [[]], 1.5, 'x'.repeat(20_000), '\u0000', '\ud800', -1, true, null);
  const wrongMember = fc
    .tuple(sound, fc.constantFrom('', '__proto__', 'constructor', 'zz', 'is_admin'), strange)
    .map(([body, name, value]) =>
      JSON.parse(
        `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`.replace('{,', '{'),
      ),
    );
  const wrongWhole = fc.constantFrom<unknown>(null, [], 'x', 1, true);
  if (members.length === 0) return fc.oneof(wrongMember, wrongWhole);
  const wrongType = fc
    .tuple(sound, fc.constantFrom(...members))
    .map(([body, [name, of]]) => ({ ...body, [name]: notOf(of) }));
  return fc.oneof(wrongMember, wrongType, wrongWhole);
}

/** Of a type that the schema does not have. */
function notOf({ type }: Schema): unknown {
  const types: readonly string[] = Array.isArray(type) ? type : [type];
  const others = { string: 'text', integer: 1, boolean: true, array: [], object: {} };
  return Object.entries(others).find(([name]) => !types.includes(name))?.[1];
}
