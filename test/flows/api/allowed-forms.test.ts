/** Proves that no request is refused for its form that the description allows: queries and headers at their bounds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { DescribedOperation, Description, Schema } from '../../support/described-requests.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import { json, send } from '../../support/http-client.ts';
import { type ManagementStage, managementStage } from '../../support/management.ts';

const on = eachDatabase(managementStage);
const RUNS = 15;

type Parameter = NonNullable<DescribedOperation['parameters']>[number];

test(
  'a query that the description allows is answered, whatever characters it has and however often a parameter is given',
  on(async ({ service, all }) => {
    for (const [path, method, parameters] of await operationsOf(service)) {
      // Which cursors there are, and that the first moment is not behind the last, no schema can say.
      const own = parameters.filter(({ in: place, name }) => place === 'query' && !/^(cursor|until)$/.test(name));
      if (own.length === 0) continue;
      const ask = async (pairs: readonly (readonly [string, unknown])[]) => {
        const at = `${fill(path)}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
        const reply = await answered(() => all(method, at));
        assert.ok(reply.status === 200 || reply.status === 404, `${method} ${at}: ${reply.answer.body}`);
      };
      const values = own.map(({ name, schema }) =>
        listOf(schema).map((list) => list.map((one) => [name, one] as const)),
      );
      await fc.assert(
        fc.asyncProperty(fc.tuple(...values), (lists) => ask(lists.flat())),
        { numRuns: RUNS },
      );
      await ask(own.flatMap(({ name, schema }) => mostOf(schema).map((one) => [name, one] as const)));
    }
  }),
);

test(
  'a header that the description allows is never called unreadable',
  on(async ({ service, all }) => {
    for (const [path, method, parameters] of await operationsOf(service)) {
      for (const { name, schema } of parameters.filter(({ in: place }) => place === 'header')) {
        const ask = async (value: string) => {
          const headers = { 'if-match': '*', [name]: value };
          const reply = await answered(() => all(method, fill(path), { body: {}, headers }));
          assert.notEqual(reply.status, 400, `${method} ${path} ${name}: ${value}: ${reply.answer.body}`);
        };
        await fc.assert(fc.asyncProperty(textOf(schema), ask), { numRuns: RUNS });
      }
    }
  }),
);

/** What is too much for a busy machine at this moment says nothing of the form of a request. */
async function answered<Reply extends { readonly status: number }>(ask: () => Promise<Reply>): Promise<Reply> {
  let reply = await ask();
  if (reply.status === 503)
    await eventually('the service answers', async () => {
      reply = await ask();
      return reply.status !== 503;
    });
  return reply;
}

async function operationsOf({ url }: ManagementStage['service']): Promise<[string, string, readonly Parameter[]][]> {
  const description = json(await send(`${url}/openapi.json`)) as unknown as Description;
  return Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [] }]): [string, string, readonly Parameter[]] => [
      path,
      method.toUpperCase(),
      parameters,
    ]),
  );
}

/** Nothing has these names: what is asked is how the rest is read. */
function fill(path: string): string {
  return path
    .replace('{session}', 'A'.repeat(43))
    .replace('{delivery_id}', '1.1')
    .replace(/\{\w+\}/g, '1');
}

/** Some values of a parameter: as many as it takes. */
function listOf(schema: Schema): fc.Arbitrary<readonly unknown[]> {
  if (schema.type !== 'array') return fc.array(valueFor(schema), { maxLength: 1 });
  return fc.array(valueFor(schema.items), { maxLength: schema.maxItems, size: 'max' });
}

function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum, max: schema.maximum });
  return schema.format === 'date-time'
    ? fc.constantFrom('1096-02-29T23:59:59Z', '9999-12-31T00:00:00.5-12:00')
    : textOf(schema);
}

/** Any characters that the pattern has, control characters and those outside the first plane too. */
function textOf({ pattern = '^.*$', minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const fits = new RegExp(pattern, 'u');
  const plain = fc
    .string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 30) })
    .map((text) => text.slice(0, maxLength));
  const made = fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength, 200) });
  return fc
    .oneof(made, plain)
    .filter((text) => fits.test(text) && text.isWellFormed() && text.length >= minLength && text.length <= maxLength);
}

/** The most that it takes. */
function mostOf({
  type,
  items,
  maxItems,
  maximum,
  maxLength,
  pattern,
  format,
  enum: names,
}: Schema): readonly unknown[] {
  if (type === 'array') return Array.from({ length: maxItems }, (_, index) => items.enum[index % items.enum.length]);
  if (names) return [names.at(-1)];
  if (type === 'integer') return [maximum];
  if (format === 'date-time') return ['2026-01-01T00:00:00Z'];
  return [new RegExp(pattern, 'u').test('😀') ? '😀'.repeat(maxLength) : '9'.repeat(maxLength)];
}

test(
  'what no rule of the service can take is outside the description too',
  on(async ({ service, all, ada }) => {
    const description = json(await send(`${service.url}/openapi.json`)) as unknown as Description;
    const person = { nickname: 'grace', email: 'grace@example.org' };
    const application = { owner: ada.id, name: 'Notes', redirect_uris: ['https://notes.example/cb'] };
    const cases: readonly (readonly [path: string, body: object])[] = [
      ['/people', { ...person, nickname: 'g' }],
      ['/people', { ...person, password: 'lighthouses' }],
      ['/people/{id}/password', { password: 'lighthouses' }],
      ['/applications', { ...application, scopes: [] }],
      ['/applications', { ...application, scopes: [''] }],
      ['/resources', { identifier: 'https://notes.example/', name: 'Notes', scopes: [''] }],
      ['/webhooks', { url: 'https://notes.example/', groups: [] }],
    ];

    for (const [path, body] of cases) {
      const schema = description.paths[path]?.post?.requestBody?.content['application/json'].schema ?? {};
      const refused = await all('POST', path.replace('{id}', String(ada.id)), { body, headers: { 'if-match': '*' } });
      assert.equal(refused.status, 422, `${path} ${JSON.stringify(body)}: ${refused.answer.body}`);
      assert.equal(new Ajv2020({ strict: false, validateFormats: false }).validate(schema, body), false, path);
    }
  }),
);
