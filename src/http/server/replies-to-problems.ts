/** How a visit ends: with the door's reply, with a problem, or, where even that fails, with a bare sentence. */

import { type Diagnosis, diagnose, PROBLEM_STATUS, type Problem, RETRY_AFTER_SECONDS } from '../problem.ts';
import { send } from '../replying/send.ts';
import type { Reply } from '../request.ts';
import { depart, type Hall, type Visit } from './context.ts';

export function conclude(hall: Hall, visit: Visit, reply: Reply): void {
  const { res, kind } = visit;
  try {
    // A client that went away is owed nothing.
    if (!res.destroyed) send(res, reply, { set: hall.headerSets[kind], isDraining: hall.isDraining });
  } catch (error) {
    // Only a header that no answer may carry leads here, and nothing has been sent yet.
    report(hall, visit, error);
    tell(hall, visit, { problem: 'failed' });
  }
  depart(hall);
}

/** Ends a visit before its door was opened. */
export function turnAway(hall: Hall, visit: Visit, problem: Problem): void {
  tell(hall, visit, problem === 'overloaded' ? { problem, retryAfterSeconds: RETRY_AFTER_SECONDS } : { problem });
  depart(hall);
}

/** Ends a visit whose door threw. */
export function apologise(hall: Hall, visit: Visit, error: unknown): void {
  const diagnosis = diagnose(error);
  if (diagnosis.problem === 'failed') report(hall, visit, error);
  if (diagnosis.problem === 'unavailable') {
    hall.world.log.warn({ traceId: visit.request.traceId, err: error }, 'A request could not be served for now.');
  }
  tell(hall, visit, diagnosis);
  depart(hall);
}

function report(hall: Hall, { request }: Visit, error: unknown): void {
  hall.world.log.error({ traceId: request.traceId, err: error }, 'A request failed.');
}

function tell(hall: Hall, visit: Visit, diagnosis: Diagnosis): void {
  const { res, kind, request } = visit;
  if (res.destroyed) return;
  const { problem } = diagnosis;
  const status = PROBLEM_STATUS[problem];
  const headers = problemHeaders(visit, diagnosis);
  // What is missing today may be there tomorrow, so a problem never carries the long memory of an asset.
  const manner = { set: hall.headerSets[kind === 'asset' ? 'page' : kind], isDraining: hall.isDraining };
  const look = kind === 'page' || kind === 'asset' ? hall.answers.page : hall.answers.json;
  try {
    const reply = look(status, problem, request);
    send(res, { ...reply, headers: { ...reply.headers, ...headers } }, manner);
  } catch (error) {
    report(hall, visit, error);
    const body = `${problem} (${request.traceId})\n`;
    send(res, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body }, manner);
  }
}

function problemHeaders({ allow }: Visit, { problem, retryAfterSeconds }: Diagnosis): Record<string, string> {
  if (problem === 'method_not_allowed') return { Allow: allow };
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
}
