/** Proves that the management API is as it describes itself: the description is valid, and every operation keeps to it. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { OPERATIONS } from '../../../src/endpoints/api/operations.ts';
import { PASSWORD } from '../../support/actors.ts';
import {
  allowed,
  type DescribedAnswer,
  type DescribedOperation,
  type Description,
  forbidden,
  type Schema,
} from '../../support/described-requests.ts';
import { json, send } from '../../support/http-client.ts';
import {
  type ApiReply,
  adminToken,
  apiOf,
  assertOk,
  type ManagementStage,
  managementStage,
} from '../../support/management.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let stage: ManagementStage;
let description: Description;
/** A token that may be described. */
let described: string;
const RUNS = 6;
const ajv = new Ajv2020({ strict: false, validateFormats: false });

before(async () => {
  const env = { LATCHKEY_APPLICATION_APPROVAL: 'new', LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' };
  service = await startService({ database: 'sqlite', env });
  stage = await managementStage(service);
  described = await adminToken(service, stage.robot);
  const answer = await send(`${service.url}/openapi.json`);
  assert.equal(answer.headers['access-control-allow-origin'], '*');
  const cached = await send(`${service.url}/openapi.json`, { headers: { 'if-none-match': answer.headers.etag ?? '' } });
  assert.equal(cached.status, 304);
  description = json(answer) as unknown as Description;
});

test('the description is OpenAPI 3.1 and names every operation of the table', async () => {
  const outcome = await new Validator().validate(structuredClone(description) as unknown as Record<string, unknown>);
  const named = Object.values(description.paths).flatMap((item) => Object.values(item).map((each) => each.operationId));

  assert.deepEqual(outcome.errors ?? [], []);
  assert.equal(outcome.valid, true);
  assert.deepEqual(named.sort(), OPERATIONS.map(({ id }) => id).sort());
  assert.equal(new Set(named).size, named.length);
  const used = new Set(JSON.stringify(description.paths).match(/#\/components\/responses\/\w+/g));
  const answers = Object.keys(description.components.responses).map((name) => `#/components/responses/${name}`);
  assert.deepEqual(
    answers.filter((each) => !used.has(each)),
    [],
  );
  for (const status of [429, 503])
    assert.ok(description.components.responses[`Problem${status}`]?.headers?.['Retry-After'], `${status}`);
});

test('without a token every operation answers 401, and with one of too little scope 403', async () => {
  for (const [path, method, operation] of each()) {
    const nobody = await apiOf(service, null)(method, fill(path), { body: {} });
    assert.equal(nobody.status, 401, `${method} ${path}`);
    assert.match(nobody.headers['www-authenticate'] ?? '', /^Bearer /);
    checked(nobody, operation);
    if (operation['x-needs'] === 'own') continue;
    const developer = await stage.own(method, fill(path), { body: {} });
    assert.equal(developer.status, 403, `${method} ${path}`);
    assert.match(developer.headers['www-authenticate'] ?? '', /scope="admin"/);
  }
});

test('what the description allows is answered as it says, with 2xx where the service has no rule of its own against it', async () => {
  const succeeded = new Set<string>();
  for (const [path, method, operation] of each()) {
    const run = async (body: unknown, query: Record<string, unknown>, key: string) => {
      const subject = await subjectOf(path);
      const part = await partOf(path, subject);
      const at = fill(path, subject, part) + queryOf(query);
      const headers = { 'if-match': '*', 'idempotency-key': key };
      const reply = await stage.all(method, at, { ...(body === undefined ? {} : { body }), headers });
      assert.ok(reply.status < 500, `${method} ${at}: ${reply.answer.body}`);
      assert.ok(
        Object.hasOwn(operation.responses, String(reply.status)),
        `${method} ${at} answered ${reply.status}: ${reply.answer.body}`,
      );
      checked(reply, operation);
      if (reply.status < 300) succeeded.add(operation.operationId);
      if (path.startsWith('/applications/'))
        await stage.all('DELETE', fill('/applications/{client_id}', subject), { headers });
      const [, made = part] = reply.headers.location?.split('/webhooks/') ?? [];
      if (path.startsWith('/webhooks')) await stage.all('DELETE', `/webhooks/${made}`, { headers });
    };
    await fc.assert(fc.asyncProperty(bodiesOf(operation), queriesOf(operation), fc.uuid(), run), { numRuns: RUNS });
  }

  assert.deepEqual(
    OPERATIONS.map(({ id }) => id).filter((id) => !succeeded.has(id)),
    // A minute after an attempt: deliveries.test.ts moves the clock.
    ['redeliverApplicationWebhookDelivery', 'redeliverWebhookDelivery'],
  );
});

test('what the description forbids is refused as a problem of RFC 9457, and never breaks anything', async () => {
  for (const [path, method, operation] of each()) {
    const schema = operation.requestBody?.content['application/json'].schema;
    const at = fill(path);
    const strange = await stage.all(method, `${at}?surely_not_here=1`, { body: {}, headers: { 'if-match': '*' } });
    assert.ok(strange.status >= 400 && strange.status < 500, `${method} ${at}: ${strange.status}`);
    checked(strange, operation);
    if (!schema) continue;
    const run = async (body: unknown) => {
      const reply = await stage.all(method, at, { body, headers: { 'if-match': '*' } });
      assert.equal(reply.status, 422, `${method} ${at} ${JSON.stringify(body)}: ${reply.answer.body}`);
      checked(reply, operation);
    };
    await fc.assert(fc.asyncProperty(forbidden(schema, KNOWN), run), { numRuns: 2 * RUNS });
  }
});

function* each(): Generator<readonly [path: string, method: string, operation: DescribedOperation]> {
  for (const [path, item] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(item)) yield [path, method.toUpperCase(), operation];
}

/** Values that the rules of the service take. */
const KNOWN = {
  name: fc.constantFrom('Inkwell', 'Paper trail', 'Margin notes'),
  redirect_uris: fc.constant(['https://app.example.com/cb']),
  homepage_url: fc.constantFrom('', 'https://app.example.com/'),
  logo_url: fc.constantFrom('', 'https://app.example.com/logo.png'),
  policy_url: fc.constantFrom('', 'https://app.example.com/policy'),
  terms_url: fc.constantFrom('', 'https://app.example.com/terms'),
  picture_url: fc.constant(''),
  website: fc.constantFrom('', 'https://ada.example/'),
  locale: fc.constantFrom('', 'en', 'ru'),
  scopes: fc.constantFrom(['profile'], ['profile', 'email']),
  required_scopes: fc.constant(['profile']),
  identifier: fc.nat().map((number) => `https://api.example/${number}`),
  nickname: fc.nat().map((number) => `reader${number}`),
  email: fc.nat().map((number) => `reader${number}@example.org`),
  password: fc.constant('a lantern over the harbour'),
  url: fc.nat().map((number) => `http://127.0.0.1:9/${number}`),
  groups: fc.constantFrom(['consent'], ['application', 'token']),
  reason: fc.constantFrom('It sends spam.', 'As its owner asked.'),
};

function bodiesOf(operation: DescribedOperation): fc.Arbitrary<unknown> {
  const schema = operation.requestBody?.content['application/json'].schema;
  const known = { ...KNOWN, owner: fc.constant(stage?.ada.id), token: fc.constant(described) };
  return schema ? allowed(schema, known) : fc.constant(undefined);
}

function queriesOf(operation: DescribedOperation): fc.Arbitrary<Record<string, unknown>> {
  const parameters = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.name !== 'cursor');
  const values = Object.fromEntries(parameters.map(({ name, schema }) => [name, allowed(schema, {}, name)]));
  return fc.record(values, { requiredKeys: [] });
}

function queryOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

let people = 0;

/** What the operation is about, in the state that it needs: a new one, since operations end what they are about. */
async function subjectOf(path: string): Promise<string> {
  const { all } = stage;
  if (path.startsWith('/applications/')) {
    const wish = { name: 'Subject', owner: stage.ada.id, redirect_uris: ['https://app.example.com/cb'] };
    const waits = /\/(approve|decline|request-approval)$/.test(path);
    const { owner: _, ...own } = wish;
    const made = waits
      ? await stage.own('POST', '/applications', { body: own })
      : await all('POST', '/applications', { body: wish });
    const { client_id } = assertOk(made, 201).body;
    const headers = { 'if-match': '*' };
    if (path.endsWith('/request-approval'))
      await all('POST', fill('/applications/{client_id}/decline', client_id), { body: { reason: 'Why?' }, headers });
    if (path.endsWith('/resume'))
      await all('POST', fill('/applications/{client_id}/suspend', client_id), { body: { reason: 'Spam.' } });
    return client_id;
  }
  people += 1;
  if (path.startsWith('/resources/')) {
    const wish = { identifier: `https://subject.example/${people}`, name: 'Subject', scopes: ['profile'] };
    return assertOk(await all('POST', '/resources', { body: wish }), 201).body.client_id;
  }
  if (!path.startsWith('/people/')) return '';
  const wish = { nickname: `subject${people}`, email: `subject${people}@example.org`, password: PASSWORD };
  const { id } = assertOk(await all('POST', '/people', { body: wish }), 201).body;
  if (path.endsWith('/enable')) await all('POST', `/people/${id}/disable`, { body: {} });
  return String(id);
}

/** A webhook in the state that the operation needs, or a second secret; only where it is about one. */
async function partOf(path: string, subject: string): Promise<string> {
  if (path.includes('{secret_id}'))
    return assertOk(await stage.all('POST', fill('/applications/{client_id}/secrets', subject)), 201).body.id;
  if (!path.includes('{webhook_id}')) return '1';
  const list = fill(path.split('/{webhook_id}')[0] ?? '', subject);
  const body = { url: 'http://127.0.0.1:9/hook', groups: ['consent'] };
  const { id } = assertOk(await stage.all('POST', list, { body }), 201).body;
  if (path.endsWith('/enable')) await stage.all('POST', `${list}/${id}/disable`);
  return id;
}

function fill(path: string, subject = '1', part = '1'): string {
  const values: Record<string, string> = {
    ...{ client_id: subject, secret_id: part, id: subject, session: 'A'.repeat(43), webhook_id: part },
    delivery_id: '1.1',
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The answer has the form that the description gives it. */
function checked(reply: ApiReply, operation: DescribedOperation): void {
  const answer = operation.responses[String(reply.status)];
  assert.ok(answer, `${operation.operationId} does not describe ${reply.status}: ${reply.answer.body}`);
  assertHeaders(reply, answer);
  if (reply.status === 204) return;
  if (reply.status >= 400) {
    assert.equal(reply.headers['content-type'], 'application/problem+json');
    validate({ $ref: '#/components/schemas/Problem' }, reply.body);
    assert.ok(description.components.schemas.Problem?.properties.type.examples.includes(reply.body.type));
    for (const { detail: _, ...place } of reply.body.errors ?? [])
      assert.ok(/^(pointer|parameter|header)$/.test(Object.keys(place).join()), JSON.stringify(place));
    return;
  }
  validate(answer.content?.['application/json']?.schema ?? {}, reply.body);
}

/** What a program acts upon beside the body is described where it is sent. */
function assertHeaders({ status, headers }: ApiReply, { $ref, headers: own = {} }: DescribedAnswer): void {
  const described =
    $ref === undefined ? own : (description.components.responses[$ref.split('/').at(-1) ?? '']?.headers ?? {});
  const names = Object.keys(described).map((name) => name.toLowerCase());
  for (const name of ['etag', 'location', 'idempotent-replayed', 'retry-after', 'www-authenticate'])
    assert.ok(!Object.hasOwn(headers, name) || names.includes(name), `${status} has ${name}, which is not described`);
}

/** The description lets later versions tell more; this one tells nothing that is not described. */
function closed(schema: unknown): Schema {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema as Schema;
  const members = Object.entries(schema).map(([name, value]) => [name, closed(value)]);
  return { ...Object.fromEntries(members), ...('properties' in schema ? { additionalProperties: false } : {}) };
}

/** Each is compiled once: that takes longer than an answer. */
const checks = new Map<string, ValidateFunction>();

function validate(schema: Schema, value: unknown): void {
  const key = JSON.stringify(schema);
  const check = checks.get(key) ?? ajv.compile(closed({ ...schema, components: description.components }));
  checks.set(key, check);
  assert.ok(check(value), `${ajv.errorsText(check.errors)}: ${JSON.stringify(value)}`);
}
