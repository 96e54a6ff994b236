/** Walks each request from the socket to its door and back: target, route, method, body, door, answer. */
import type { ServerResponse } from 'node:http';
import { announcesBody, type Received, readBody } from '../reading/body.ts';
import { faultIn } from '../reading/target.ts';
import { preflightHeaders } from '../replying/headers.ts';
import type { Reply } from '../request.ts';
import type { Route } from '../route.ts';
import type { Endpoint } from '../router.ts';
import { arrive, createHall, depart, type Furnishing, type Hall, type Visit } from './context.ts';
import { apologise, conclude, turnAway } from './replies-to-problems.ts';

export interface Listener {
  /** `expectsContinue`: the client waits for a "100 Continue" before it sends its body. */
  answer(res: ServerResponse, expectsContinue: boolean): void;
  /** From now on every answer asks its client to leave. */
  drain(): void;
  readonly isDraining: boolean;
  /** Resolves when every request that came in has been answered. */
  idle(): Promise<void>;
}

const BODY_LIMIT_BYTES = 65_536;

export function createListener(furnishing: Furnishing): Listener {
  const hall = createHall(furnishing);
  return {
    answer(res, expectsContinue) {
      // A response without a socket waits behind an earlier one of the same connection.
      if (res.socket !== null) answer(hall, res, expectsContinue);
      else hall.ahead.wait(res, () => answer(hall, res, expectsContinue));
    },
    drain() {
      hall.isDraining = true;
    },
    get isDraining() {
      return hall.isDraining;
    },
    idle: () => (hall.open === 0 ? Promise.resolve() : new Promise((resolve) => hall.waiting.push(resolve))),
  };
}

function answer(hall: Hall, res: ServerResponse, expectsContinue: boolean): void {
  hall.open += 1;
  const { url: target = '', rawHeaders } = res.req;
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const fault = faultIn(target, rawHeaders);
  const found = fault === undefined ? hall.router.find(path) : undefined;
  const query = mark === -1 ? '' : target.slice(mark + 1);
  const visit = arrive(hall, res, { path, query, found, expectsContinue });
  if (found === undefined) turnAway(hall, visit, fault ?? 'not_found');
  else knock(hall, visit, found.endpoint);
}

function knock(hall: Hall, visit: Visit, { get, post, kind, allow }: Endpoint): void {
  const { method } = visit.request;
  if (get && (method === 'GET' || method === 'HEAD')) approach(hall, visit, get);
  else if (post && method === 'POST') receive(hall, visit, post);
  else if (method !== 'OPTIONS' || kind !== 'open-api') turnAway(hall, visit, 'method_not_allowed');
  else conclude(hall, visit, { status: 204, headers: { Allow: allow, ...preflightHeaders(allow) } });
}

function receive(hall: Hall, visit: Visit, route: Route): void {
  const { res, expectsContinue } = visit;
  const { req } = res;
  const limitBytes = route.bodyLimitBytes ?? BODY_LIMIT_BYTES;
  if (!announcesBody(req.headers)) approach(hall, visit, route);
  else if (Number(req.headers['content-length'] ?? 0) > limitBytes) turnAway(hall, visit, 'body_too_large');
  else {
    if (expectsContinue) res.writeContinue();
    readBody(req, limitBytes, (received) => take(hall, visit, { route, received }));
  }
}

function take(hall: Hall, visit: Visit, { route, received }: { route: Route; received: Received }): void {
  if (received === 'gone') depart(hall);
  else if (received === 'too_large') turnAway(hall, visit, 'body_too_large');
  else {
    visit.request.body = received;
    approach(hall, visit, route);
  }
}

function approach(hall: Hall, visit: Visit, route: Route): void {
  if (!isFull(hall, route)) void enter(hall, visit, route);
  else {
    // Who went away while waiting takes no place.
    const goIn = () => (visit.res.destroyed ? depart(hall) : void enter(hall, visit, route));
    hall.line.join(goIn, () => turnAway(hall, visit, 'overloaded'));
  }
}

/** However busy, the house says that it lives. */
function isFull(hall: Hall, route: Route): boolean {
  return hall.busy >= hall.mostBusy && route.kind !== 'health';
}

async function enter(hall: Hall, visit: Visit, route: Route): Promise<void> {
  hall.busy += 1;
  let reply: Reply;
  try {
    reply = await route.door(visit.request, hall.world);
  } catch (error) {
    leave(hall);
    apologise(hall, visit, error);
    return;
  }
  leave(hall);
  conclude(hall, visit, reply);
}

function leave(hall: Hall): void {
  hall.busy -= 1;
  while (hall.line.length > 0 && hall.busy < hall.mostBusy) hall.line.advance();
}
