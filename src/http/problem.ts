/** What can go wrong before, around or inside a handler, and how each is answered. */
import { NotNow } from '../protocol/not-now.ts';
import type { Reply, Request } from './route.ts';

export type Problem =
  | {
      readonly name:
        | 'malformed_request'
        | 'not_found'
        | 'method_not_allowed'
        | 'url_too_long'
        | 'body_encoded'
        | 'failed';
    }
  /** The limit is that of the route which refused. */
  | { readonly name: 'body_too_large'; readonly limitBytes: number }
  | { readonly name: 'overloaded' | 'unavailable'; readonly retryAfterSeconds: number };

export type ProblemName = Problem['name'];

/** The answers to a problem: pages for people, JSON for programs. */
export interface ErrorAnswers {
  readonly page: (status: number, problem: Problem, request: Request) => Reply;
  readonly json: (status: number, problem: Problem, request: Request) => Reply;
  /**
   * The page for a browser that says it is signed in, which has to be looked up first; null for every other browser, and for
   * one that asks too often.
   */
  readonly placedPage?: (problem: Problem, request: Request) => Promise<Reply> | null;
}

export const PROBLEM_STATUS: Readonly<Record<ProblemName, number>> = {
  malformed_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  url_too_long: 414,
  body_encoded: 415,
  overloaded: 503,
  unavailable: 503,
  failed: 500,
};

/** Whatever else a handler throws is a defect. */
export function classifyFailure(error: unknown): Problem {
  if (!(error instanceof NotNow)) return { name: 'failed' };
  return { name: error.why, retryAfterSeconds: error.retryAfterSeconds };
}
