/** How a visit ends: with the door's reply, with a problem, or, where even that fails, with a bare sentence. */
import { depart, type Hall, type Visit } from './hall.ts';
import { diagnose, PROBLEM_STATUS, type Problem, RETRY_AFTER_SECONDS } from './problem.ts';
import type { Reply } from './request.ts';
import { send } from './send.ts';

export function conclude(hall: Hall, visit: Visit, reply: Reply): void {
  const { res, kind } = visit;
  try {
    // A client that went away is owed nothing.
    if (!res.destroyed) send(res, hall.headerSets[kind], reply, hall.isDraining);
  } catch (error) {
    // Only a header that no answer may carry leads here, and nothing has been sent yet.
    report(hall, visit, error);
    tell(hall, visit, 'failed');
  }
  depart(hall);
}

/** Ends a visit before its door was opened. */
export function turnAway(hall: Hall, visit: Visit, problem: Problem, headers?: Reply['headers']): void {
  const isLater = problem === 'overloaded' || problem === 'unavailable';
  tell(hall, visit, problem, isLater ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : headers);
  depart(hall);
}

/** Ends a visit whose door threw. */
export function apologise(hall: Hall, visit: Visit, error: unknown): void {
  const { problem, retryAfterSeconds } = diagnose(error);
  if (problem === 'failed') report(hall, visit, error);
  if (problem === 'unavailable') {
    hall.world.log.warn({ traceId: visit.request.traceId, err: error }, 'A request could not be served for now.');
  }
  tell(hall, visit, problem, retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : undefined);
  depart(hall);
}

function report(hall: Hall, { request }: Visit, error: unknown): void {
  hall.world.log.error({ traceId: request.traceId, err: error }, 'A request failed.');
}

function tell(hall: Hall, visit: Visit, problem: Problem, headers?: Reply['headers']): void {
  const { res, kind, request } = visit;
  if (res.destroyed) return;
  const status = PROBLEM_STATUS[problem];
  const isForPeople = kind === 'page' || kind === 'asset';
  // What is missing today may be there tomorrow, so a problem never carries the long memory of an asset.
  const set = hall.headerSets[kind === 'asset' ? 'page' : kind];
  try {
    const reply = isForPeople
      ? hall.answers.page(status, problem, request)
      : hall.answers.json(status, problem, request);
    send(res, set, { ...reply, headers: { ...reply.headers, ...headers } }, hall.isDraining);
  } catch (error) {
    report(hall, visit, error);
    const body = `${problem} (${request.traceId})\n`;
    send(
      res,
      set,
      { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body },
      hall.isDraining,
    );
  }
}
