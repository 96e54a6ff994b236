/** How a request ends: with the handler's reply, with a problem, or, where even that fails, with a bare sentence. */
import { NotNow } from '../../protocol/not-now.ts';
import { classifyFailure, PROBLEM_STATUS, type Problem } from '../problem.ts';
import { send } from '../replying/send.ts';
import type { Reply } from '../route.ts';
import { closeRequest, type PendingRequest, type ServerContext } from './context.ts';
import { foreignNames } from './foreign-names.ts';
import { openStream } from './streams.ts';

export function sendReply(context: ServerContext, pending: PendingRequest, reply: Reply): void {
  const { res, kind } = pending;
  if (reply.stream && !res.destroyed && pending.request.method !== 'HEAD') {
    context.observer.note(pending, reply.status, reply);
    openStream(context, pending, reply, reply.stream);
    return;
  }
  try {
    // A client that went away is owed nothing.
    if (!res.destroyed) send(res, reply, { set: context.headerSets[kind], isDraining: context.isDraining });
    context.observer.note(pending, reply.status, reply);
  } catch (error) {
    // Only a header that no answer may carry leads here, and nothing has been sent yet.
    logFailure(context, pending, error);
    sendProblem(context, pending, { name: 'failed' });
  }
  closeRequest(context);
}

/** Ends a request before its handler ran. */
export function rejectEarly(context: ServerContext, pending: PendingRequest, problem: Problem): void {
  if (problem.name === 'overloaded') {
    context.world.metrics.countShed('slots');
    context.unserved.overloaded('All places for requests are taken.');
  }
  sendProblem(context, pending, problem);
  closeRequest(context);
}

/** Ends a request whose handler threw. */
export function replyToFailure(context: ServerContext, pending: PendingRequest, error: unknown): void {
  const problem = classifyFailure(error);
  if (problem.name === 'failed') logFailure(context, pending, error);
  if (problem.name === 'unavailable' || problem.name === 'overloaded') {
    if (error instanceof NotNow) context.world.metrics.countShed(error.shortage);
    context.unserved[problem.name](error instanceof Error ? error.message : String(error));
    context.world.log.debug({ ...namesOf(pending), err: error }, 'A request could not be served for now.');
  }
  sendProblem(context, pending, problem);
  closeRequest(context);
}

function logFailure(context: ServerContext, pending: PendingRequest, error: unknown): void {
  context.world.log.error({ ...namesOf(pending), err: error }, 'A request failed.');
}

function namesOf({ request }: PendingRequest): object {
  return { traceId: request.traceId, ...foreignNames(request) };
}

function sendProblem(context: ServerContext, pending: PendingRequest, problem: Problem): void {
  const { res, kind, request } = pending;
  const status = PROBLEM_STATUS[problem.name];
  context.observer.note(pending, status);
  if (res.destroyed) return;
  // What is missing today may be there tomorrow, so a problem never carries the long memory of an asset.
  const options = { set: context.headerSets[kind === 'asset' ? 'page' : kind], isDraining: context.isDraining };
  const look = kind === 'page' || kind === 'asset' ? context.answers.page : context.answers.json;
  try {
    const reply = look(status, problem, request);
    send(res, withProblemHeaders(pending, problem, reply), options);
  } catch (error) {
    logFailure(context, pending, error);
    const body = `${problem.name} (${request.traceId})\n`;
    const plain = { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body };
    send(res, withProblemHeaders(pending, problem, plain), options);
  }
}

/** The reply with what the standard asks for beside it: the methods that are served, the time to come back. */
export function withProblemHeaders(pending: PendingRequest, problem: Problem, reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, ...problemHeaders(pending, problem) } };
}

function problemHeaders({ allow }: PendingRequest, problem: Problem): Record<string, string> {
  if (problem.name === 'method_not_allowed') return { Allow: allow };
  // RFC 9110 §12.5.3: what would have been read.
  if (problem.name === 'body_encoded') return { 'Accept-Encoding': 'identity' };
  return 'retryAfterSeconds' in problem ? { 'Retry-After': String(problem.retryAfterSeconds) } : {};
}
