/** Tells the metrics, the access log and the developers of applications how each request was answered. */
import type { World } from '../../world.ts';
import type { Reply, Request } from '../route.ts';
import { foreignMembers } from './foreign-names.ts';

interface Observed {
  readonly request: Request;
  readonly route: string | null;
  readonly begunAt: number;
}

type Told = Pick<Reply, 'client' | 'activity'>;
const NOTHING_TOLD: Told = {};

/**
 * What was answered in a turn of the event loop is told at its end, one after the other. Between two requests the same
 * few lines would find neither themselves nor their memory in the processor's caches, and take twice as long.
 */
export interface Observer {
  note(observed: Observed, status: number, reply?: Told): void;
  /** Tells what waits for the end of the turn. */
  settle(): void;
}

interface Answered {
  readonly observed: Observed;
  readonly status: number;
  readonly reply: Told | undefined;
  /** By the clock of performance.now(). */
  readonly at: number;
}

/** A turn may answer thousands, and what waits holds on to its request. */
export const MOST_TOGETHER = 64;

/** For addresses where nothing lives: what was asked for is not told, it may be anything. */
const NO_ROUTE = 'none';
const PLAIN = /^[A-Za-z0-9]*$/;

/** What is the same for all requests with this route, method and status. */
interface Kind {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly count: ReturnType<World['metrics']['requestsOf']>['observe'];
  /** The beginning of their line in the log. */
  readonly line: string;
}

export function createObserver(world: World): Observer {
  const { metricsPort, accessLog } = world.settings;
  const isWatched = metricsPort !== 0 || accessLog;
  const tell = createTeller(world);
  let waiting: Answered[] = [];
  let scheduled: NodeJS.Immediate | undefined;

  function settle(): void {
    // Without it, a turn that is awaited for nothing would not wait for requests.
    clearImmediate(scheduled);
    const answered = waiting;
    waiting = [];
    for (const one of answered) {
      try {
        tell(one);
      } catch (error) {
        world.log.error({ traceId: one.observed.request.traceId, err: error }, 'An answer could not be told of.');
      }
    }
  }

  return {
    note(observed, status, reply) {
      if (!isWatched && reply?.activity === undefined) return;
      waiting.push({ observed, status, reply, at: performance.now() });
      if (waiting.length === 1) scheduled = setImmediate(settle);
      else if (waiting.length === MOST_TOGETHER) settle();
    },
    settle,
  };
}

function createTeller({ settings, metrics, log, activity }: World): (answered: Answered) => void {
  const { metricsPort, accessLog } = settings;
  const { clients } = metrics;
  const kindOf = createKinds(metrics);
  const memberOf = createClientMember();
  return ({ observed: { request, route, begunAt }, status, reply, at }) => {
    const milliseconds = at - begunAt;
    // Read once: answers have so many forms that finding a member takes as long as all the rest.
    const { client, activity: noted } = reply ?? NOTHING_TOLD;
    if (noted !== undefined) activity.note(noted, request, milliseconds);
    if (metricsPort === 0 && !accessLog) return;
    const kind = kindOf(route ?? NO_ROUTE, request.method, status);
    if (metricsPort !== 0) kind.count(milliseconds / 1000);
    if (clients !== undefined && client !== undefined && noted !== undefined) clients.countAnswered(client, noted.kind);
    if (!accessLog) return;
    // Neither the path, the query, a body nor another header is ever told.
    log.answered({
      kind: kind.line,
      ms: tenths(milliseconds),
      client: client === undefined ? '' : memberOf(client),
      foreign: foreignMembers(request),
      traceId: request.traceId,
      atMs: at,
    });
  };
}

/** Of methods that a request may invent none is kept. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function createKinds(metrics: World['metrics']): (route: string, method: string, status: number) => Kind {
  const routes = new Map<string, Kind[]>();
  const make = (route: string, method: string, status: number): Kind => {
    const { observe } = metrics.requestsOf({ route, method, status });
    const shown = PLAIN.test(method) ? `"${method}"` : JSON.stringify(method);
    const line = `,"method":${shown},"route":"${route}","status":${status},"ms":`;
    return { route, method, status, count: observe, line };
  };
  const find = (route: string, method: string, status: number): Kind => {
    const kinds = routes.get(route) ?? [];
    for (const kind of kinds) if (kind.status === status && kind.method === method) return kind;
    const kind = make(route, method, status);
    if (METHODS.has(method)) routes.set(route, [...kinds, kind]);
    return kind;
  };
  // Most requests are of the kind of the one before.
  let last: Kind | undefined;
  return (route, method, status) => {
    if (last?.route !== route || last.method !== method || last.status !== status) last = find(route, method, status);
    return last;
  };
}

/** Written as escapes: lines of this kind are of one byte for each character. */
const NOT_ASCII = /[^\0-\x7f]/g;

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The application as a member of the line. Requests of one often follow each other. */
function createClientMember(): (client: string) => string {
  let last = '';
  let member = '';
  return (client) => {
    if (client !== last) {
      last = client;
      member = `,"client":${JSON.stringify(client).replaceAll(NOT_ASCII, escapeUnit)}`;
    }
    return member;
  };
}

/** Answers take longer than this seldom enough. */
const MOST_TENTHS = 1000;
const TENTHS: readonly string[] = Array.from({ length: MOST_TENTHS }, (_, whole) => tenthsText(whole));

/** Milliseconds with one digit behind the point. */
function tenths(milliseconds: number): string {
  const whole = Math.round(milliseconds * 10);
  return TENTHS[whole] ?? tenthsText(whole);
}

function tenthsText(whole: number): string {
  return `${Math.floor(whole / 10)}.${whole % 10}`;
}
