/** Tells the metrics, the access log and the developers of applications how each request was answered. */
import type { World } from '../../world.ts';
import type { Reply, Request } from '../route.ts';
import { foreignNames } from './foreign-names.ts';

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
  const kindOf = createKinds(metrics);
  const quoted = createQuoted();
  return ({ request, route, begunAt }, status, reply) => {
    if (!isWatched && reply?.activity === undefined) return;
    const now = performance.now();
    const milliseconds = now - begunAt;
    if (reply?.activity !== undefined) activity.note(reply.activity, request, milliseconds);
    if (!isWatched) return;
    const kind = kindOf(route ?? NO_ROUTE, request.method, status);
    if (metricsPort !== 0) kind.count(milliseconds / 1000);
    if (!accessLog) return;
    const { headers } = request;
    const isNamed = headers['x-request-id'] !== undefined || headers.traceparent !== undefined;
    const whose = reply?.client === undefined ? '' : `,"client":${quoted(reply.client)}`;
    const line = `${kind.line}${tenths(milliseconds)}${whose}${isNamed ? namesIn(request) : ''}`;
    log.line(`${line},"traceId":"${request.traceId}","msg":"Answered."`, now);
  };
}

/** Of methods that a request may invent none is kept. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function createKinds(metrics: World['metrics']): (route: string, method: string, status: number) => Kind {
  const routes = new Map<string, Map<string, Map<number, Kind>>>();
  const make = (route: string, method: string, status: number): Kind => {
    const histogram = metrics.requestsOf({ route, method, status });
    const shown = PLAIN.test(method) ? `"${method}"` : JSON.stringify(method);
    return { count: histogram.observe, line: `"method":${shown},"route":"${route}","status":${status},"ms":` };
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

/** Requests of one application often follow each other. */
function createQuoted(): (text: string) => string {
  let last = '';
  let quoted = '""';
  return (text) => {
    if (text !== last) {
      last = text;
      quoted = JSON.stringify(text);
    }
    return quoted;
  };
}

/** With one digit behind the point; quicker than `toFixed`, which can do more. */
function tenths(milliseconds: number): string {
  const whole = Math.round(milliseconds * 10);
  return `${Math.floor(whole / 10)}.${whole % 10}`;
}

/** By which names others know the request; neither the path, the query, another header nor a body is ever told. */
function namesIn({ headers }: Request): string {
  const { requestId, traceparent } = foreignNames(headers);
  const byId = requestId === undefined ? '' : `,"requestId":${JSON.stringify(requestId)}`;
  return traceparent === undefined ? byId : `${byId},"traceparent":"${traceparent}"`;
}
