/** What can go wrong before, around or inside a door, and how each is told to the caller. */
import type { Reply, Request } from './request.ts';

export type Problem =
  | 'malformed_request'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'url_too_long'
  | 'overloaded'
  | 'unavailable'
  | 'failed';

/** The looks of a problem, given by the house: pages for people, JSON for programs. */
export interface ErrorAnswers {
  readonly page: (status: number, problem: Problem, request: Request) => Reply;
  readonly json: (status: number, problem: Problem, request: Request) => Reply;
}

export const PROBLEM_STATUS: Readonly<Record<Problem, number>> = {
  malformed_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  url_too_long: 414,
  overloaded: 503,
  unavailable: 503,
  failed: 500,
};

export const RETRY_AFTER_SECONDS = 1;

export interface Failure {
  readonly problem: Problem;
  readonly retryAfterSeconds?: number;
}

/** Two kinds of errors mean "not now" and are no defects. They are known by name, since several rooms define them. */
export function classifyFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { problem: 'failed' };
  if (error.name === 'Unavailable') return { problem: 'unavailable', retryAfterSeconds: RETRY_AFTER_SECONDS };
  if (error.name !== 'Overloaded') return { problem: 'failed' };
  const wished = 'retryAfterSeconds' in error ? Math.ceil(Number(error.retryAfterSeconds)) : Number.NaN;
  return { problem: 'overloaded', retryAfterSeconds: wished > 0 ? wished : RETRY_AFTER_SECONDS };
}
