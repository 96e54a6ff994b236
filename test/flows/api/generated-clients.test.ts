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
  for (const wrong of [{ detail }, { pointer: '' }, { pointer: '/a', parameter: 'a', detail }, { place: '', detail }])
    assert.ok(!check(wrong), JSON.stringify(wrong));
  const choices = [...schemasOf(description)].filter((schema) => 'oneOf' in schema || 'anyOf' in schema);
  assert.deepEqual(choices, []);
});

/** Every object of it, schemas among them. */
function* schemasOf(value: unknown): Generator<Schema> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const member of Object.values(value)) yield* schemasOf(member);
}
