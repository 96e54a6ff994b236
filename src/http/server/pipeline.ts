/** The life of a request: target, route, method, body, slot, handler, answer (drawn in ARCHITECTURE.md). */
import type { ServerResponse } from 'node:http';
import { RETRY_AFTER_SECONDS } from '../../protocol/not-now.ts';
import { announcesBody, type BodyOutcome, isEncoded, readBody } from '../reading/body.ts';
import { checkTarget, framingFault, originFormOf } from '../reading/target.ts';
import { preflightHeaders } from '../replying/headers.ts';
import { bodyLimitOf, type Reply, type Route, USUAL_BODY_LIMIT_BYTES } from '../route.ts';
import type { Endpoint } from '../router.ts';
import {
  closeRequest,
  createContext,
  type ListenerOptions,
  openRequest,
  type PendingRequest,
  type ServerContext,
} from './context.ts';
import { rejectEarly, replyToFailure, sendReply, withProblemHeaders } from './replies-to-problems.ts';
import { isAdmitted, letInLater, releaseSlot, takeSlot } from './slots.ts';
import { endStreams } from './streams.ts';

export interface Listener {
  /** `expectsContinue`: the client waits for a "100 Continue" before it sends its body. */
  answer(res: ServerResponse, expectsContinue: boolean): void;
  /** From now on every answer asks its client to leave. */
  drain(): void;
  readonly isDraining: boolean;
  /** Resolves when every request that came in has been answered. */
  idle(): Promise<void>;
  /** How many requests are not answered yet, and how many of them run or wait for a slot. */
  readonly load: { readonly open: number; readonly running: number; readonly waiting: number };
}

export function createListener(options: ListenerOptions): Listener {
  const context = createContext(options);
  return {
    answer(res, expectsContinue) {
      // A response without a socket waits behind an earlier one of the same connection.
      if (res.socket !== null) beginInTurn(context, res, expectsContinue);
      else context.pipelined.wait(res, () => beginInTurn(context, res, expectsContinue));
    },
    drain() {
      context.isDraining = true;
      endStreams(context);
    },
    get isDraining() {
      return context.isDraining;
    },
    get load() {
      return { open: context.inFlight, running: context.running, waiting: context.queue.length };
    },
    idle() {
      if (context.inFlight > 0) return new Promise((resolve) => context.idleWaiters.push(resolve));
      context.observer.settle();
      return Promise.resolve();
    },
  };
}

function beginInTurn(context: ServerContext, res: ServerResponse, expectsContinue: boolean): void {
  const arrivedAt = performance.now();
  context.inFlight += 1;
  const begin = () => {
    if (res.destroyed) closeRequest(context);
    else beginRequest(context, res, { expectsContinue, arrivedAt });
  };
  // One that has a body begins for the others when it is there.
  if (announcesBody(res.req.headers)) context.turns.begin(begin);
  else beginTogether(context, begin);
}

/** Where every answer of the database takes a round trip, there is no look that requests could share. */
function beginTogether(context: ServerContext, begin: () => void): void {
  if (context.isEmbedded()) context.gathering.begin(begin);
  else context.turns.begin(begin);
}

function beginRequest(
  context: ServerContext,
  res: ServerResponse,
  arrival: { readonly expectsContinue: boolean; readonly arrivedAt: number },
): void {
  const unframed = framingFault(res.req);
  if (unframed !== undefined) {
    refuseFraming(context, res, unframed);
    return;
  }
  const { url: sent = '', rawHeaders } = res.req;
  const target = originFormOf(sent, context.ownAuthorities);
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const sound = checkTarget(target, rawHeaders);
  const found = sound.ok ? context.router.find(path) : undefined;
  const rawQuery = mark === -1 ? '' : target.slice(mark + 1);
  const pending = openRequest(context, res, { path, rawQuery, found, ...arrival });
  if (!sound.ok) rejectEarly(context, pending, { name: sound.refusal });
  else if (found === undefined) rejectUnserved(context, pending, 'not_found');
  else dispatchMethod(context, pending, found.endpoint);
}

/** Without a body, as whatever else is not HTTP; what comes behind it on the connection is not believed either. */
function refuseFraming(context: ServerContext, res: ServerResponse, status: number): void {
  res.writeHead(status, { Connection: 'close', 'Content-Length': '0' }).end();
  closeRequest(context);
}

function dispatchMethod(context: ServerContext, pending: PendingRequest, endpoint: Endpoint): void {
  const { get, post, kind, allow } = endpoint;
  const { method } = pending.request;
  if (get && (method === 'GET' || method === 'HEAD')) admitOrQueue(context, pending, get);
  else if (post && method === 'POST') readRequestBody(context, pending, post);
  else if (endpoint.patch && method === 'PATCH') readRequestBody(context, pending, endpoint.patch);
  else if (endpoint.delete && method === 'DELETE') readRequestBody(context, pending, endpoint.delete);
  else if (method !== 'OPTIONS' || kind !== 'open-api') rejectUnserved(context, pending, 'method_not_allowed');
  else sendReply(context, pending, { status: 204, headers: { Allow: allow, ...preflightHeaders(allow) } });
}

/**
 * Nothing answers at this address. Whoever may be signed in reads that among their places: it takes a slot, since the session
 * is looked up, and no queue, since the page does without.
 */
function rejectUnserved(
  context: ServerContext,
  pending: PendingRequest,
  name: 'not_found' | 'method_not_allowed',
): void {
  const { kind, request } = pending;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const mayAsk = kind === 'page' && isRead && context.running < context.mostRunning;
  const placed = mayAsk ? context.answers.placedPage?.({ name }, request) : null;
  if (!placed) rejectEarly(context, pending, { name });
  else
    runHandler(context, pending, {
      handler: () => placed.then((reply) => withProblemHeaders(pending, { name }, reply)),
    });
}

function readRequestBody(context: ServerContext, pending: PendingRequest, route: Route): void {
  const { req } = pending.res;
  const limitBytes = bodyLimitOf(route);
  // Without a length (RFC 9112 §7.1) it may become as long as the limit allows.
  const announced = Number(req.headers['content-length'] ?? limitBytes);
  if (!announcesBody(req.headers)) admitOrQueue(context, pending, route);
  else if (isEncoded(req.headers)) rejectEarly(context, pending, { name: 'body_encoded' });
  else if (announced > limitBytes) rejectEarly(context, pending, { name: 'body_too_large', limitBytes });
  else if (route.admit && announced > USUAL_BODY_LIMIT_BYTES) admitOrQueue(context, pending, route, runAdmission);
  else receiveBody(context, pending, route);
}

function receiveBody(context: ServerContext, pending: PendingRequest, route: Route): void {
  const { res, expectsContinue } = pending;
  if (expectsContinue) res.writeContinue();
  readBody(res.req, bodyLimitOf(route), (received) => onBody(context, pending, { route, received }));
}

function runAdmission(context: ServerContext, pending: PendingRequest, route: Route): void {
  void admitBody(context, pending, route);
}

/** Finds out who sends a large body before it is read. Takes a slot for as long as that lasts. */
async function admitBody(context: ServerContext, pending: PendingRequest, route: Route): Promise<void> {
  const slot = takeSlot(context, pending, route);
  let reply: Reply | null;
  try {
    reply = (await route.admit?.(pending.request, context.world)) ?? null;
  } catch (error) {
    releaseSlot(context, slot);
    replyToFailure(context, pending, error);
    return;
  }
  releaseSlot(context, slot);
  if (reply !== null) sendReply(context, pending, reply);
  // After the connection has closed, the body would neither come nor end.
  else if (pending.res.destroyed) closeRequest(context);
  else receiveBody(context, pending, route);
}

function onBody(
  context: ServerContext,
  pending: PendingRequest,
  { route, received }: { route: Route; received: BodyOutcome },
): void {
  if (received.ok) {
    pending.request.body = received.value;
    beginTogether(context, () => {
      if (pending.res.destroyed) closeRequest(context);
      else admitOrQueue(context, pending, route);
    });
  } else if (received.refusal === 'gone') closeRequest(context);
  else rejectEarly(context, pending, { name: 'body_too_large', limitBytes: bodyLimitOf(route) });
}

type Run = (context: ServerContext, pending: PendingRequest, route: Route) => void;

function admitOrQueue(context: ServerContext, pending: PendingRequest, route: Route, run: Run = runHandler): void {
  if (isAdmitted(context, pending, route)) run(context, pending, route);
  else {
    // A client that closed its connection while waiting takes no slot.
    const goIn = () => (pending.res.destroyed ? closeRequest(context) : run(context, pending, route));
    const overloaded = { name: 'overloaded', retryAfterSeconds: RETRY_AFTER_SECONDS } as const;
    // Those that came together would all be told so together.
    context.queue.join(goIn, () => context.turns.begin(() => rejectEarly(context, pending, overloaded)));
    if (!context.isLettingIn) letInLater(context);
  }
}

/** What needs no promise is answered without one. */
function runHandler(context: ServerContext, pending: PendingRequest, route: Pick<Route, 'handler' | 'isRead'>): void {
  const slot = takeSlot(context, pending, route);
  const succeed = (reply: Reply) => {
    releaseSlot(context, slot);
    sendReply(context, pending, reply);
  };
  const fail = (error: unknown) => {
    releaseSlot(context, slot);
    replyToFailure(context, pending, error);
  };
  let made: Reply | Promise<Reply>;
  try {
    made = route.handler(pending.request, context.world);
  } catch (error) {
    fail(error);
    return;
  }
  if (made instanceof Promise) made.then(succeed, fail);
  else succeed(made);
}
