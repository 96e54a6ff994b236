/** What all requests share while the service runs, and what is known about one of them. */
import type { ServerResponse } from 'node:http';
import type { World } from '../../world.ts';
import type { ErrorAnswers } from '../problem.ts';
import { createHeaderSets, type HeaderSets } from '../replying/headers.ts';
import type { Request } from '../request.ts';
import type { Kind, Route } from '../route.ts';
import { createRouter, type Found, type Router } from '../router.ts';
import { type AddressReader, createAddressReader } from './address.ts';
import { type Ahead, createAhead } from './ahead.ts';
import { createLine, type Line } from './line.ts';
import { createTraceIds } from './trace.ts';

export interface Furnishing {
  readonly routes: readonly Route[];
  readonly world: World;
  readonly answers: ErrorAnswers;
  /** Doors that may be at work at once; further callers wait in line for a moment, then are asked to come back later. */
  readonly mostBusy?: number;
  /** How long they wait. */
  readonly patienceMs?: number;
}

export interface Hall {
  readonly world: World;
  readonly answers: ErrorAnswers;
  readonly router: Router;
  readonly headerSets: HeaderSets;
  readonly addressOf: AddressReader;
  readonly nextTraceId: () => string;
  readonly mostBusy: number;
  readonly line: Line;
  readonly ahead: Ahead;
  /** Requests that came in and are not answered yet. */
  open: number;
  /** Those of them that a door is working on. A slow body keeps no door busy, so it cannot keep others out. */
  busy: number;
  isDraining: boolean;
  /** Who wants to know when nothing is open any more. */
  readonly waiting: (() => void)[];
}

export interface Visit {
  readonly res: ServerResponse;
  readonly kind: Kind;
  /** The methods that are served at this path. */
  readonly allow: string;
  /** The client waits for a "100 Continue" before it sends its body. */
  readonly expectsContinue: boolean;
  /** Its body is filled in once it has been read; doors see it read-only. */
  readonly request: { -readonly [Field in keyof Request]: Request[Field] };
}

const MOST_BUSY = 512;
/** Half of the second after which an answer is felt to be late. */
const PATIENCE_MS = 500;
const USER_AGENT_CHARACTERS = 255;
const NO_BODY = Buffer.alloc(0);
const NO_PARAMETERS: Readonly<Record<string, string>> = Object.freeze({});

export function createHall(furnishing: Furnishing): Hall {
  const { routes, world, answers, mostBusy = MOST_BUSY, patienceMs = PATIENCE_MS } = furnishing;
  return {
    world,
    answers,
    router: createRouter(routes),
    headerSets: createHeaderSets(world.settings),
    addressOf: createAddressReader(world.settings.trustedProxies),
    nextTraceId: createTraceIds(world.randomBytes),
    mostBusy,
    line: createLine(patienceMs),
    ahead: createAhead(),
    open: 0,
    busy: 0,
    isDraining: false,
    waiting: [],
  };
}

export interface Arrival {
  readonly path: string;
  readonly query: string;
  readonly found: Found | undefined;
  readonly expectsContinue: boolean;
}

export function arrive(hall: Hall, res: ServerResponse, { path, query, found, expectsContinue }: Arrival): Visit {
  const { headers, method = '', socket } = res.req;
  const userAgent = headers['user-agent'];
  return {
    res,
    expectsContinue,
    allow: found?.endpoint.allow ?? '',
    // Where nobody lives, the caller's taste decides how he is told: browsers ask for HTML, programs do not.
    kind: found?.endpoint.kind ?? (headers.accept?.includes('text/html') ? 'page' : 'api'),
    request: {
      method,
      path,
      query,
      headers,
      parameters: found?.parameters ?? NO_PARAMETERS,
      body: NO_BODY,
      source: {
        address: hall.addressOf(socket.remoteAddress, headers['x-forwarded-for']),
        userAgent: userAgent === undefined ? null : userAgent.slice(0, USER_AGENT_CHARACTERS),
      },
      traceId: hall.nextTraceId(),
    },
  };
}

export function depart(hall: Hall): void {
  hall.open -= 1;
  if (hall.open > 0 || hall.waiting.length === 0) return;
  for (const resolve of hall.waiting.splice(0)) resolve();
}
