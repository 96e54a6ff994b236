/** What the table of the management API says about one operation: enough to parse its requests and to describe it. */
import type { ApiProblemName } from './problem.ts';
import type { Shape } from './shape.ts';

/**
 * `own`: a token with the scope `applications`, for what belongs to its account; or one with `admin`, for everything.
 * `all`: one with `admin` alone.
 */
export type ApiNeed = 'own' | 'all';

/** What operations are about: they are described and documented by these. */
type ApiTag =
  | 'applications'
  | 'secrets'
  | 'scopes'
  | 'resources'
  | 'people'
  | 'sessions'
  | 'consents'
  | 'tokens'
  | 'webhooks'
  | 'events';

interface DescribedAnswer {
  readonly status: 200 | 201 | 204;
  readonly says: string;
  /** Null where there is no body. */
  readonly shape: Shape<unknown> | null;
  /** It carries the ETag that a change needs. */
  readonly hasTag?: true;
  /** It says where what was created is. */
  readonly hasLocation?: true;
}

type Shapes = Readonly<Record<string, Shape<unknown>>>;

export interface DescribedOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As OpenAPI writes it: `/applications/{client_id}`, below the base of the API. */
  readonly path: string;
  readonly tag: ApiTag;
  readonly says: string;
  readonly explains?: string;
  readonly needs: ApiNeed;
  /** The named segments of the path. */
  readonly parameters: Shapes;
  readonly query: Shapes;
  readonly body: Shape<unknown> | null;
  /** Needs If-Match. */
  readonly isConditional: boolean;
  /** Takes an Idempotency-Key. */
  readonly isRepeatable: boolean;
  readonly answer: DescribedAnswer;
  /** Beside those that every operation can answer with. */
  readonly problems: readonly ApiProblemName[];
}

export const API_BASE = '/api/v1';

export const KEY_MOST_CHARACTERS = 255;

/** RFC 9110 §5.6.2 and a little more: what a header can carry without being quoted. */
export const KEY_PATTERN = '^[\\x21-\\x7e]{1,255}$';

/** What any request can be answered with, whatever it asks for. */
const ALWAYS: readonly ApiProblemName[] = [
  'malformed-request',
  'unauthorized',
  'insufficient-scope',
  // Unknown query parameters, wherever they are sent.
  'invalid',
  'too-many-requests',
  'failed',
  'unavailable',
];

export function problemsOf(operation: DescribedOperation): readonly ApiProblemName[] {
  const isNamed = Object.keys(operation.parameters).length > 0;
  const found: readonly (ApiProblemName | false)[] = [
    ...ALWAYS,
    isNamed && 'not-found',
    operation.body !== null && 'body-too-large',
    operation.body !== null && 'unsupported-media-type',
    operation.isConditional && 'stale',
    operation.isConditional && 'precondition-required',
    operation.isRepeatable && 'idempotency-key-reused',
    // What the key created was deleted since.
    operation.isRepeatable && 'conflict',
    ...operation.problems,
  ];
  return [...new Set(found.filter((name) => name !== false))];
}
