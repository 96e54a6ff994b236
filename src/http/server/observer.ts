/** Tells the metrics, the access log and the developers of applications how each request was answered. */
import type { World } from '../../world.ts';
import type { Reply, Request } from '../route.ts';
import { foreignMembers } from './foreign-names.ts';

interface Observed {
  readonly request: Request;
  readonly route: string | null;
  readonly begunAt: number;
}

export type Observer = (observed: Observed, status: number, reply?: Pick<Reply, 'client' | 'activity'>) => void;

/** For addresses where nothing lives: what was asked for is not told, it may be anything. */
const NO_ROUTE = 'none';
const PLAIN = /^[A-Za-z0-9]*$/;

/** What is the same for all requests with this route, method and status. */
interface Kind {
  readonly count: ReturnType<World['metrics']['requestsOf']>['observe'];
  /** The beginning of their line in the log. */
  readonly line: string;
}

export function createObserver({ settings, metrics, log, activity }: World): Observer {
  const { metricsPort, accessLog } = settings;
  const isWatched = metricsPort !== 0 || accessLog;
  const { clients } = metrics;
  const kindOf = createKinds(metrics);
  const memberOf = createClientMember();
  return ({ request, route, begunAt }, status, reply) => {
    if (!isWatched && reply?.activity === undefined) return;
    const now = performance.now();
    const milliseconds = now - begunAt;
    if (reply?.activity !== undefined) activity.note(reply.activity, request, milliseconds);
    if (!isWatched) return;
    const kind = kindOf(route ?? NO_ROUTE, request.method, status);
    if (metricsPort !== 0) kind.count(milliseconds / 1000);
    if (clients !== undefined && reply?.client !== undefined && reply.activity !== undefined)
      clients.countAnswered(reply.client, reply.activity.kind);
    if (!accessLog) return;
    // Neither the path, the query, a body nor another header is ever told.
    const whose = reply?.client === undefined ? '' : memberOf(reply.client);
    const line = `${kind.line}${tenths(milliseconds)}${whose}${foreignMembers(request)}`;
    log.line(`${line},"traceId":"${request.traceId}","msg":"Answered."}\n`, now);
  };
}

/** Of methods that a request may invent none is kept. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function createKinds(metrics: World['metrics']): (route: string, method: string, status: number) => Kind {
  const routes = new Map<string, Map<string, Map<number, Kind>>>();
  const make = (route: string, method: string, status: number): Kind => {
    const { observe } = metrics.requestsOf({ route, method, status });
    const shown = PLAIN.test(method) ? `"${method}"` : JSON.stringify(method);
    return { count: observe, line: `,"method":${shown},"route":"${route}","status":${status},"ms":` };
  };
  return (route, method, status) => {
    const known = routes.get(route)?.get(method)?.get(status);
    if (known !== undefined) return known;
    const kind = make(route, method, status);
    if (!METHODS.has(method)) return kind;
    const methods = routes.get(route) ?? new Map<string, Map<number, Kind>>();
    routes.set(route, methods);
    const statuses = methods.get(method) ?? new Map<number, Kind>();
    methods.set(method, statuses);
    statuses.set(status, kind);
    return kind;
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
