/** Proves that programs which generators make of the description understand what the service says. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Description, Schema } from '../../support/described-requests.ts';
import { json, send } from '../../support/http-client.ts';
import { startService } from '../../support/service.ts';

let description: Description;

before(async () => {
  const service = await startService({ database: 'sqlite' });
  description = json(await send(`${service.url}/openapi.json`)) as unknown as Description;
});

test('the place of a fault is described without a choice of schemas, of which generators keep no member', () => {
  const { Problem } = description.components.schemas;
  const check = new Ajv2020({ strict: false }).compile(Problem?.properties.errors.items);
  const detail = 'Is missing.';

  for (const place of [{ pointer: '/name' }, { parameter: 'limit' }, { header: 'If-Match' }])
    assert.ok(check({ ...place, detail }), JSON.stringify(place));
  assert.ok(!check({ pointer: '/name' }));
  const choices = [...schemasOf(description)].filter((schema) => 'oneOf' in schema || 'anyOf' in schema);
  assert.deepEqual(choices, []);
});

test('what later versions add to answers is no fault of them, and a request has no members but those described', () => {
  const operations = Object.values(description.paths).flatMap((item) => Object.values(item));
  const bodies = operations.flatMap(({ requestBody }) => requestBody?.content['application/json'].schema ?? []);
  const answers = [description.components.schemas, operations.map(({ responses }) => responses)];
  const closed = [...schemasOf(answers)].filter((schema) => schema.additionalProperties === false);
  const { Event, Webhook, Problem } = description.components.schemas;

  assert.deepEqual(closed, []);
  for (const body of bodies) assert.equal(body.additionalProperties, false);
  for (const { enum: only, examples } of [
    Event?.properties.kind,
    Webhook?.properties.groups.items,
    Problem?.properties.type,
  ]) {
    assert.equal(only, undefined);
    assert.ok(examples.length > 10);
  }
});

test('no schema is named as a client in Go names what makes another', () => {
  const names = Object.keys(description.components.schemas);

  assert.deepEqual(
    names.filter((name) => names.some((other) => `New${other}` === name)),
    [],
  );
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
});

test('a number that needs more than 32 bits says so, since clients in Go do not compile with a bound beyond its type', () => {
  const wide = [...schemasOf(description)].filter(({ maximum }) => maximum > 2 ** 31 - 1);

  assert.ok(wide.length > 0);
  for (const schema of wide) assert.equal(schema.format, 'int64', JSON.stringify(schema));
});

test('a number that an answer tells as text is asked for as text', () => {
  const { schemas } = description.components;
  const parameters = Object.values(description.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ parameters: of = [] }) => of);
  const typesOf = (name: string) => [
    ...new Set(parameters.filter((each) => each.name === name).map(({ schema }) => schema.type)),
  ];

  const told = [
    ['secret_id', schemas.Secret?.properties.id],
    ['webhook_id', schemas.Webhook?.properties.id],
    ['delivery_id', schemas.Delivery?.properties.id],
    ['session', schemas.Session?.properties.id],
    ['after', schemas.Event?.properties.id],
    ['client_id', schemas.Application?.properties.client_id],
    ['id', schemas.Person?.properties.id],
    ['owner', schemas.Application?.properties.owner],
  ] as const;
  for (const [name, { type }] of told) assert.deepEqual(typesOf(name), [type], name);
});

/** Every object of it, schemas among them. */
function* schemasOf(value: unknown): Generator<Schema> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const member of Object.values(value)) yield* schemasOf(member);
}
