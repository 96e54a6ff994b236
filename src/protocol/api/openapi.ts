/** The OpenAPI 3.1 description of the management API, printed from the table that its requests are parsed with. */
import { API_BASE, type DescribedOperation, KEY_MOST_CHARACTERS, KEY_PATTERN, problemsOf } from './operation.ts';
import { TAGS_PATTERN } from './paging.ts';
import { API_PROBLEMS, type ApiProblemName, PROBLEM_TYPE, problemUri } from './problem.ts';
import type { Schema, Shape } from './shape.ts';

interface Service {
  readonly name: string;
  readonly url: string;
  readonly version: string;
}

export function describeApi(operations: readonly DescribedOperation[], service: Service): Schema {
  const paths = Map.groupBy(operations, ({ path }) => path);
  return {
    openapi: '3.1.1',
    info: {
      title: `${service.name}: management API`,
      version: service.version,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: service.url + API_BASE }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths: Object.fromEntries([...paths].map(([path, those]) => [path, pathItem(those)])),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token of this service.' },
      },
      schemas: { ...componentsOf(operations), Problem: PROBLEM },
      responses: Object.fromEntries(
        statusesOf(operations).map((status) => [`Problem${status}`, problemAnswer(status)]),
      ),
    },
  };
}

const INTRODUCTION =
  'Tokens with the scope `applications` manage the applications of their account. Applications that an administrator has given the right get tokens with the scope `admin` by the client-credentials grant, and manage everything. Lists are read page by page: go on with `next_cursor` while it is there. A change needs `If-Match` with the ETag of what was read. A creation with an `Idempotency-Key` happens once within a day; a repeated answer carries `Idempotent-Replayed: true` and no secret. Later versions may add members to answers, and know more kinds and groups of events and more types of problems: pass over what you do not know.';

const PROBLEM: Schema = {
  type: 'object',
  description: 'RFC 9457. `type` is stable; `help` says what to do.',
  required: ['type', 'title', 'status', 'help', 'trace_id'],
  properties: {
    // The table has these names as its keys.
    type: { type: 'string', examples: Object.keys(API_PROBLEMS).map((name) => problemUri(name as ApiProblemName)) },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    help: { type: 'string' },
    errors: {
      type: 'array',
      description: 'Each place that is wrong, as one of `pointer`, `parameter` and `header`, and why.',
      items: {
        type: 'object',
        required: ['detail'],
        properties: {
          pointer: {
            type: 'string',
            description: 'In the body, as RFC 6901 has it; empty for the whole.',
            pattern: '^(?:/(?:[^~/]|~[01])*)*$',
          },
          parameter: { type: 'string', description: 'The name of a query parameter.' },
          header: { type: 'string', description: 'The name of a header.' },
          detail: { type: 'string' },
        },
      },
    },
    trace_id: { type: 'string' },
  },
};

function componentsOf(operations: readonly DescribedOperation[]): Schema {
  const asked = operations.flatMap(({ parameters, query, body }): readonly (Shape<unknown> | null)[] => [
    ...Object.values(parameters),
    ...Object.values(query),
    body,
  ]);
  const told = operations.map(({ answer }) => open(answer.shape?.components));
  return Object.assign({}, ...asked.map((each) => each?.components), ...told);
}

/** Of answers: a client that was made of this description shall understand those of later versions, which have more members. */
function open(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(open);
  const members = Object.entries(schema).filter(([name]) => name !== 'additionalProperties');
  return Object.fromEntries(members.map(([name, value]) => [name, open(value)]));
}

function pathItem(operations: readonly DescribedOperation[]): Schema {
  return Object.fromEntries(operations.map((operation) => [operation.method.toLowerCase(), describe(operation)]));
}

function describe(operation: DescribedOperation): Schema {
  const { id, tag, says, explains, needs, body } = operation;
  const scope = needs === 'own' ? '`applications` or `admin`' : '`admin`';
  const parameters = [...parametersOf(operation), ...headersOf(operation)];
  return {
    operationId: id,
    tags: [tag],
    summary: says,
    description: `${explains === undefined ? '' : `${explains} `}Needs a token with the scope ${scope}.`,
    'x-needs': needs,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === null
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body.schema } } } }),
    responses: { ...answerOf(operation), ...problemAnswers(operation) },
  };
}

function parametersOf({ parameters, query }: DescribedOperation): readonly Schema[] {
  const inPath = Object.entries(parameters).map(([name, { schema }]) => ({ name, in: 'path', required: true, schema }));
  const inQuery = Object.entries(query).map(([name, { schema }]) => ({ name, in: 'query', schema }));
  return [...inPath, ...inQuery];
}

function headersOf({ isConditional, isRepeatable }: DescribedOperation): readonly Schema[] {
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The ETag of what was read, with its quotation marks; 428 without it, 412 where it has changed since.',
    schema: { type: 'string', pattern: TAGS_PATTERN },
  };
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A name of this request, chosen by the caller. The same request with the same key happens once.',
    schema: { type: 'string', pattern: KEY_PATTERN, maxLength: KEY_MOST_CHARACTERS },
  };
  return [...(isConditional ? [ifMatch] : []), ...(isRepeatable ? [key] : [])];
}

function answerOf({ answer, isRepeatable }: DescribedOperation): Schema {
  const { status, says, shape, hasTag, hasLocation } = answer;
  const headers = {
    ...(hasTag ? { ETag: header('For If-Match.') } : {}),
    ...(hasLocation ? { Location: header('Where it is.') } : {}),
    ...(isRepeatable ? { 'Idempotent-Replayed': header('true where this is the answer to an earlier request.') } : {}),
  };
  const content = shape === null ? {} : { content: { 'application/json': { schema: open(shape.schema) } } };
  return { [status]: { description: says, ...(Object.keys(headers).length > 0 ? { headers } : {}), ...content } };
}

function header(description: string): Schema {
  return { description, schema: { type: 'string' } };
}

function problemAnswers(operation: DescribedOperation): Schema {
  const refer = (status: number) => [status, { $ref: `#/components/responses/Problem${status}` }];
  return Object.fromEntries(statusesOf([operation]).map(refer));
}

function statusesOf(operations: readonly DescribedOperation[]): readonly number[] {
  const statuses = new Set(operations.flatMap(problemsOf).map((name) => API_PROBLEMS[name].status));
  return [...statuses].sort((one, other) => one - other);
}

const CHALLENGE = { 'WWW-Authenticate': header('The challenge of RFC 6750, with the scope that is missing.') };
const WAIT = { 'Retry-After': { description: 'In how many seconds to try again.', schema: { type: 'integer' } } };
const PROBLEM_HEADERS: Readonly<Record<number, Schema>> = { 401: CHALLENGE, 403: CHALLENGE, 429: WAIT, 503: WAIT };

function problemAnswer(status: number): Schema {
  const titles = Object.values(API_PROBLEMS).filter((problem) => problem.status === status);
  return {
    description: titles.map(({ title }) => title).join(' '),
    ...(Object.hasOwn(PROBLEM_HEADERS, status) ? { headers: PROBLEM_HEADERS[status] } : {}),
    content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}
