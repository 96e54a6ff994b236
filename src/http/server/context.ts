/** What all requests share while the service runs, and what is known about one of them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onceAMinute } from '../../log/once-a-minute.ts';
import type { Log } from '../../log.ts';
import type { Source } from '../../protocol/event.ts';
import { readTraceparent } from '../../protocol/traceparent.ts';
import { type Look, NO_LOOK } from '../../storage/database.ts';
import type { World } from '../../world.ts';
import type { ErrorAnswers } from '../problem.ts';
import { ownAuthorities } from '../reading/target.ts';
import { lazyQuery } from '../reading/urlencoded.ts';
import { createUserAgentReader } from '../reading/user-agent.ts';
import { createHeaderSets, type HeaderSets } from '../replying/headers.ts';
import type { Kind, Request, Route } from '../route.ts';
import { createRouter, type Found, type Router } from '../router.ts';
import { type AddressReader, createAddressReader } from './address.ts';
import {
  type AdmissionQueue,
  createAdmissionQueue,
  createPipelinedRequests,
  type PipelinedRequests,
} from './admission.ts';
import { createFreshRequests, type FreshRequests } from './fresh-requests.ts';
import { createObserver, type Observer } from './observer.ts';
import { createGathering, createTurns, type Gathering, type Turns } from './turns.ts';

export interface ListenerOptions {
  readonly routes: readonly Route[];
  readonly world: World;
  readonly answers: ErrorAnswers;
  /** Handlers that may run at once; further requests wait in the queue, then are asked to come back later. */
  readonly mostRunning?: number;
  /** How long they wait in the queue. */
  readonly queueMs?: number;
  /** Whether one thread of this process writes, and what is remembered is answered at once. A move may change it. */
  readonly isEmbedded?: () => boolean;
  /** One look at the database for requests that begin together. */
  readonly look?: () => Look;
}

export interface ServerContext {
  readonly world: World;
  readonly answers: ErrorAnswers;
  readonly router: Router;
  readonly headerSets: HeaderSets;
  readonly ownAuthorities: ReadonlySet<string>;
  readonly addressOf: AddressReader;
  readonly userAgentOf: (header: string | undefined) => string | null;
  readonly nextTraceId: () => string;
  readonly mostRunning: number;
  readonly queue: AdmissionQueue;
  readonly isEmbedded: () => boolean;
  readonly fresh: FreshRequests;
  readonly pipelined: PipelinedRequests;
  readonly turns: Turns;
  readonly gathering: Gathering;
  readonly observer: Observer;
  readonly unserved: Unserved;
  /** Requests that came in and are not answered yet. */
  inFlight: number;
  /** Those of them whose handler runs. A body that arrives slowly takes no slot, so it cannot keep others out. */
  running: number;
  /** Whoever waits in the queue is looked after, also where nobody comes to an end. */
  isLettingIn: boolean;
  isDraining: boolean;
  /** Ends each answer that goes on. */
  readonly streams: Set<() => void>;
  /** Called when no request is in flight any more. */
  readonly idleWaiters: (() => void)[];
}

/** Told why a request was answered with 503; the log has a line a minute of each kind. */
type Unserved = Readonly<Record<'unavailable' | 'overloaded', (reason: string) => void>>;

export interface PendingRequest {
  readonly res: ServerResponse;
  readonly kind: Kind;
  /** The path as the route table writes it; null where nothing lives. */
  readonly route: string | null;
  /** By the clock of performance.now(). */
  readonly begunAt: number;
  /** The methods that are served at this path. */
  readonly allow: string;
  /** The client waits for a "100 Continue" before it sends its body. */
  readonly expectsContinue: boolean;
  /** Its body is filled in once it has been read; handlers see it read-only. */
  readonly request: { -readonly [Field in keyof Request]: Request[Field] };
}

function createUnserved(log: Log): Unserved {
  return {
    unavailable: onceAMinute((reason: string, requests) =>
      log.warn({ reason, requests }, 'Requests could not be served for now and were answered with 503.'),
    ),
    overloaded: onceAMinute((reason: string, requests) =>
      log.warn({ reason, requests }, 'There were too many requests, and some were answered with 503.'),
    ),
  };
}

const MOST_RUNNING = 512;
/** Half of the second after which an answer is felt to be late. */
const QUEUE_MS = 500;
const NAME_BYTES = 8;
const NAME_CHARACTERS = 2 * NAME_BYTES;
const NAMES_IN_BULK = 512;
const NO_BODY = Buffer.alloc(0);
const NO_PARAMETERS: Readonly<Record<string, string>> = Object.freeze({});

export function createContext(options: ListenerOptions): ServerContext {
  const {
    routes,
    world,
    answers,
    mostRunning = MOST_RUNNING,
    queueMs = QUEUE_MS,
    isEmbedded = () => false,
    look = () => NO_LOOK,
  } = options;
  const context: ServerContext = {
    world,
    answers,
    router: createRouter(routes),
    headerSets: createHeaderSets(world.settings),
    ownAuthorities: ownAuthorities(world.settings.url),
    addressOf: createAddressReader(world.settings.trustedProxies),
    userAgentOf: createUserAgentReader(),
    nextTraceId: createTraceIds(world.randomBytes),
    mostRunning,
    queue: createAdmissionQueue(queueMs),
    isEmbedded,
    fresh: createFreshRequests(),
    pipelined: createPipelinedRequests(() => world.metrics.countRefusedConnection('sent_ahead')),
    turns: createTurns(),
    gathering: createGathering({
      look,
      open: () => context.inFlight,
      begun: () => context.observer.settle(),
    }),
    observer: createObserver(world),
    unserved: createUnserved(world.log),
    inFlight: 0,
    running: 0,
    isLettingIn: false,
    isDraining: false,
    streams: new Set(),
    idleWaiters: [],
  };
  return context;
}

interface RequestTarget {
  readonly path: string;
  readonly rawQuery: string;
  readonly found: Found | undefined;
  readonly expectsContinue: boolean;
  /** By the clock of performance.now(). */
  readonly arrivedAt: number;
}

export function openRequest(
  context: ServerContext,
  res: ServerResponse,
  { path, rawQuery, found, expectsContinue, arrivedAt }: RequestTarget,
): PendingRequest {
  const { headers, method = '' } = res.req;
  return {
    res,
    expectsContinue,
    route: found?.endpoint.path ?? null,
    begunAt: arrivedAt,
    allow: found?.endpoint.allow ?? '',
    kind: found?.endpoint.kind ?? kindWithoutRoute(path, headers),
    request: {
      method,
      path,
      rawQuery,
      query: lazyQuery(rawQuery),
      headers,
      parameters: found?.parameters ?? NO_PARAMETERS,
      body: NO_BODY,
      source: sourceOf(context, res.req),
      traceId: context.nextTraceId(),
    },
  };
}

/** SPEC D23: programs of any origin call what is below it, and read that there is nothing as well. */
const FOR_PROGRAMS = '/api/';

/** At an address without a route, browsers are told with a page and programs with JSON. */
function kindWithoutRoute(path: string, headers: IncomingMessage['headers']): Kind {
  if (path.startsWith(FOR_PROGRAMS)) return 'open-api';
  return headers.accept?.includes('text/html') ? 'page' : 'api';
}

function sourceOf({ addressOf, userAgentOf }: ServerContext, { headers, socket }: IncomingMessage): Source {
  const address = addressOf(socket.remoteAddress, headers['x-forwarded-for']);
  const userAgent = userAgentOf(headers['user-agent']);
  const traceparent = readTraceparent(headers.traceparent);
  return traceparent === undefined ? { address, userAgent } : { address, userAgent, traceparent };
}

export function closeRequest(context: ServerContext): void {
  context.inFlight -= 1;
  if (context.inFlight > 0 || context.idleWaiters.length === 0) return;
  // Whoever waits for this goes on to write down what is known.
  context.observer.settle();
  for (const resolve of context.idleWaiters.splice(0)) resolve();
}

/** Short random names of requests, from randomness that is fetched in bulk. */
function createTraceIds(randomBytes: (count: number) => Buffer): () => string {
  let bulk = '';
  let next = 0;
  return () => {
    if (next === bulk.length) {
      bulk = randomBytes(NAME_BYTES * NAMES_IN_BULK).toString('hex');
      next = 0;
    }
    next += NAME_CHARACTERS;
    return bulk.slice(next - NAME_CHARACTERS, next);
  };
}
