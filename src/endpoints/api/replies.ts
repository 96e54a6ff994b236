/** How the management API answers: JSON with what a change needs, or a problem of RFC 9457. */
import type { Reply, Request } from '../../http/route.ts';
import {
  API_PROBLEMS,
  type ApiProblemName,
  PROBLEM_TYPE,
  problemBody,
  type RequestFault,
} from '../../protocol/api/problem.ts';
import { type Result, refuse } from '../../protocol/result.ts';

export interface ApiProblem {
  readonly name: ApiProblemName;
  readonly detail?: string | undefined;
  readonly errors?: readonly RequestFault[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

interface ApiAnswer {
  /** Undefined where there is no body. */
  readonly body?: unknown;
  readonly tag?: string | undefined;
  readonly location?: string | undefined;
}

export type Answered = Result<ApiAnswer, ApiProblem>;

/** Scripts on pages of other origins may read these (SPEC D23). */
const EXPOSED = {
  'Access-Control-Expose-Headers': 'ETag, Idempotent-Replayed, Location, Retry-After, WWW-Authenticate',
};

const JSON_TYPE = 'application/json; charset=utf-8';

export function answerReply(status: number, { body, tag, location }: ApiAnswer, client: string): Reply {
  const headers: Record<string, string> = {
    ...EXPOSED,
    Vary: 'Authorization',
    ...(tag === undefined ? {} : { ETag: tag }),
    ...(location === undefined ? {} : { Location: location }),
  };
  if (body === undefined) return { status, headers, client };
  return { status, headers: { ...headers, 'Content-Type': JSON_TYPE }, body: JSON.stringify(body), client };
}

export function replayReply(
  { status, location, answer }: { readonly status: number; readonly location: string; readonly answer: string },
  client: string,
): Reply {
  const headers = { ...EXPOSED, 'Content-Type': JSON_TYPE, Location: location, 'Idempotent-Replayed': 'true' };
  return { status, headers, body: answer, client };
}

export function problemReply(
  { name, detail, errors, headers }: ApiProblem,
  { traceId }: Pick<Request, 'traceId'>,
): Reply {
  return {
    status: API_PROBLEMS[name].status,
    headers: { ...EXPOSED, 'Content-Type': PROBLEM_TYPE, ...headers },
    body: JSON.stringify(problemBody(name, { detail, errors, traceId })),
  };
}

export function problem(name: ApiProblemName, detail?: string): Result<never, ApiProblem> {
  return refuse({ name, detail });
}

/** What a header says cannot be read; its name is told apart. */
export function unreadableHeader(header: string, detail: string): Result<never, ApiProblem> {
  return refuse({ name: 'malformed-request', detail, errors: [{ header, detail }] });
}

/** More than a form of ours can have; a body of nothing but mistakes is not answered with sixteen times as much. */
const MOST_ERRORS = 200;

export function invalid(errors: readonly RequestFault[]): Result<never, ApiProblem> {
  return refuse({ name: 'invalid', errors: errors.slice(0, MOST_ERRORS) });
}
