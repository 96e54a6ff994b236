/** Problems of the management API (RFC 9457): each with a stable type, its status, and what the caller can do about it. */

interface ProblemTerms {
  readonly status: number;
  readonly title: string;
  /** What to do. */
  readonly help: string;
}

export const API_PROBLEMS = {
  'malformed-request': {
    status: 400,
    title: 'The request could not be read.',
    help: 'Send JSON as RFC 8259 has it, in UTF-8, and each query parameter once; `detail` says what was wrong.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid access token is needed.',
    help: 'Get a token at /oauth/token and send it as "Authorization: Bearer …".',
  },
  'insufficient-scope': {
    status: 403,
    title: 'The token does not allow this.',
    help: 'Ask for the scope that WWW-Authenticate names. Only applications that an administrator has given the right may have tokens with the scope admin.',
  },
  'registration-forbidden': {
    status: 403,
    title: 'This account may not register applications.',
    help: 'An administrator can mark the person as a developer, or register the application for the person.',
  },
  'not-found': {
    status: 404,
    title: 'There is no such thing, or it is not yours.',
    help: 'Check the address. What belongs to others looks as if it did not exist.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not answer this method.',
    help: 'Use a method that the Allow header names.',
  },
  conflict: {
    status: 409,
    title: 'The present state does not allow this.',
    help: '`detail` says what is in the way.',
  },
  stale: {
    status: 412,
    title: 'It has changed since you read it.',
    help: 'Read it again, decide again, and send the new ETag in If-Match.',
  },
  'body-too-large': { status: 413, title: 'The body is too large.', help: 'Send less than `detail` says.' },
  'address-too-long': { status: 414, title: 'The address is too long.', help: 'Send fewer or shorter parameters.' },
  'unsupported-media-type': {
    status: 415,
    title: 'The body has to be JSON.',
    help: 'Send "Content-Type: application/json".',
  },
  invalid: {
    status: 422,
    title: 'Something in the request is not acceptable.',
    help: 'Mend every entry of `errors`; each names the place and the reason.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'This Idempotency-Key was used for another request.',
    help: 'Use a new key for each thing that shall be created.',
  },
  'precondition-required': {
    status: 428,
    title: 'A change needs If-Match.',
    help: 'Read it, and send its ETag in If-Match, so that no change of somebody else is overwritten.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests.',
    help: 'Wait as many seconds as Retry-After says.',
  },
  failed: {
    status: 500,
    title: 'Something broke on our side.',
    help: 'Try again; if it happens again, tell the operator the trace_id.',
  },
  unavailable: {
    status: 503,
    title: 'The service cannot answer at the moment.',
    help: 'Wait as many seconds as Retry-After says, and send the request again.',
  },
} as const satisfies Readonly<Record<string, ProblemTerms>>;

export type ApiProblemName = keyof typeof API_PROBLEMS;

export const PROBLEM_TYPE = 'application/problem+json';

export function problemUri(name: ApiProblemName): string {
  return `urn:latchkey:problem:${name}`;
}

/** Where a request is wrong, and why: in its body by a JSON pointer (RFC 6901), else by the name of what carries it. */
export type RequestFault = { readonly detail: string } & (
  | { readonly pointer: string }
  | { readonly parameter: string }
  | { readonly header: string }
);

interface Told {
  readonly detail?: string | undefined;
  readonly errors?: readonly RequestFault[] | undefined;
  readonly traceId: string;
}

export function problemBody(
  name: ApiProblemName,
  { detail, errors, traceId }: Told,
): Readonly<Record<string, unknown>> {
  const { status, title, help } = API_PROBLEMS[name];
  return {
    type: problemUri(name),
    title,
    status,
    ...(detail === undefined ? {} : { detail }),
    help,
    ...(errors === undefined ? {} : { errors }),
    trace_id: traceId,
  };
}
